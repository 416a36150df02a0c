/** An attribute of a tag as it is written. */
export interface WrittenAttribute {
  readonly name: string;
  readonly value: string;
  /** It begins right behind the value before it, which XML does not allow. */
  readonly isJoined: boolean;
}

const nameEnds = /[\s=/"'<]/;
const blank = /\s/;

/**
 * Attributes of a tag, of which `text` is the part between its brackets: `name="value"`, also with single quotes and
 * blanks about the sign. Entities stay as written; other text is ignored. Every character is read a fixed number of
 * times.
 */
export function* xmlAttributes(text: string): Generator<WrittenAttribute> {
  let from = 0;
  let isBehindValue = false;
  for (let equals = text.indexOf('='); equals >= 0; equals = text.indexOf('=', from)) {
    let nameEnd = equals;
    while (nameEnd > from && blank.test(text[nameEnd - 1]!)) nameEnd--;
    let nameStart = nameEnd;
    while (nameStart > from && !nameEnds.test(text[nameStart - 1]!)) nameStart--;
    let at = equals + 1;
    while (at < text.length && blank.test(text[at]!)) at++;
    const quote = text[at];
    const isQuoted = quote === '"' || quote === "'";
    const end = isQuoted ? text.indexOf(quote, at + 1) : -1;
    if (isQuoted && end < 0) return;
    if (!isQuoted || nameStart === nameEnd) {
      from = isQuoted ? end + 1 : equals + 1;
      isBehindValue = false;
      continue;
    }
    const isJoined = isBehindValue && nameStart === from;
    yield { name: text.slice(nameStart, nameEnd), value: text.slice(at + 1, end), isJoined };
    from = end + 1;
    isBehindValue = true;
  }
}
