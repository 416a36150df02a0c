/**
 * Places of a `coordinates` element: longitude, latitude and, where it is stated, altitude, parted by commas, the places
 * by blanks. Blanks beside a comma, which people write, part nothing.
 * @returns three numbers a place, NaN for an altitude that is not stated; null where one is no place on the earth
 */
export function readCoordinates(text: string): Float64Array | null {
  const values: number[] = [];
  let parts: string[] = [];
  for (const part of componentsOf(text)) {
    parts.push(part.text);
    if (!part.isLast) continue;
    if (!pushPlace(values, parts)) return null;
    parts = [];
  }
  return Float64Array.from(values);
}

/** A place of a track: the same numbers, parted by blanks; null where it is none. */
export function readTrackPlace(text: string): readonly number[] | null {
  const values: number[] = [];
  return pushPlace(values, text.trim().split(/\s+/)) ? values : null;
}

function pushPlace(values: number[], parts: readonly string[]): boolean {
  const [longitude, latitude, altitude] = parts.map((part) => (part === '' ? Number.NaN : Number(part)));
  const isPlace = Math.abs(longitude!) <= 360 && Math.abs(latitude ?? Number.NaN) <= 90;
  if (!isPlace || parts.length > 3) return false;
  values.push(longitude!, latitude!, Number.isFinite(altitude) ? altitude! : Number.NaN);
  return true;
}

/** Texts between commas and blanks, and which of them end a place. */
function* componentsOf(text: string): Generator<{ readonly text: string; readonly isLast: boolean }> {
  let at = skipBlanks(text, 0);
  while (at < text.length) {
    const start = at;
    while (at < text.length && text[at] !== ',' && !isBlank(text, at)) at++;
    const end = at;
    at = skipBlanks(text, at);
    const hasComma = text[at] === ',';
    if (hasComma) at = skipBlanks(text, at + 1);
    yield { text: text.slice(start, end), isLast: !hasComma || at >= text.length };
  }
}

function isBlank(text: string, at: number): boolean {
  return text.charCodeAt(at) <= 0x20 || text.charCodeAt(at) === 0xa0;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBlank(text, at)) at++;
  return at;
}
