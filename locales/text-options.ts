/** Parameters of a text: numbers unformatted, so that languages can format them. */
type TextParams = Readonly<Record<string, string | number | boolean>>;

/**
 * Parameters of errors that may contain the code of a reason, whose text is `reasons.<code>`, or the key of a text
 * `validation.<…>` or `importReason.<…>`. That text may use the other parameters of the error; `why` comes first, since a reason may name another one there.
 */
const reasonParams = [
  'why',
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
  'format',
  'fact',
  'says',
  'otherSays',
  'bSays',
  'item',
  'element',
] as const;

/** What i18next puts into a text, without other options of its own. */
export type TextOptions = { readonly replace: TextParams; readonly count?: number };

/** The text of a key with options, in one locale; null where there is none. */
export type FindText = (key: string, options: TextOptions) => string | null;

function plainOptions(replace: TextParams): TextOptions {
  const { count } = replace;
  return typeof count === 'number' ? { replace, count } : { replace };
}

/** The parameters with codes of reasons replaced by their texts; other values are unchanged. */
function withReasons(params: TextParams, findText: FindText): TextParams {
  let replaced = params;
  for (const name of reasonParams) {
    const code = params[name];
    if (typeof code !== 'string' || !/^(?:(?:validation|importReason)\.)?[A-Za-z\d-]+$/.test(code)) continue;
    const key = code.includes('.') ? code : `reasons.${code}`;
    const text = findText(key, plainOptions(replaced));
    if (text !== null) replaced = { ...replaced, [name]: text };
  }
  return replaced;
}

/**
 * Parameters for i18next that fill placeholders of a text and set no options: those of an error may come from a file or
 * another server, and i18next has options of such names (`lng`, `defaultValue`, `returnDetails`). `count` chooses the
 * plural.
 */
export function textOptions(params: TextParams, findText: FindText): TextOptions {
  return plainOptions(withReasons(params, findText));
}
