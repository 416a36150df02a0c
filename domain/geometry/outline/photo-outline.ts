import { distanceToMarks } from '../plane/distance-to-marks.ts';
import {
  cellsForGap,
  closeMarks,
  coarsen,
  gapSpacings,
  hasMark,
  type MarkLattice,
  type Occupancy,
  reachFrom,
  type SurveyOutline,
} from './survey-outline.ts';

/** Ground is measured densely where a square that reaches so many mean spacings from its middle is covered by half. */
const windowSpacings = 30;
/** Open gaps up to this many mean spacings are closed where photos see the ground. */
const seenGapSpacings = 300;
/** Windows are no larger than this share of a square of the area that is covered, so that small surveys have ground. */
const windowShare = 1 / 4;

/** The area that points matched in photos cover. */
export interface PhotoOutline extends SurveyOutline {
  /** Widest gap open to the outside that is inside where photos see the ground; unit of the points. */
  readonly seenGap: number;
}

/** Sums over all cells to the south-west of each corner of the cells. */
function cornerSums({ width, height }: MarkLattice, marks: Uint8Array): Uint32Array {
  const sums = new Uint32Array((width + 1) * (height + 1));
  for (let row = 0; row < height; row++) {
    let across = 0;
    for (let column = 0; column < width; column++) {
      across += marks[row * width + column]!;
      sums[(row + 1) * (width + 1) + column + 1] = sums[row * (width + 1) + column + 1]! + across;
    }
  }
  return sums;
}

/** Cells of ground that is measured densely, and those covered around them. */
interface DenseParts {
  readonly cores: Uint8Array;
  readonly measured: Uint8Array;
}

/** Covered cells whose window, `reach` cells to each side, is covered by half. */
function coresOf(lattice: MarkLattice, covered: Uint8Array, sums: Uint32Array, reach: number): Uint8Array {
  const { width, height } = lattice;
  const half = (2 * reach + 1) ** 2 / 2;
  const sumTo = (column: number, row: number) => sums[row * (width + 1) + column]!;
  const cores = new Uint8Array(covered.length);
  for (let row = 0; row < height; row++) {
    const [south, north] = [Math.max(row - reach, 0), Math.min(row + reach + 1, height)];
    for (let column = 0; column < width; column++) {
      const [west, east] = [Math.max(column - reach, 0), Math.min(column + reach + 1, width)];
      const count = sumTo(east, north) - sumTo(west, north) - sumTo(east, south) + sumTo(west, south);
      const at = row * width + column;
      if (covered[at] === 1 && count >= half) cores[at] = 1;
    }
  }
  return cores;
}

/**
 * Cores are covered cells whose window is covered by half; measured cells are within the window's reach of one,
 * without thin tongues and specks. Where points are less dense everywhere, windows are smaller, down to a cell.
 */
function denseParts(lattice: MarkLattice, covered: Uint8Array, wanted: number): DenseParts {
  const { width, height } = lattice;
  const sums = cornerSums(lattice, covered);
  let reach = Math.floor(Math.min(wanted, windowShare * Math.sqrt(sums[sums.length - 1]!)));
  let cores = coresOf(lattice, covered, sums, reach);
  while (reach > 0 && !cores.includes(1)) {
    reach >>= 1;
    cores = coresOf(lattice, covered, sums, reach);
  }
  const toCores = distanceToMarks(cores, width, height);
  const measured = covered.map((cell, at) => (cell === 1 && toCores[at]! <= reach ? 1 : 0));
  return { cores, measured };
}

function* marked(marks: Uint8Array): Generator<number> {
  for (let at = 0; at < marks.length; at++) if (marks[at] === 1) yield at;
}

/** A lattice in cells some times as wide, marked where all of theirs are, with a border of its own. */
function shrink(
  { cell, width, height }: MarkLattice,
  marks: Uint8Array,
  times: number,
  pad: number,
): MarkLattice {
  const wide = Math.ceil(width / times) + 2 * pad;
  const high = Math.ceil(height / times) + 2 * pad;
  const shrunk = new Uint8Array(wide * high);
  for (let row = 0; row < height; row += times) {
    for (let column = 0; column < width; column += times) {
      let isMarked = 1;
      for (let r = row; r < Math.min(row + times, height); r++) {
        for (let c = column; c < Math.min(column + times, width); c++) isMarked &= marks[r * width + c]!;
      }
      shrunk[(row / times + pad) * wide + column / times + pad] = isMarked;
    }
  }
  return { cell: cell * times, pad, width: wide, height: high, marks: shrunk };
}

/** Whether a cell of a lattice is in a gap between marks that is no wider than twice `reach` cells. */
function gapBetween(lattice: MarkLattice, marks: Uint8Array, reach: number, times: number) {
  const pad = Math.ceil(reach / times) + 2;
  const wide = shrink(lattice, marks, times, pad);
  const closed = closeMarks(wide, reach / times, 0);
  return (column: number, row: number): boolean =>
    closed[(Math.floor(row / times) + pad) * wide.width + Math.floor(column / times) + pad] === 1;
}

/**
 * The outline of points matched in photos: where they cover the ground densely (their own outline, with gaps up to ten mean
 * spacings, without the specks and tongues that lone points make), open gaps up to 300 mean spacings wide where photos see
 * the ground, and all that both enclose. It does not depend on the order of the points. Time and memory are linear in the
 * cells.
 * @param spacing mean plan spacing of the points
 * @param isSeen whether enough photos see the ground at a place
 */
export function photoOutline(
  occupancy: Occupancy,
  spacing: number,
  isSeen: (x: number, y: number) => boolean,
): PhotoOutline {
  const times = cellsForGap(occupancy, gapSpacings * spacing);
  const cell = times * occupancy.cell;
  const reach = Math.max((gapSpacings * spacing) / 2 / cell, 1);
  const seenReach = Math.max((seenGapSpacings * spacing) / 2 / cell, reach);
  const lattice = coarsen(occupancy, times, Math.ceil(reach) + 2);
  const { width, height, pad } = lattice;
  const covered = closeMarks(lattice, reach, 1);
  const { cores, measured } = denseParts(lattice, covered, (windowSpacings * spacing) / cell);
  // edges of wide gaps need no cells finer than the points
  const isGap = gapBetween(lattice, measured, seenReach, Math.max(1, Math.floor(spacing / cell)));
  const { minX, minY } = occupancy.rect;
  const isInside = (at: number) => {
    const [column, row] = [at % width, Math.floor(at / width)];
    if (!isGap(column, row)) return false;
    return isSeen(minX + (column - pad + 0.5) * cell, minY + (row - pad + 0.5) * cell);
  };
  const inside = measured.map((mark, at) => (mark === 1 || isInside(at) ? 1 : 0));
  const outside = reachFrom([0], (at) => inside[at] === 0, width, height);
  const within = reachFrom(marked(cores), (at) => outside[at] === 0, width, height);
  return {
    gap: 2 * reach * cell,
    seenGap: 2 * seenReach * cell,
    contains: hasMark(lattice, within, occupancy.rect),
  };
}
