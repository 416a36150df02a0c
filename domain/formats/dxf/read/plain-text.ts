const percentLetters = new Map([
  ['d', '°'],
  ['p', '±'],
  ['c', '⌀'],
  ['%', '%'],
  ['u', ''],
  ['o', ''],
  ['k', ''],
]);

/** Codes `%%d`, `%%p`, `%%c`, `%%nnn` as their letters; `%%u`, `%%o` and `%%k` switch lines on, and are left out. */
function withoutPercentCodes(text: string): string {
  if (!text.includes('%%')) return text;
  return text.replace(/%%(\d{3}|[dpcuok%])/gi, (whole, code: string) => {
    const letter = percentLetters.get(code.toLowerCase());
    if (letter !== undefined) return letter;
    const number = Number(code);
    return number >= 32 && number <= 255 ? String.fromCharCode(number) : whole;
  });
}

const isControl = (letter: string) => letter < ' ';

/** The text of a TEXT, ATTRIB or ATTDEF entity, one line. */
export function plainLine(text: string): string {
  const plain = withoutPercentCodes(text);
  for (let i = 0; i < plain.length; i++) {
    if (isControl(plain[i]!))
      return Array.from(plain, (letter) => (isControl(letter) ? ' ' : letter)).join('');
  }
  return plain;
}

const lineCodes = 'PXN';
const literalCodes = '\\{}';
const toggleCodes = 'LlOoKk';
/** Codes with a value that a semicolon ends. */
const valueCodes = 'ACcFfHWQTp';

/**
 * The text of an MTEXT entity without its formatting: `\P` and its like as line feeds, stacked fractions as `a/b`, fonts,
 * heights, colours and groups left out. Source: Autodesk, Format Codes for Multiline Text.
 */
export function plainParagraphs(formatted: string): string {
  const text = withoutPercentCodes(formatted);
  const lastEnd = text.lastIndexOf(';');
  let plain = '';
  let at = 0;
  while (at < text.length) {
    const letter = text[at]!;
    const code = letter === '\\' ? (text[at + 1] ?? '') : '';
    const hasValue = code !== '' && (valueCodes.includes(code) || code === 'S') && at + 2 <= lastEnd;
    if (hasValue) {
      const end = text.indexOf(';', at + 2);
      if (code === 'S') plain += stackedText(text.slice(at + 2, end));
      at = end + 1;
    } else if (code !== '' && (lineCodes + literalCodes + toggleCodes).includes(code)) {
      if (lineCodes.includes(code)) plain += '\n';
      else if (literalCodes.includes(code)) plain += code;
      at += 2;
    } else if (code === '~') {
      plain += '\u00a0';
      at += 2;
    } else {
      if (letter === '\n' || !isControl(letter)) plain += letter === '{' || letter === '}' ? '' : letter;
      else plain += ' ';
      at++;
    }
  }
  return withoutLastFeeds(plain);
}

function withoutLastFeeds(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '\n') end--;
  return text.slice(0, end);
}

/** Parts over each other: `a/b`, `a#b` and `a^b`. */
function stackedText(stack: string): string {
  const parts = stack.replace(/\\(.)/g, '$1').split(/[/#^]/);
  return parts.map((part) => part.trim()).join('/');
}
