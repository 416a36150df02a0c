import {
  createGrid,
  type Grid,
  type GridFrame,
  type GridWindow,
  growWindow,
} from '#domain/geometry/grid/grid.ts';
import { clamp } from '#domain/math/clamp.ts';
import { sizeLimits } from '#domain/math/size-limits.ts';
import { windowFrame } from './terrain-frame.ts';

/** How tiles are gridded in blocks, so that a block's points fit in memory at any density. */
export interface BlockPlan {
  /** Cells per side of a block. */
  readonly side: number;
  /** Cells around a block whose points join its triangulation. */
  readonly reach: number;
  /** Blocks processed concurrently. */
  readonly parallel: number;
}

const sides = [512, 256, 128, 64, 32, 16] as const;
const maxPointsAtWork = 6_000_000;
/**
 * Distance around a block in mean spacings of the points, and its limits in cells. The points of a height are nearly
 * always within it; others are read on demand.
 */
const reachSpacings = 16;
const minReach = 8;
const maxReach = 48;

/** Plans blocks for points of a mean spacing and cells of an edge, both in the horizontal unit. */
export function planBlocks(
  spacing: number,
  cellSize: number,
  workers: number,
  maxBlockPoints: number = sizeLimits['terrain.blockPoints'].value,
): BlockPlan {
  const wanted = Math.ceil((reachSpacings * spacing) / cellSize);
  const reach = clamp(wanted, minReach, maxReach);
  const pointsPerCell = Math.max((cellSize / Math.max(spacing, 1e-9)) ** 2, 1e-9);
  const pointsOf = (side: number) => (side + 2 * reach) ** 2 * pointsPerCell;
  const side = sides.find((one) => pointsOf(one) <= maxBlockPoints) ?? sides[sides.length - 1]!;
  const parallel = Math.max(1, Math.min(workers, Math.floor(maxPointsAtWork / pointsOf(side))));
  return { side, reach, parallel };
}

/** A gridded block: heights, and cells with points in or beside them (null where not requested). */
export interface GriddedBlock {
  readonly grid: Grid;
  readonly near: Uint8Array | null;
}

function* blocksOf(tile: GridWindow, side: number): Generator<GridWindow> {
  for (let y = 0; y < tile.height; y += side) {
    for (let x = 0; x < tile.width; x += side) {
      const width = Math.min(side, tile.width - x);
      const height = Math.min(side, tile.height - y);
      yield { x: tile.x + x, y: tile.y + y, width, height };
    }
  }
}

/** Copies a block into its tile; of its margin only the parts outside the tile's inner part. */
function paste(
  block: GridWindow,
  part: GriddedBlock,
  tile: GridWindow,
  whole: GriddedBlock,
  margin: number,
): void {
  const left = block.x === tile.x ? 0 : margin;
  const top = block.y === tile.y ? 0 : margin;
  const right = block.x + block.width === tile.x + tile.width ? 0 : margin;
  const bottom = block.y + block.height === tile.y + tile.height ? 0 : margin;
  const [dx, dy] = [block.x - tile.x, block.y - tile.y];
  for (let row = top; row < part.grid.height - bottom; row++) {
    const from = row * part.grid.width;
    const to = (row + dy) * whole.grid.width + dx;
    for (let column = left; column < part.grid.width - right; column++) {
      whole.grid.values[to + column] = part.grid.values[from + column]!;
      if (whole.near && part.near) whole.near[to + column] = part.near[from + column]!;
    }
  }
}

/** Grids a tile with a margin, in blocks where it is larger than one. */
export async function gridInBlocks(
  frame: GridFrame,
  tile: GridWindow,
  margin: number,
  side: number,
  gridBlock: (block: GridWindow, margin: number) => Promise<GriddedBlock>,
): Promise<GriddedBlock> {
  if (tile.width <= side && tile.height <= side) return gridBlock(tile, margin);
  const grid = createGrid(windowFrame(frame, growWindow(tile, margin)));
  let whole: GriddedBlock | undefined;
  for (const block of blocksOf(tile, side)) {
    const part = await gridBlock(block, margin);
    whole ??= { grid, near: part.near && new Uint8Array(grid.values.length) };
    paste(block, part, tile, whole, margin);
  }
  return whole!;
}
