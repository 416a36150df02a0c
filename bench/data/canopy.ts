import type { Vec3 } from '#domain/math/vectors.ts';
import type { Tree } from '#domain/simulation/objects.ts';
import { type CellHeights, cellAt, frameOf, heightsOf, lowEnvelope } from './cell-heights.ts';
import { middleOf } from './cloud-points.ts';
import { cellMiddle } from './seen-cells.ts';

/** Edge of the cells that real clouds are compared in, metres. */
const cellM = 1;
/** Half the window of the low envelope, metres; ground is seen within it in woods of some gaps. */
const envelopeM = 12;
/** Crowns are above the low envelope by more than this, open ground by less than a third of it; metres. */
const crownM = 3;

/** How well a cloud covers another, cell by cell. */
export interface CellComparison {
  readonly cells: number;
  /** Share of the target's cells that have points. */
  readonly covered: number;
  /** Median distance of the middle heights of covered cells, metres. */
  readonly distanceM: number;
}

function compare(target: CellHeights, own: CellHeights, isMeant: (cell: number) => boolean): CellComparison {
  const distances: number[] = [];
  let cells = 0;
  for (let cell = 0; cell < target.middle.length; cell++) {
    if (Number.isNaN(target.middle[cell]!) || !isMeant(cell)) continue;
    cells++;
    if (!Number.isNaN(own.middle[cell]!)) distances.push(Math.abs(own.middle[cell]! - target.middle[cell]!));
  }
  return { cells, covered: distances.length / cells, distanceM: middleOf(distances) };
}

/**
 * Compares a cloud with another one in cells of a metre: all cells, those that at least two photos show (others
 * cannot be measured), of these the crowns and the open ground, by the target's height above its own low envelope.
 * @param points in the target's frame, length 3n, as is `target`
 * @param photosAt number of photos that see a place of the target's frame
 */
export function compareCanopies(
  points: Float64Array,
  target: Float64Array,
  photosAt: (place: Vec3) => number,
) {
  const frame = frameOf(target, cellM);
  const theirs = heightsOf(target, frame);
  const own = heightsOf(points, frame);
  const low = lowEnvelope(theirs, envelopeM);
  const above = theirs.middle.map((height, cell) => height - low[cell]!);
  const isSeen = Array.from(
    theirs.middle,
    (height, cell) => !Number.isNaN(height) && photosAt([...cellMiddle(frame, cell), height]) >= 2,
  );
  return {
    all: compare(theirs, own, () => true),
    seen: compare(theirs, own, (cell) => isSeen[cell]!),
    crowns: compare(theirs, own, (cell) => isSeen[cell]! && above[cell]! > crownM),
    open: compare(theirs, own, (cell) => isSeen[cell]! && above[cell]! < crownM / 3),
  };
}

/** Minimum photos of a cell for the block to be expected complete there. */
const photosWithin = 3;

/**
 * Share of the block that a cloud covers: of the cells of a metre that at least three photos show at the cloud's
 * middle height. The missing parts are crowns, water and walls.
 */
export function blockCoverage(points: Float64Array, photosAt: (place: Vec3) => number) {
  const frame = frameOf(points, cellM);
  const { middle } = heightsOf(points, frame);
  const height = middleOf([...middle].filter((z) => !Number.isNaN(z)));
  let [cells, covered] = [0, 0];
  for (let cell = 0; cell < middle.length; cell++) {
    if (photosAt([...cellMiddle(frame, cell), height]) < photosWithin) continue;
    cells++;
    if (!Number.isNaN(middle[cell]!)) covered++;
  }
  return { cells, covered: covered / cells };
}

/** Edge of the cells of simulated crowns and the tolerance of a point from the true surface, metres. */
const crownCellM = 0.5;
const crownToleranceM = 0.3;

/** Distance of a place to the upper half of a crown, to first order; Infinity under its middle. */
function distanceTo({ x, y, crownZ, crownRadius, crownHalfHeight }: Tree, place: readonly number[]): number {
  const [dx, dy, dz] = [place[0]! - x, place[1]! - y, place[2]! - crownZ];
  if (dz < 0) return Infinity;
  const [a, b] = [crownRadius ** 2, crownHalfHeight ** 2];
  const level = Math.sqrt((dx * dx + dy * dy) / a + (dz * dz) / b);
  const slope = Math.hypot(dx / a, dy / a, dz / b) / level;
  return Math.abs(level - 1) / slope;
}

/**
 * Share of the cells of half a metre under simulated crowns that have a point within 0.3 m of the true upper surface.
 * @param points in the site's frame, length 3n
 * @param isMeant which trees count
 */
export function crownCompleteness(
  points: Float64Array,
  trees: readonly Tree[],
  isMeant: (tree: Tree) => boolean,
): { readonly cells: number; readonly complete: number } {
  const frame = frameOf(points, crownCellM);
  const crowns = new Map<number, Tree[]>();
  for (const tree of trees.filter(isMeant)) {
    const reach = Math.ceil(tree.crownRadius / crownCellM);
    for (let i = -reach; i <= reach; i++) {
      for (let j = -reach; j <= reach; j++) {
        const [x, y] = [tree.x + i * crownCellM, tree.y + j * crownCellM];
        const cell = cellAt(frame, x, y);
        if (cell < 0) continue;
        const [cx, cy] = cellMiddle(frame, cell);
        if (Math.hypot(cx - tree.x, cy - tree.y) < tree.crownRadius)
          crowns.set(cell, [...(crowns.get(cell) ?? []), tree]);
      }
    }
  }
  const complete = new Set<number>();
  for (let at = 0; at < points.length; at += 3) {
    const place = [points[at]!, points[at + 1]!, points[at + 2]!];
    const cell = cellAt(frame, place[0]!, place[1]!);
    if (crowns.get(cell)?.some((tree) => distanceTo(tree, place) < crownToleranceM)) complete.add(cell);
  }
  return { cells: crowns.size, complete: complete.size / crowns.size };
}
