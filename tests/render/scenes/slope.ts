import { createGrid, type Grid } from '#domain/geometry/grid/grid.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import type { GpuViewport } from '#gpu/views/gpu-viewport.ts';
import { corner } from './terrain.ts';

/** A plane that rises eastwards: `cells`² cells of `cellSize` from the corner eastwards and southwards. */
export interface Slope {
  readonly cells: number;
  readonly cellSize: number;
  /** Rise over run. */
  readonly rise: number;
  /** Elevation at the corner. */
  readonly base: number;
}

/** Elevation of the plane at an easting. */
export const slopeAt = ({ rise, base }: Slope, x: number): number => base + rise * (x - corner[0]);

export function slopeGrid(slope: Slope): Grid {
  const { cells, cellSize } = slope;
  const values = Float32Array.from({ length: cells * cells }, (_, i) =>
    slopeAt(slope, corner[0] + (i % cells) * cellSize),
  );
  return createGrid(
    { width: cells, height: cells, originX: corner[0], originY: corner[1], cellSize },
    values,
  );
}

/** The place of the plane visible at a place of the image; null outside it. */
export function seenOnSlope(viewport: GpuViewport, slope: Slope, x: number, y: number): WorldPoint | null {
  const [low, high] = [viewport.unproject(x, y, slope.base), viewport.unproject(x, y, slope.base + 1)];
  if (!low || !high) return null;
  // Along the view direction the easting moves by a constant for each step of height.
  const perHeight = high[0] - low[0];
  const height = (slope.rise * (low[0] - corner[0])) / (1 - slope.rise * perHeight);
  const met = viewport.unproject(x, y, slope.base + height);
  const reach = (slope.cells - 1) * slope.cellSize;
  const isOn = met && met[0] > corner[0] && met[0] < corner[0] + reach && met[1] < corner[1];
  return isOn && met[1] > corner[1] - reach ? met : null;
}
