/** A place in plan that was given more than once, with different heights. */
export interface HeightConflict {
  readonly x: number;
  readonly y: number;
  readonly lowest: number;
  readonly highest: number;
  /** How often the place was given. */
  readonly count: number;
}

/** Places with several heights: how many there are, and the widest apart of them. */
export interface HeightConflicts {
  readonly count: number;
  /** Those furthest apart in height first, at most `maxListed`. */
  readonly listed: readonly HeightConflict[];
}

export const maxListed = 100;

/** No conflicts. */
export const noConflicts: HeightConflicts = { count: 0, listed: [] };

/** The mean of heights, added from the lowest up so that their order does not matter. */
export function meanHeight(heights: readonly number[]): number {
  const sorted = [...heights].sort((a, b) => a - b);
  return sorted.reduce((sum, z) => sum + z, 0) / sorted.length;
}

type Places = Map<number, Map<number, number[]>>;

/**
 * A quick test of whether a place may be among some: never false for one that is. Negative and positive zero, which are
 * one place, share an entry.
 */
function createSieve(): { add(x: number, y: number): void; mayHave(x: number, y: number): boolean } {
  const marks = new Uint8Array(2 ** 16);
  const place = new Float64Array(2);
  const words = new Uint32Array(place.buffer);
  const entryOf = (x: number, y: number) => {
    place[0] = x + 0;
    place[1] = y + 0;
    const mixed = Math.imul(words[0]! ^ Math.imul(words[1]!, 0x85ebca6b), 0x9e3779b1);
    const other = Math.imul(words[2]! ^ Math.imul(words[3]!, 0xc2b2ae35), 0x27d4eb2f);
    return (mixed ^ other) >>> 16;
  };
  return {
    add: (x, y) => {
      marks[entryOf(x, y)] = 1;
    },
    mayHave: (x, y) => marks[entryOf(x, y)] === 1,
  };
}

/** The places of those inputs that the TIN has no point of its own for, with the heights of all inputs there. */
function repeatedPlaces(input: Float64Array, order: Uint32Array) {
  const isKept = new Uint8Array(Math.floor(input.length / 3));
  for (const index of order) isKept[index] = 1;
  const places: Places = new Map();
  const sieve = createSieve();
  for (let i = 0; i < isKept.length; i++) {
    if (isKept[i]) continue;
    const [x, y] = [input[3 * i]!, input[3 * i + 1]!];
    const row = places.get(x) ?? new Map<number, number[]>();
    row.set(y, []);
    places.set(x, row);
    sieve.add(x, y);
  }
  for (let i = 0; i < input.length; i += 3) {
    const [x, y] = [input[i]!, input[i + 1]!];
    if (sieve.mayHave(x, y))
      places
        .get(x)
        ?.get(y)
        ?.push(input[i + 2]!);
  }
  return { places, mayHave: sieve.mayHave };
}

/**
 * Gives the points of a TIN that represent several at the same plan position the mean of their heights, so that the
 * surface does not depend on the order of the input.
 * @param tin made of `input`, one point per place; `order` is the input index of each; its heights are changed in
 * place
 * @param input xyz per point, all input points
 */
export function settleHeights(
  { points, order }: { readonly points: Float64Array; readonly order: Uint32Array },
  input: Float64Array,
): HeightConflicts {
  if (order.length === input.length / 3) return noConflicts;
  const { places, mayHave } = repeatedPlaces(input, order);
  const conflicts: HeightConflict[] = [];
  for (let i = 0; i < points.length; i += 3) {
    const [x, y] = [points[i]!, points[i + 1]!];
    const heights = mayHave(x, y) ? places.get(x)?.get(y) : undefined;
    if (!heights) continue;
    points[i + 2] = meanHeight(heights);
    const lowest = heights.reduce((low, z) => Math.min(low, z), Infinity);
    const highest = heights.reduce((high, z) => Math.max(high, z), -Infinity);
    if (highest > lowest) conflicts.push({ x, y, lowest, highest, count: heights.length });
  }
  conflicts.sort((a, b) => b.highest - b.lowest - (a.highest - a.lowest) || a.x - b.x || a.y - b.y);
  return { count: conflicts.length, listed: conflicts.slice(0, maxListed) };
}
