import { type HeightConflict, type HeightConflicts, maxListed } from './same-places.ts';

/** Heights of one place that was given more than once. */
interface Repeated {
  lowest: number;
  highest: number;
  count: number;
}

/** Gathers places that are given more than once with different heights, part by part. */
export interface ConflictMeter {
  /** Takes the points of a part, integers, xyz per point; no place is in two parts. */
  see(xyz: Int32Array): void;
  finish(): HeightConflicts;
}

/** Finer than any unit of length is stored; digits beyond are those of binary fractions. */
const decimalsTold = 7;

const byDifference = (a: HeightConflict, b: HeightConflict) =>
  b.highest - b.lowest - (a.highest - a.lowest) || a.x - b.x || a.y - b.y;

/** The repeated places of a part by the index of their first point: a hash table of open addresses over x and y. */
function repeatedPlaces(xyz: Int32Array): Map<number, Repeated> {
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, (2 * xyz.length) / 3)));
  const first = new Int32Array(size).fill(-1);
  const found = new Map<number, Repeated>();
  for (let k = 0; k < xyz.length; k += 3) {
    const [x, y, z] = [xyz[k]!, xyz[k + 1]!, xyz[k + 2]!];
    const mixed = Math.imul(Math.imul(x, 0x9e3779b1) ^ (y + 0x7f4a7c15), 0x85ebca6b);
    let slot = (mixed ^ (mixed >>> 15)) & (size - 1);
    while (first[slot] !== -1 && (xyz[first[slot]!] !== x || xyz[first[slot]! + 1] !== y)) {
      slot = (slot + 1) & (size - 1);
    }
    const at = first[slot]!;
    if (at === -1) {
      first[slot] = k;
      continue;
    }
    const known = found.get(at) ?? { lowest: xyz[at + 2]!, highest: xyz[at + 2]!, count: 1 };
    known.lowest = Math.min(known.lowest, z);
    known.highest = Math.max(known.highest, z);
    known.count++;
    found.set(at, known);
  }
  return found;
}

/** Finds repeated places among integers; coordinates of those listed are integer × scale + offset. Linear in time. */
export function createConflictMeter({
  scale,
  offset,
}: {
  readonly scale: readonly number[];
  readonly offset: readonly number[];
}): ConflictMeter {
  let count = 0;
  let listed: HeightConflict[] = [];
  const at = (integer: number, axis: number) =>
    Number((integer * scale[axis]! + offset[axis]!).toFixed(decimalsTold));
  return {
    see(xyz) {
      const own: HeightConflict[] = [];
      for (const [k, { lowest, highest, count: times }] of repeatedPlaces(xyz)) {
        if (highest === lowest) continue;
        const [x, y] = [at(xyz[k]!, 0), at(xyz[k + 1]!, 1)];
        own.push({ x, y, lowest: at(lowest, 2), highest: at(highest, 2), count: times });
      }
      count += own.length;
      listed = [...listed, ...own].sort(byDifference).slice(0, maxListed);
    },
    finish: () => ({ count, listed }),
  };
}

/** What is reported of repeated places: how many, and the widest apart. */
export function conflictNote(file: string, { count, listed: [worst] }: HeightConflicts) {
  if (!worst) return [];
  const { x, y, lowest, highest } = worst;
  return [{ code: 'geometry.height-conflicts', params: { file, count, x, y, lowest, highest } } as const];
}
