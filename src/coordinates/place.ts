/** Degrees, east and north. */
export interface Place {
  readonly longitude: number;
  readonly latitude: number;
}

const part = /^([+-]?\d+(?:\.\d+)?)(?:\s*°)?\s*([nsew]?)$/i;

function readPart(text: string): { degrees: number; letter: string } | null {
  const [, digits, letter] = part.exec(text.trim()) ?? [];
  if (digits === undefined || letter === undefined) return null;
  return { degrees: Number(digits), letter: letter.toLowerCase() };
}

/**
 * Reads `latitude, longitude` in decimal degrees, or two values with the letters N, S, E and W in any order. Null for
 * anything else and for values off the globe.
 */
export function parsePlace(text: string): Place | null {
  const parts = /[,;]/.test(text) ? text.split(/[,;]/) : text.trim().split(/(?<=[nsew])\s+/i);
  const [first, second] = parts.map(readPart);
  if (parts.length !== 2 || !first || !second) return null;
  const letters = first.letter + second.letter;
  if (letters !== '' && !/^([ns][ew]|[ew][ns])$/.test(letters)) return null;
  const [north, east] = /^[ew]/.test(letters) ? [second, first] : [first, second];
  const latitude = north.letter === 's' ? -north.degrees : north.degrees;
  const longitude = east.letter === 'w' ? -east.degrees : east.degrees;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/** A place as `parsePlace` reads it, to a hundredth of a degree, which is about a kilometre. */
export function formatPlace({ latitude, longitude }: Place): string {
  return `${latitude.toFixed(2)}, ${longitude.toFixed(2)}`;
}
