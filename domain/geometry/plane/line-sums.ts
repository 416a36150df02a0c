import { addPairs, type SumPair, walkBits, zeroSum } from '../../math/sum-pair.ts';
import type { ContourLines } from '../grid/contour-lines.ts';

/** Sums of lines, each at its own height, independent of their order. */
export interface LineSums {
  readonly lines: number;
  /** A closed line counts its first place twice. */
  readonly vertices: number;
  /** In plan, in the unit of the coordinates. */
  readonly length: number;
  /** Of a hash of each line: its places in their order, and its height. */
  readonly places: SumPair;
}

export const noLines: LineSums = { lines: 0, vertices: 0, length: 0, places: zeroSum };

/** Sums of lengths that were added in another order agree this well. */
const lengthTolerance = 1e-9;

/** Adds a line of places at one height. @param places x and y in turn; a ring ends with its first place again */
export function addLine(sums: LineSums, places: ArrayLike<number>, height: number): LineSums {
  let hash = walkBits([0x9e3779b9, 0x7f4a7c15], height);
  let length = 0;
  for (let at = 0; at < places.length; at += 2) {
    const [x, y] = [places[at]!, places[at + 1]!];
    hash = walkBits(walkBits(hash, x), y);
    if (at > 0) length += Math.hypot(x - places[at - 2]!, y - places[at - 1]!);
  }
  return {
    lines: sums.lines + 1,
    vertices: sums.vertices + places.length / 2,
    length: sums.length + length,
    places: addPairs(sums.places, [hash[0] >>> 0, hash[1] >>> 0]),
  };
}

/** The sums of contours, each at the height that `heightOf` returns for its level. */
export function sumContours(contours: ContourLines, heightOf: (level: number) => number): LineSums {
  const { levels, lineLevels, starts, coordinates } = contours;
  let sums = noLines;
  lineLevels.forEach((level, line) => {
    const places = coordinates.subarray(2 * starts[line]!, 2 * starts[line + 1]!);
    sums = addLine(sums, places, heightOf(levels[level]!));
  });
  return sums;
}

/** The difference of two sets of lines, the grossest first; null where there is none. */
export function lineDifference(a: LineSums, b: LineSums): 'lines' | 'vertices' | 'length' | 'places' | null {
  if (a.lines !== b.lines) return 'lines';
  if (a.vertices !== b.vertices) return 'vertices';
  if (Math.abs(a.length - b.length) > lengthTolerance * Math.max(a.length, b.length)) return 'length';
  return a.places[0] === b.places[0] && a.places[1] === b.places[1] ? null : 'places';
}
