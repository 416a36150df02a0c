import type { Vertex } from './segments.ts';

/** A place as the file gives it: itself, or the name of a point. */
export type PlaceRef = { readonly vertex: Vertex } | { readonly ref: string };

/** Words between blanks or commas. */
export function words(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}

/** The start of a text, on one line, for an error. */
export function excerpt(text: string): string {
  const line = text.slice(0, 400).replace(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}

/** Northing, easting and elevation, which may be missing. @throws what `bad` makes of other texts */
export function readPlace(text: string, bad: (excerpt: string) => Error): PlaceRef {
  const numbers = words(text).map(Number);
  if ((numbers.length !== 2 && numbers.length !== 3) || !numbers.every(Number.isFinite))
    throw bad(excerpt(text));
  const [northing, easting, elevation = Number.NaN] = numbers as [number, number, number?];
  return { vertex: [easting, northing, elevation] };
}

/** Places of a list of so many numbers each. @throws what `bad` makes of other texts */
export function readPlaces(text: string, size: 2 | 3, bad: (excerpt: string) => Error): PlaceRef[] {
  const numbers = words(text).map(Number);
  if (numbers.length % size !== 0 || !numbers.every(Number.isFinite)) throw bad(excerpt(text));
  return Array.from({ length: numbers.length / size }, (_, i): PlaceRef => {
    const at = i * size;
    const elevation = size === 3 ? numbers[at + 2]! : Number.NaN;
    return { vertex: [numbers[at + 1]!, numbers[at]!, elevation] };
  });
}

/** Points of a file by name; of two of one name the first counts. */
export class PlaceTable {
  readonly #vertices = new Map<string, Vertex>();

  add(name: string | undefined, vertex: Vertex): void {
    if (name !== undefined && !this.#vertices.has(name)) this.#vertices.set(name, vertex);
  }

  find(place: PlaceRef): Vertex | null {
    return 'vertex' in place ? place.vertex : (this.#vertices.get(place.ref.trim()) ?? null);
  }
}
