import type { DepthMap } from './depth-map.ts';
import type { StereoView } from './rectify.ts';

/** Distance in pixels to the neighbours used for surface tangents. */
const reach = 3;
/** Depths further apart than this many standard deviations plus pixel sizes are on different surfaces. */
const joinedSigmas = 4;
const joinedPixels = 6;

/** Writes the surface normal of a pixel, xyz, to an array offset. */
export type NormalWriter = (pixel: number, target: Float32Array, at: number) => void;

/**
 * Normals of a depth map in the world: cross product of the surface's tangents along row and column, from neighbours up
 * to three pixels away on the same surface; oriented towards the camera. Where the surface has no such neighbours the
 * normal is the direction to the camera.
 * @param rays of `pixelRays`
 */
export function createNormals({ camera, pose }: StereoView, map: DepthMap, rays: Float32Array): NormalWriter {
  const { width, height, depth, sigma } = map;
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = pose.rotation;
  const step = new Float64Array(6);

  /** Writes the vector between the surface points of two pixels; returns false where they are on different surfaces. */
  function lay(from: number, to: number, at: number): boolean {
    const a = depth[from]!;
    const b = depth[to]!;
    const limit = joinedSigmas * (sigma[from]! + sigma[to]!) + (joinedPixels * a) / camera.focal;
    if (!(Math.abs(a - b) < limit)) return false;
    step[at] = rays[2 * to]! * b - rays[2 * from]! * a;
    step[at + 1] = rays[2 * to + 1]! * b - rays[2 * from + 1]! * a;
    step[at + 2] = b - a;
    return true;
  }

  /** Writes the tangent at a pixel: central difference, else one-sided; returns whether there is one. */
  function span(pixel: number, before: number, after: number, at: number): boolean {
    const isBefore = before >= 0 && isJoined(pixel, before);
    const isAfter = after >= 0 && isJoined(pixel, after);
    if (isBefore && isAfter) return lay(before, after, at);
    if (isAfter) return lay(pixel, after, at);
    return isBefore && lay(before, pixel, at);
  }

  function isJoined(from: number, to: number): boolean {
    const limit = joinedSigmas * (sigma[from]! + sigma[to]!) + (joinedPixels * depth[from]!) / camera.focal;
    return Math.abs(depth[from]! - depth[to]!) < limit;
  }

  return (pixel, target, at) => {
    const x = pixel % width;
    const y = (pixel - x) / width;
    const left = x >= reach ? pixel - reach : -1;
    const right = x + reach < width ? pixel + reach : -1;
    const up = y >= reach ? pixel - reach * width : -1;
    const down = y + reach < height ? pixel + reach * width : -1;
    let nx = -rays[2 * pixel]!;
    let ny = -rays[2 * pixel + 1]!;
    let nz = -1;
    if (span(pixel, left, right, 0) && span(pixel, up, down, 3)) {
      // Down × right points towards the camera: x right, y down, z away.
      const [ax, ay, az, bx, by, bz] = step as unknown as [number, number, number, number, number, number];
      const [px, py, pz] = [by * az - bz * ay, bz * ax - bx * az, bx * ay - by * ax];
      const faces = px * nx + py * ny + pz * nz;
      if (faces > 0) [nx, ny, nz] = [px, py, pz];
    }
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    nx /= length;
    ny /= length;
    nz /= length;
    target[at] = r0 * nx + r3 * ny + r6 * nz;
    target[at + 1] = r1 * nx + r4 * ny + r7 * nz;
    target[at + 2] = r2 * nx + r5 * ny + r8 * nz;
  };
}
