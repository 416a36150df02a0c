/** Half-space: inside where `a·x + b·y + c·z + d ≥ 0`. */
export type HalfSpace = readonly [a: number, b: number, c: number, d: number];

/** Finds boxes that may meet a convex region. */
export interface BoxTree {
  readonly count: number;
  /** Numbers of the boxes that no plane of the region keeps out, in no order; a box near an edge of the region may be one too many. */
  query(region: readonly HalfSpace[]): number[];
  /**
   * Judges boxes from the large ones round many down to single ones: what lies below a box inside is not judged.
   * Returns the numbers of boxes inside, and of the single boxes that are mixed, in no order.
   */
  sort(judge: JudgeBox): { readonly inside: number[]; readonly mixed: number[] };
}

/** Where a box lies, six numbers of `boxes` from `at`: minX, minY, minZ, maxX, maxY, maxZ. */
export type JudgeBox = (boxes: Float64Array, at: number) => Whereabouts;

/** Of a box and an area: wholly inside, wholly outside, or perhaps neither. */
export type Whereabouts = 'inside' | 'outside' | 'mixed';

/** Boxes and nodes under a node. */
const fanOut = 16;
/** Bits of whole numbers that a float64 holds: a box's number and its curve position share them. */
const keyBits = 53;
/** Bits of each axis of a curve position, fewer where there are many boxes. */
const maxCurveBits = 15;

/**
 * Packs boxes in an R-tree (A. Guttman, "R-trees", 1984) whose leaves follow a Hilbert curve in plan (I. Kamel and C.
 * Faloutsos, "Hilbert R-tree", 1994). O(n log n) time, 54 bytes a box.
 * @param boxes minX, minY, minZ, maxX, maxY, maxZ a box, finite but for z, length 6n, n below 2³²; owned by the tree from now on
 */
export function packBoxes(boxes: Float64Array): BoxTree {
  const count = boxes.length / 6;
  const order = curveOrder(boxes, count);
  const levels: Float64Array[] = [];
  for (let below = boxes, isLeaf = true; ; isLeaf = false) {
    const size = below.length / 6;
    const level = new Float64Array(Math.ceil(size / fanOut) * 6);
    for (let node = 0; node * 6 < level.length; node++) {
      const end = Math.min(size, (node + 1) * fanOut);
      level.fill(Infinity, node * 6, node * 6 + 3).fill(-Infinity, node * 6 + 3, node * 6 + 6);
      for (let child = node * fanOut; child < end; child++) {
        widen(level, node, below, isLeaf ? order[child]! : child);
      }
    }
    levels.push(level);
    if (level.length <= 6) break;
    below = level;
  }
  return {
    count,
    query(region) {
      const found: number[] = [];
      const visit = (level: number, first: number, end: number) => {
        for (let at = first; at < end; at++) {
          const number = level < 0 ? order[at]! : at;
          if (isOutside(level < 0 ? boxes : levels[level]!, number, region)) continue;
          if (level < 0) found.push(number);
          else {
            const size = level === 0 ? count : levels[level - 1]!.length / 6;
            visit(level - 1, at * fanOut, Math.min(size, (at + 1) * fanOut));
          }
        }
      };
      if (count > 0) visit(levels.length - 1, 0, 1);
      return found;
    },
    sort(judge) {
      const inside: number[] = [];
      const mixed: number[] = [];
      const visit = (level: number, first: number, end: number, isInside: boolean) => {
        for (let at = first; at < end; at++) {
          const number = level < 0 ? order[at]! : at;
          const where = isInside ? 'inside' : judge(level < 0 ? boxes : levels[level]!, 6 * number);
          if (where === 'outside') continue;
          if (level < 0) (where === 'inside' ? inside : mixed).push(number);
          else {
            const size = level === 0 ? count : levels[level - 1]!.length / 6;
            visit(level - 1, at * fanOut, Math.min(size, (at + 1) * fanOut), where === 'inside');
          }
        }
      };
      if (count > 0) visit(levels.length - 1, 0, 1, false);
      return { inside, mixed };
    },
  };
}

function widen(level: Float64Array, node: number, boxes: Float64Array, box: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const low = boxes[6 * box + axis]!;
    const high = boxes[6 * box + 3 + axis]!;
    if (low < level[6 * node + axis]!) level[6 * node + axis] = low;
    if (high > level[6 * node + 3 + axis]!) level[6 * node + 3 + axis] = high;
  }
}

/** Whether a box is wholly outside one plane: its corner that is farthest inside is outside. */
function isOutside(boxes: Float64Array, box: number, region: readonly HalfSpace[]): boolean {
  const at = 6 * box;
  for (const [a, b, c, d] of region) {
    const x = boxes[a >= 0 ? at + 3 : at]!;
    const y = boxes[b >= 0 ? at + 4 : at + 1]!;
    const z = boxes[c >= 0 ? at + 5 : at + 2]!;
    // A box may be endless in z, which a plane that stands upright does not ask for.
    if (a * x + b * y + (c === 0 ? 0 : c * z) + d < 0) return true;
  }
  return false;
}

/**
 * Numbers of the boxes along a Hilbert curve through their middles in plan.
 * @param numberBits bits kept for a box's number, at least those that `count` needs
 */
export function curveOrder(
  boxes: Float64Array,
  count: number,
  numberBits = Math.max(23, Math.ceil(Math.log2(count))),
): Uint32Array {
  const curveBits = Math.min(maxCurveBits, Math.floor((keyBits - numberBits) / 2));
  const numberRoom = 2 ** numberBits;
  if (count > numberRoom || curveBits < 1) throw new RangeError(`no room for ${count} boxes`);
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < boxes.length; at += 6) {
    minX = Math.min(minX, boxes[at]! + boxes[at + 3]!);
    maxX = Math.max(maxX, boxes[at]! + boxes[at + 3]!);
    minY = Math.min(minY, boxes[at + 1]! + boxes[at + 4]!);
    maxY = Math.max(maxY, boxes[at + 1]! + boxes[at + 4]!);
  }
  const last = 2 ** curveBits - 1;
  const scaleX = maxX > minX ? last / (maxX - minX) : 0;
  const scaleY = maxY > minY ? last / (maxY - minY) : 0;
  const keys = new Float64Array(count);
  for (let box = 0; box < count; box++) {
    const at = 6 * box;
    const x = Math.floor((boxes[at]! + boxes[at + 3]! - minX) * scaleX);
    const y = Math.floor((boxes[at + 1]! + boxes[at + 4]! - minY) * scaleY);
    keys[box] = curvePosition(x, y, curveBits) * numberRoom + box;
  }
  keys.sort();
  return Uint32Array.from(keys, (key) => key % numberRoom);
}

/** Position of a cell on the Hilbert curve (H. S. Warren, "Hacker's Delight", 2002, chapter 14); fits in 30 bits. */
function curvePosition(column: number, row: number, curveBits: number): number {
  let [x, y, position] = [column, row, 0];
  for (let bit = curveBits - 1; bit >= 0; bit--) {
    const right = (x >> bit) & 1;
    const upper = (y >> bit) & 1;
    position = (position << 2) | ((3 * right) ^ upper);
    if (upper === 0) {
      const flip = right * ((1 << bit) - 1);
      const turned = x ^ flip;
      x = y ^ flip;
      y = turned;
    }
  }
  return position;
}
