import { decodeEntities } from '#domain/formats/xml/entities.ts';

/** An element with text, escaped. */
export function tag(name: string, value: string | number): string {
  return `<${name}>${escapeXml(String(value))}</${name}>`;
}

/**
 * Text of the first element of a name that has no children; null without one. Every letter is looked at once. A search
 * rather than the reader of XML files: what a store or a proxy before it sends instead of its answer may be any text,
 * which just has no such element, and the list of parts is read no further than an upload may have parts.
 */
export function textOf(xml: string, name: string): string | null {
  const [open, close] = [`<${name}>`, `</${name}>`];
  for (let at = xml.indexOf(open); at >= 0; at = xml.indexOf(open, at + open.length)) {
    const from = at + open.length;
    const to = xml.indexOf('<', from);
    if (to < 0) return null;
    if (xml.startsWith(close, to)) return decodeEntities(xml.slice(from, to));
  }
  return null;
}

/**
 * The content of each element of a name, in order; nested elements of the same name are not supported. Every
 * character is read once, and nothing after the first `most` elements.
 */
export function* blocksOf(xml: string, name: string, max = Number.POSITIVE_INFINITY): Generator<string> {
  const [open, close] = [`<${name}>`, `</${name}>`];
  let at = 0;
  for (let count = 0; count < max; count++) {
    const start = xml.indexOf(open, at);
    const end = start < 0 ? -1 : xml.indexOf(close, start + open.length);
    if (end < 0) return;
    yield xml.slice(start + open.length, end);
    at = end + close.length;
  }
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
