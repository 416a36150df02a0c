/** Parameters of a text: numbers as they are, so that languages can put them into words. */
type TextParams = Readonly<Record<string, string | number | boolean>>;

/**
 * Parameters as i18next takes them so that they fill the places of a text and steer nothing: those of an error may come
 * from a file or another server, and i18next has options of such names (`lng`, `defaultValue`, `returnDetails`). `count`
 * chooses the plural.
 */
export function textOptions(params: TextParams): { readonly replace: TextParams; readonly count?: number } {
  const { count } = params;
  return typeof count === 'number' ? { replace: params, count } : { replace: params };
}
