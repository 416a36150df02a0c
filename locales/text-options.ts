/** Parameters of a text: numbers unformatted, so that languages can format them. */
type TextParams = Readonly<Record<string, string | number | boolean>>;

/** Parameters of errors that may contain the code of a reason, whose text is `reasons.<code>`. */
const reasonParams = [
  'reason',
  'what',
  'found',
  'expected',
  'surface',
  'other',
  'wanted',
  'place',
  'from',
  'to',
] as const;

/** The parameters with codes of reasons replaced by their texts; other values are unchanged. */
function withReasons(params: TextParams, reasonText: (key: string) => string | null): TextParams {
  const words = reasonParams.flatMap((name) => {
    const code = params[name];
    const text = typeof code === 'string' && /^[a-z\d-]+$/.test(code) ? reasonText(`reasons.${code}`) : null;
    return text === null ? [] : [[name, text] as const];
  });
  return words.length > 0 ? { ...params, ...Object.fromEntries(words) } : params;
}

/**
 * Parameters for i18next that fill placeholders of a text and set no options: those of an error may come from a file or
 * another server, and i18next has options of such names (`lng`, `defaultValue`, `returnDetails`). `count` chooses the
 * plural.
 * @param reasonText the text of a key of this locale, null where there is none
 */
export function textOptions(
  params: TextParams,
  reasonText: (key: string) => string | null,
): { readonly replace: TextParams; readonly count?: number } {
  const replace = withReasons(params, reasonText);
  const { count } = params;
  return typeof count === 'number' ? { replace, count } : { replace };
}
