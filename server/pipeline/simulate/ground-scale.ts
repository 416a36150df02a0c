import type { CrsReport } from '#domain/crs/types.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import { createLocalFrame } from '#domain/photogrammetry/model/local-frame.ts';

const probeM = 500;

/**
 * Metres on the map per metre on the ground at world coordinates, and the direction of true north there, degrees
 * clockwise from the map's.
 * @param placement `horizontal`: units of the system per metre
 */
export function measureGround(
  placement: { readonly crs: CrsReport; readonly horizontal: number },
  world: Vec3,
): { scale: number; trueNorthDeg: number } {
  const frame = createLocalFrame(placement.crs.definition, world);
  const span = (a: Vec3, b: Vec3) => {
    const [from, to] = [frame.toWorld(a), frame.toWorld(b)];
    return [(to[0] - from[0]) / placement.horizontal, (to[1] - from[1]) / placement.horizontal] as const;
  };
  const east = span([-probeM, 0, 0], [probeM, 0, 0]);
  const north = span([0, -probeM, 0], [0, probeM, 0]);
  return {
    scale: Math.sqrt(Math.hypot(...east) * Math.hypot(...north)) / (2 * probeM),
    trueNorthDeg: (Math.atan2(north[0], north[1]) * 180) / Math.PI,
  };
}
