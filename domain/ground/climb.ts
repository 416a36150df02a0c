import { createPlaneFit, type FittedPlane, type PlaneFit } from '../geometry/plane/plane-fit.ts';
import type { LowestPoints } from './lowest-points.ts';

/** Criteria for steep ground: heaps, banks and cuts are steep but smooth and connected to the ground. */
export interface ClimbSettings {
  /** Maximum slope of a face, rise over run. */
  readonly slope: number;
  /** Maximum root mean square distance of the lowest points of 3 × 3 cells from a plane, metres … */
  readonly roughnessM: number;
  /** … or as a fraction of the cell size, if larger, since sparse points sample the roughness less precisely. */
  readonly roughnessShare: number;
  /** Height difference of neighbours that is allowed at any distance, metres. */
  readonly stepM: number;
}

export const defaultClimb: ClimbSettings = {
  slope: 1.2,
  roughnessM: 0.12,
  roughnessShare: 0.12,
  stepM: 0.1,
};

const minNeighbours = 6;
/** Minimum spread of points across a line to estimate a slope. */
const minBreadth = 1e-9;

/** Fits a plane to the lowest points of a cell and its neighbours; null if too few of them contain points. */
function planeAround(fit: PlaneFit, lowest: LowestPoints, xyz: Float64Array, at: number): FittedPlane | null {
  const { frame, owners } = lowest;
  const centre = owners[at]! * 3;
  fit.clear();
  for (let row = -1; row <= 1; row++) {
    for (let column = -1; column <= 1; column++) {
      const x0 = (at % frame.width) + column;
      const near = at + row * frame.width + column;
      if (x0 < 0 || x0 >= frame.width || near < 0 || near >= owners.length || owners[near]! < 0) continue;
      const from = owners[near]! * 3;
      fit.add(
        xyz[from]! - xyz[centre]!,
        xyz[from + 1]! - xyz[centre + 1]!,
        xyz[from + 2]! - xyz[centre + 2]!,
      );
    }
  }
  return fit.count < minNeighbours ? null : fit.plane();
}

/**
 * Finds ground on smooth steep faces connected to known ground, by region growing over a grid of lowest points: from
 * cell to cell where the step is no steeper than `slope` and the neighbourhood is planar. Walls are excluded by their
 * slope, tree crowns by their roughness.
 * @param xyz three numbers per point, metres; borrowed
 * @param isGround 1 for known ground, one entry per point; updated
 */
export function climbFaces(
  xyz: Float64Array,
  lowest: LowestPoints,
  isGround: Uint8Array,
  settings: ClimbSettings,
): void {
  const { frame, owners } = lowest;
  const roughness = Math.max(settings.roughnessM, settings.roughnessShare * frame.cellSize);
  const reached = new Uint8Array(owners.length);
  const isRough = new Uint8Array(owners.length);
  const waiting: number[] = [];
  const fit = createPlaneFit();
  for (let at = 0; at < owners.length; at++) {
    if (owners[at]! < 0 || !isGround[owners[at]!]) continue;
    reached[at] = 1;
    waiting.push(at);
  }
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const from = owners[at]! * 3;
    for (let k = 0; k < 9; k++) {
      const column = (at % frame.width) + (k % 3) - 1;
      const near = at + (Math.floor(k / 3) - 1) * frame.width + (k % 3) - 1;
      if (column < 0 || column >= frame.width || near < 0 || near >= owners.length) continue;
      if (reached[near] || isRough[near] || owners[near]! < 0) continue;
      const to = owners[near]! * 3;
      const run = Math.hypot(xyz[to]! - xyz[from]!, xyz[to + 1]! - xyz[from + 1]!);
      if (Math.abs(xyz[to + 2]! - xyz[from + 2]!) > settings.slope * run + settings.stepM) continue;
      const plane = planeAround(fit, lowest, xyz, near);
      const isSmooth = plane !== null && plane.breadth > minBreadth && plane.roughness <= roughness;
      if (!isSmooth || Math.hypot(plane.slopeX, plane.slopeY) > settings.slope) {
        isRough[near] = 1;
        continue;
      }
      reached[near] = 1;
      waiting.push(near);
      isGround[owners[near]!] = 1;
    }
  }
}
