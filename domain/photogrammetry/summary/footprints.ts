import { maxOf, minOf } from '../../math/extremes.ts';
import { rotate, transpose } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { unprojectPixel } from '../model/camera.ts';
import type { Reconstruction } from '../model/reconstruction.ts';

/** Ground area of a photo: its four image corners projected to a horizontal plane, xy, in the frame of the poses. */
export interface Footprint {
  /** Index into the reconstruction's photos. */
  readonly photo: number;
  /** In the order of the image corners, so of either orientation; corners above the horizon are clipped at `reach`. */
  readonly corners: readonly (readonly [x: number, y: number])[];
}

/** Maximum distance of a footprint from the camera, in flying heights; oblique views extend to the horizon. */
const reach = 4;

/**
 * Computes the footprints of all photos on the horizontal plane at `groundHeight` (frame and unit of the poses). Photos
 * below the plane are omitted.
 */
export function footprintsOf(reconstruction: Reconstruction, groundHeight: number): Footprint[] {
  return reconstruction.photos.flatMap((photo, index) => {
    const camera = reconstruction.cameras[photo.camera];
    const { rotation, centre } = photo.pose;
    const height = centre[2] - groundHeight;
    if (!camera || height <= 0) return [];
    const back = transpose(rotation);
    const corners = [
      [0, 0],
      [camera.width, 0],
      [camera.width, camera.height],
      [0, camera.height],
    ].map(([x = 0, y = 0]) => cornerOf(centre, rotate(back, unprojectPixel(camera, x, y)), height));
    return [{ photo: index, corners }];
  });
}

function cornerOf(centre: Vec3, ray: Vec3, height: number): [number, number] {
  const across = Math.hypot(ray[0], ray[1]);
  const far = reach * height;
  const distance = ray[2] < 0 ? Math.min((across / -ray[2]) * height, far) : far;
  const share = across === 0 ? 0 : distance / across;
  return [centre[0] + ray[0] * share, centre[1] + ray[1] * share];
}

/** Number of photos per cell of a ground grid. Row 0 is the northernmost; y decreases with the row. */
export interface OverlapMap {
  readonly width: number;
  readonly height: number;
  /** Centre of the first cell, in the frame of the poses. */
  readonly originX: number;
  readonly originY: number;
  readonly cell: number;
  readonly counts: Uint16Array<ArrayBuffer>;
}

const gridSide = 160;

/** Counts the footprints that cover each cell of the block; returns null if there are no footprints. */
export function overlapOf(footprints: readonly Footprint[]): OverlapMap | null {
  const all = footprints.flatMap(({ corners }) => corners);
  if (all.length === 0) return null;
  const [minX, maxX] = [minOf(all.map(([x]) => x)), maxOf(all.map(([x]) => x))];
  const [minY, maxY] = [minOf(all.map(([, y]) => y)), maxOf(all.map(([, y]) => y))];
  const cell = Math.max(maxX - minX, maxY - minY) / gridSide || 1;
  const width = Math.max(1, Math.ceil((maxX - minX) / cell));
  const height = Math.max(1, Math.ceil((maxY - minY) / cell));
  const map: OverlapMap = {
    width,
    height,
    originX: minX + cell / 2,
    originY: maxY - cell / 2,
    cell,
    counts: new Uint16Array(width * height),
  };
  for (const footprint of footprints) addFootprint(map, footprint);
  return map;
}

function addFootprint(
  { width, height, originX, originY, cell, counts }: OverlapMap,
  footprint: Footprint,
): void {
  const xs = footprint.corners.map(([x]) => x);
  const ys = footprint.corners.map(([, y]) => y);
  const first = Math.max(0, Math.floor((originY - maxOf(ys)) / cell));
  const last = Math.min(height - 1, Math.ceil((originY - minOf(ys)) / cell));
  const left = Math.max(0, Math.floor((minOf(xs) - originX) / cell));
  const right = Math.min(width - 1, Math.ceil((maxOf(xs) - originX) / cell));
  for (let row = first; row <= last; row++) {
    for (let column = left; column <= right; column++) {
      if (isInside(footprint.corners, originX + column * cell, originY - row * cell)) {
        counts[row * width + column]!++;
      }
    }
  }
}

/** Returns whether a point is inside a simple ring, by the even-odd rule. */
function isInside(ring: Footprint['corners'], x: number, y: number): boolean {
  let inside = false;
  let [px, py] = ring.at(-1) ?? [0, 0];
  for (const [cx, cy] of ring) {
    if (cy > y !== py > y && x < ((px - cx) * (y - cy)) / (py - cy) + cx) inside = !inside;
    [px, py] = [cx, cy];
  }
  return inside;
}
