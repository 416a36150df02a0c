/** Labels of the Encoding Standard by the number of a code page of Windows or DOS. */
const labels = new Map<string, string>([
  ['866', 'ibm866'],
  ['874', 'windows-874'],
  ['932', 'shift_jis'],
  ['936', 'gbk'],
  ['949', 'euc-kr'],
  ['950', 'big5'],
  ['1250', 'windows-1250'],
  ['1251', 'windows-1251'],
  ['1252', 'windows-1252'],
  ['1253', 'windows-1253'],
  ['1254', 'windows-1254'],
  ['1255', 'windows-1255'],
  ['1256', 'windows-1256'],
  ['1257', 'windows-1257'],
  ['1258', 'windows-1258'],
  ['65001', 'utf-8'],
]);

/** Code pages by the digit that `\M+` escapes begin with. */
export const multibytePages = ['', '932', '950', '949', '1361', '936'] as const;

/**
 * The encoding of a code page as drawings name it (`ANSI_1252`, `dos932`, `UTF-8`), as a label of the Encoding Standard;
 * undefined where there is none for it.
 */
export function encodingOfCodePage(name: string): string | undefined {
  if (/^utf-?8$/i.test(name.trim())) return 'utf-8';
  const digits = /^\D{0,20}(\d{3,5})$/.exec(name.trim())?.[1];
  return digits === undefined ? undefined : labels.get(digits);
}
