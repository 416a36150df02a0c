import type { Camera } from './camera.ts';

/** Place of a projection's results in its output array. */
export const projectionLength = 2 + 6 + 16;

/**
 * Image of a point in the camera frame with all derivatives, models of `camera.ts`.
 * @param out pixel x, y; then derivatives of x and of y by the point (3 each, from index 2); then of x and of y by the
 * intrinsics in the order of `intrinsicNames` (8 each, from index 8)
 * @returns false behind the camera or where the distortion folds back
 */
export function projectWithDerivatives(
  camera: Camera,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): boolean {
  return camera.model === 'fisheye'
    ? projectFisheye(camera, x, y, z, out)
    : projectPerspective(camera, x, y, z, out);
}

/**
 * Image of a point in the camera frame alone: the first two numbers of `projectWithDerivatives`.
 * @param out of `projectionLength`; more than the first two may be written
 */
export function projectPlace(camera: Camera, x: number, y: number, z: number, out: Float64Array): boolean {
  if (camera.model === 'fisheye') return projectFisheye(camera, x, y, z, out);
  if (!(z > 1e-9)) return false;
  const { focal, k1, k2, k3, p1, p2 } = camera;
  const u = x / z;
  const v = y / z;
  const r2 = u * u + v * v;
  if (1 + r2 * (3 * k1 + r2 * (5 * k2 + r2 * 7 * k3)) <= 0) return false;
  const radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3));
  out[0] = camera.cx + focal * (u * radial + 2 * p1 * u * v + p2 * (r2 + 2 * u * u));
  out[1] = camera.cy + focal * (v * radial + p1 * (r2 + 2 * v * v) + 2 * p2 * u * v);
  return true;
}

function projectPerspective(camera: Camera, x: number, y: number, z: number, out: Float64Array): boolean {
  if (!(z > 1e-9)) return false;
  const { focal: f, k1, k2, k3, p1, p2 } = camera;
  const u = x / z;
  const v = y / z;
  const r2 = u * u + v * v;
  if (1 + r2 * (3 * k1 + r2 * (5 * k2 + r2 * 7 * k3)) <= 0) return false;
  const radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3));
  const slope = 2 * (k1 + r2 * (2 * k2 + 3 * r2 * k3));
  const du = u * radial + 2 * p1 * u * v + p2 * (r2 + 2 * u * u);
  const dv = v * radial + p1 * (r2 + 2 * v * v) + 2 * p2 * u * v;
  const uu = f * (radial + u * u * slope + 2 * p1 * v + 6 * p2 * u);
  const uv = f * (u * v * slope + 2 * p1 * u + 2 * p2 * v);
  const vv = f * (radial + v * v * slope + 6 * p1 * v + 2 * p2 * u);
  out[0] = camera.cx + f * du;
  out[1] = camera.cy + f * dv;
  out[2] = uu / z;
  out[3] = uv / z;
  out[4] = -(uu * u + uv * v) / z;
  out[5] = uv / z;
  out[6] = vv / z;
  out[7] = -(uv * u + vv * v) / z;
  out[8] = du;
  out[9] = 1;
  out[10] = 0;
  out[11] = f * u * r2;
  out[12] = f * u * r2 * r2;
  out[13] = f * u * r2 * r2 * r2;
  out[14] = 2 * f * u * v;
  out[15] = f * (r2 + 2 * u * u);
  out[16] = dv;
  out[17] = 0;
  out[18] = 1;
  out[19] = f * v * r2;
  out[20] = f * v * r2 * r2;
  out[21] = f * v * r2 * r2 * r2;
  out[22] = f * (r2 + 2 * v * v);
  out[23] = 2 * f * u * v;
  return true;
}

function projectFisheye(camera: Camera, x: number, y: number, z: number, out: Float64Array): boolean {
  const { focal: f, k1, k2, k3 } = camera;
  const rho = Math.max(1e-12, Math.hypot(x, y));
  const square = rho * rho + z * z;
  if (rho < 1e-11 && z <= 0) return false;
  const angle = Math.atan2(rho, z);
  const a2 = angle * angle;
  const bent = angle * (1 + a2 * (k1 + a2 * (k2 + a2 * k3)));
  const slope = 1 + a2 * (3 * k1 + a2 * (5 * k2 + a2 * 7 * k3));
  if (!(slope > 0)) return false;
  const g = bent / rho;
  const gRho = ((slope * z) / square - g) / rho;
  const gz = -slope / square;
  const [ux, uy] = [x / rho, y / rho];
  out[0] = camera.cx + f * x * g;
  out[1] = camera.cy + f * y * g;
  out[2] = f * (g + x * gRho * ux);
  out[3] = f * x * gRho * uy;
  out[4] = f * x * gz;
  out[5] = f * y * gRho * ux;
  out[6] = f * (g + y * gRho * uy);
  out[7] = f * y * gz;
  const a3 = a2 * angle;
  for (let row = 0; row < 2; row++) {
    const at = 8 + 8 * row;
    const unit = row === 0 ? ux : uy;
    out[at] = bent * unit;
    out[at + 1] = row === 0 ? 1 : 0;
    out[at + 2] = row === 0 ? 0 : 1;
    out[at + 3] = f * a3 * unit;
    out[at + 4] = f * a3 * a2 * unit;
    out[at + 5] = f * a3 * a2 * a2 * unit;
    out[at + 6] = 0;
    out[at + 7] = 0;
  }
  return true;
}
