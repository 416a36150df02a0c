import { isInRing } from '../../../geometry/plane/ring.ts';

/** Rings whose nesting is found; of more each is an area of its own. */
const maxRings = 4096;
/** Edges that are compared with places, so that rings in each other take no more time than their vertices. */
const minTests = 100_000;
const testsPerVertex = 20;

export interface NestedRings {
  /** Each outer ring followed by its holes. */
  readonly order: readonly { readonly index: number; readonly isHole: boolean }[];
  /** False where there are too many rings to tell holes. */
  readonly isComplete: boolean;
}

interface Box {
  readonly index: number;
  readonly xy: readonly number[];
  readonly min: readonly [number, number];
  readonly max: readonly [number, number];
}

/**
 * Which rings are holes of which: a ring within an odd number of others is a hole of the smallest of them.
 * @param rings xyz per vertex each, not closed, that do not cross
 */
export function nestRings(rings: readonly (readonly number[])[]): NestedRings {
  if (rings.length > maxRings) {
    return withoutHoles(rings.length);
  }
  const boxes = rings.map(boxOf);
  let budget = minTests + testsPerVertex * boxes.reduce((sum, { xy }) => sum + xy.length / 2, 0);
  const parents: Box[][] = [];
  for (const box of boxes) {
    const around = boxes.filter((other) => other !== box && holds(other, box));
    for (const { xy } of around) budget -= xy.length / 2;
    if (budget < 0) return withoutHoles(rings.length);
    parents.push(around.filter(({ xy }) => isInRing(xy, box.xy[0]!, box.xy[1]!)));
  }
  const isHole = parents.map((list) => list.length % 2 === 1);
  const holes: number[][] = rings.map(() => []);
  parents.forEach((list, index) => {
    if (!isHole[index]) return;
    const parent = list.reduce((best, one) => (extentOf(one) < extentOf(best) ? one : best));
    holes[parent.index]!.push(index);
  });
  const order = rings.flatMap((_, index) =>
    isHole[index]
      ? []
      : [{ index, isHole: false }, ...holes[index]!.map((hole) => ({ index: hole, isHole: true }))],
  );
  // A hole whose parent is one itself, as rings that cross can give, is an area of its own.
  const placed = new Set(order.map(({ index }) => index));
  const stray = rings.flatMap((_, index) => (placed.has(index) ? [] : [{ index, isHole: false }]));
  return { order: [...order, ...stray], isComplete: stray.length === 0 };
}

function withoutHoles(count: number): NestedRings {
  return {
    order: Array.from({ length: count }, (_, index) => ({ index, isHole: false })),
    isComplete: false,
  };
}

function boxOf(ring: readonly number[], index: number): Box {
  const xy: number[] = [];
  const min: [number, number] = [Infinity, Infinity];
  const max: [number, number] = [-Infinity, -Infinity];
  for (let i = 0; i < ring.length; i += 3) {
    const [x, y] = [ring[i]!, ring[i + 1]!];
    xy.push(x, y);
    min[0] = Math.min(min[0], x);
    min[1] = Math.min(min[1], y);
    max[0] = Math.max(max[0], x);
    max[1] = Math.max(max[1], y);
  }
  return { index, xy, min, max };
}

function holds(outer: Box, inner: Box): boolean {
  return (
    outer.min[0] <= inner.min[0] &&
    outer.min[1] <= inner.min[1] &&
    outer.max[0] >= inner.max[0] &&
    outer.max[1] >= inner.max[1]
  );
}

function extentOf({ min, max }: Box): number {
  return (max[0] - min[0]) * (max[1] - min[1]);
}
