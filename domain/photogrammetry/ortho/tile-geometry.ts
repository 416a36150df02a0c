import type { Grid, GridFrame } from '../../geometry/grid/grid.ts';
import { projectRay } from '../model/camera.ts';
import { toCamera } from '../model/pose.ts';
import { blendReach, blendUnit } from './blend.ts';
import type { CellWindow, OrthoView } from './coarse-view.ts';
import { type GroundLattice, latticeToLocal, localPlace } from './ground-lattice.ts';

/** Cells of an output tile together with what takes part in its blending; may reach beyond the frame. */
export function tileExtent(window: CellWindow): CellWindow {
  const grow = (length: number) => Math.ceil((length + 2 * blendReach) / blendUnit) * blendUnit;
  return {
    x: window.x - blendReach,
    y: window.y - blendReach,
    width: grow(window.width),
    height: grow(window.height),
  };
}

/** The positions of a tile's cells. */
export interface TilePlaces {
  /** World height, NaN where there is no survey. */
  readonly heights: Float64Array;
  /** Local metres, xyz per cell. */
  readonly local: Float64Array;
}

/** A step between neighbouring cells of the surface is a wall from this many of their edges, and metres, on. */
const [wallCells, wallM] = [4, 1.5];

/** Weighted mean of the corners on one side of a height; NaN where none is. */
function sideOf(
  corners: readonly number[],
  weights: readonly number[],
  middle: number,
  isUpper: boolean,
): number {
  let [sum, weight] = [0, 0];
  for (let k = 0; k < 4; k++) {
    if (corners[k]! >= middle !== isUpper) continue;
    sum += weights[k]! * corners[k]!;
    weight += weights[k]!;
  }
  return sum / weight;
}

/**
 * Heights from the surface and local places of all cells of a tile's extent. Heights are bilinear; across a wall they
 * step where the bilinear surface passes its middle, so that roofs end in an edge and not in a strip of wall.
 * @param unitRatio horizontal units a vertical unit
 */
export function placeCells(
  frame: GridFrame,
  extent: CellWindow,
  surface: Grid,
  lattice: GroundLattice,
  unitRatio: number,
): TilePlaces {
  const count = extent.width * extent.height;
  const heights = new Float64Array(count).fill(Number.NaN);
  const local = new Float64Array(3 * count);
  const { values, width, height, cellSize } = surface;
  const metresUp = Math.hypot(lattice.nodes[3]!, lattice.nodes[4]!, lattice.nodes[5]!);
  const wall = Math.max((wallCells * cellSize) / unitRatio, wallM / metresUp);
  for (let row = 0; row < extent.height; row++) {
    const y = frame.originY - (extent.y + row) * frame.cellSize;
    const v = (surface.originY - y) / cellSize;
    const r = Math.floor(v);
    if (r < 0 || r >= height - 1) continue;
    const fv = v - r;
    for (let column = 0; column < extent.width; column++) {
      const x = frame.originX + (extent.x + column) * frame.cellSize;
      const u = (x - surface.originX) / cellSize;
      const c = Math.floor(u);
      if (c < 0 || c >= width - 1) continue;
      const fu = u - c;
      const at = r * width + c;
      const a = values[at]!;
      const b = values[at + 1]!;
      const d = values[at + width]!;
      const e = values[at + width + 1]!;
      let z = (a * (1 - fu) + b * fu) * (1 - fv) + (d * (1 - fu) + e * fu) * fv;
      if (Number.isNaN(z)) continue;
      const low = Math.min(a, b, d, e);
      const high = Math.max(a, b, d, e);
      if (high - low > wall) {
        const middle = (low + high) / 2;
        const weights = [(1 - fu) * (1 - fv), fu * (1 - fv), (1 - fu) * fv, fu * fv];
        z = sideOf([a, b, d, e], weights, middle, z >= middle);
      }
      const to = row * extent.width + column;
      heights[to] = z;
      latticeToLocal(lattice, x, y, z, local, 3 * to);
    }
  }
  return { heights, local };
}

const latticeSide = 8;
const cropMarginPx = 24;

/**
 * Pixels of a photo that a tile may need: the image of the tile's plan between its lowest and highest height, with a
 * margin; null where the photo does not show it.
 */
export function cropFor(
  { camera, pose }: OrthoView,
  frame: GridFrame,
  extent: CellWindow,
  lattice: GroundLattice,
  low: number,
  high: number,
): CellWindow | null {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  const wide = 1 << 20;
  for (let i = 0; i <= latticeSide; i++) {
    for (let j = 0; j <= latticeSide; j++) {
      const x = frame.originX + (extent.x + (i * extent.width) / latticeSide) * frame.cellSize;
      const y = frame.originY - (extent.y + (j * extent.height) / latticeSide) * frame.cellSize;
      for (const z of [low, high]) {
        const [xc, yc, zc] = toCamera(pose, localPlace(lattice, [x, y, z]));
        const found = projectRay(camera, xc, yc, zc);
        minX = Math.min(minX, found ? found[0] : -wide);
        maxX = Math.max(maxX, found ? found[0] : wide);
        minY = Math.min(minY, found ? found[1] : -wide);
        maxY = Math.max(maxY, found ? found[1] : wide);
      }
    }
  }
  const x0 = Math.max(0, Math.floor(minX) - cropMarginPx);
  const y0 = Math.max(0, Math.floor(minY) - cropMarginPx);
  const x1 = Math.min(camera.width, Math.ceil(maxX) + cropMarginPx);
  const y1 = Math.min(camera.height, Math.ceil(maxY) + cropMarginPx);
  if (x1 - x0 < 8 || y1 - y0 < 8) return null;
  return { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
}
