import { type Grid, sampleGrid } from '../../geometry/grid/grid.ts';
import { createProjector } from '../model/projector.ts';
import type { OrthoView } from './coarse-view.ts';
import { sampleLinear } from './coarse-view.ts';
import { type GroundLattice, latticeToLocal } from './ground-lattice.ts';
import { createOcclusionTest } from './occlusion.ts';
import type { PhotoCrop } from './photo-sampler.ts';
import { viewCost } from './view-cost.ts';

export interface PointViewInput {
  readonly view: OrthoView;
  /** Pixels that show the points; points elsewhere count as unseen. */
  readonly crop: PhotoCrop;
  /** World coordinates, xyz per point, length 3n. */
  readonly points: Float64Array;
  /** Heights of what can hide the points. */
  readonly surface: Grid;
  readonly lattice: GroundLattice;
  /** Horizontal units a vertical unit. */
  readonly unitRatio: number;
  /** Ground size of a pixel in the block's finest view, metres. */
  readonly finestM: number;
}

/** What one photo shows of points. */
export interface PointView {
  /** Cost of the view a point, Infinity where the photo does not show it. */
  readonly cost: Float32Array<ArrayBuffer>;
  /** RGB per point. */
  readonly rgb: Uint8Array<ArrayBuffer>;
}

/** Height in cells of the surface above a point from which the point counts as underneath, below a roof or a crown. */
const coverCells = 6;

/** Looks at points through one photo: their colours, and how well it shows them. */
export function viewPoints(input: PointViewInput): PointView {
  const { view, crop, points, lattice } = input;
  const { camera, pose } = view;
  const count = points.length / 3;
  const cost = new Float32Array(count).fill(Infinity);
  const rgb = new Uint8Array(3 * count);
  const project = createProjector(camera, pose);
  const isHidden = createOcclusionTest(input.surface, view.centreWorld, input.unitRatio);
  const place = { x: 0, y: 0 };
  const local = new Float64Array(3);
  const shorter = Math.min(camera.width, camera.height);
  const [cx, cy, cz] = pose.centre;
  const cover = (coverCells * input.surface.cellSize) / input.unitRatio;
  for (let point = 0; point < count; point++) {
    const [x, y, z] = [points[3 * point]!, points[3 * point + 1]!, points[3 * point + 2]!];
    latticeToLocal(lattice, x, y, z, local, 0);
    if (!project(local[0]!, local[1]!, local[2]!, place)) continue;
    const [u, v] = [place.x - crop.x, place.y - crop.y];
    if (u < 1 || v < 1 || u > crop.width - 1 || v > crop.height - 1) continue;
    const dz = cz - local[2]!;
    if (!(dz > 0) || sampleGrid(input.surface, x, y) - z > cover || isHidden(x, y, z)) continue;
    const flat = Math.hypot(cx - local[0]!, cy - local[1]!);
    cost[point] = viewCost({
      tangent: flat / dz,
      coarseness: Math.sqrt(flat * flat + dz * dz) / camera.focal / input.finestM,
      border: Math.min(place.x, place.y, camera.width - place.x, camera.height - place.y) / shorter,
      sharpness: view.sharpness,
    });
    sampleLinear(crop, u, v, rgb, 3 * point);
  }
  return { cost, rgb };
}

/** Photos whose colours a point's own is the median of. */
export const viewsPerPoint = 3;

/** The best views of points so far: three costs in rising order and their colours a point. */
export interface BestViews {
  readonly cost: Float32Array;
  readonly rgb: Uint8Array;
}

export function createBestViews(points: number): BestViews {
  return {
    cost: new Float32Array(viewsPerPoint * points).fill(Infinity),
    rgb: new Uint8Array(3 * viewsPerPoint * points),
  };
}

/** Takes a further view in; of equal ones the earlier stays. */
export function addView(best: BestViews, { cost, rgb }: PointView): void {
  for (let point = 0; point < cost.length; point++) {
    const value = cost[point]!;
    const first = viewsPerPoint * point;
    let at = first + viewsPerPoint;
    while (at > first && value < best.cost[at - 1]!) at--;
    if (at === first + viewsPerPoint) continue;
    for (let k = first + viewsPerPoint - 1; k > at; k--) {
      best.cost[k] = best.cost[k - 1]!;
      best.rgb.copyWithin(3 * k, 3 * k - 3, 3 * k);
    }
    best.cost[at] = value;
    best.rgb.set(rgb.subarray(3 * point, 3 * point + 3), 3 * at);
  }
}

/**
 * The median of a point's views, channel by channel (of two, the better one), into `out`; false where no photo shows
 * the point.
 */
export function medianColour({ cost, rgb }: BestViews, point: number, out: Uint8Array): boolean {
  const first = viewsPerPoint * point;
  if (cost[first] === Infinity) return false;
  const isFull = cost[first + viewsPerPoint - 1]! < Infinity;
  for (let channel = 0; channel < 3; channel++) {
    const [a, b, c] = [0, 1, 2].map((k) => rgb[3 * (first + k) + channel]!) as [number, number, number];
    out[channel] = isFull ? Math.max(Math.min(a, b), Math.min(Math.max(a, b), c)) : a;
  }
  return true;
}
