import { word } from './memory';

/**
 * Projection of a point in the camera frame with all derivatives, models of `domain/photogrammetry/model/camera.ts`:
 * Brown's for perspective lenses, equidistant with a polynomial in the angle for fisheye ones.
 */

/** Image x, y; derivatives of x and of y by the point (3 each); of x and of y by the intrinsics (8 each), f64. */
export const projection: usize = memory.data(24 * 8, 16);

// @ts-ignore: decorator
@inline
function put(index: usize, value: f64): void {
  store<f64>(projection + index * word, value);
}

/**
 * Projects (x, y, z) with the intrinsics at `camera` (focal, cx, cy, k1, k2, k3, p1, p2) into `projection`. False
 * behind the camera or where the distortion folds back.
 */
export function project(camera: usize, isFisheye: bool, x: f64, y: f64, z: f64, derive: bool): bool {
  return isFisheye ? projectFisheye(camera, x, y, z) : projectPerspective(camera, x, y, z, derive);
}

function projectPerspective(camera: usize, x: f64, y: f64, z: f64, derive: bool): bool {
  if (!(z > 1e-9)) return false;
  const f = load<f64>(camera);
  const k1 = load<f64>(camera, 24);
  const k2 = load<f64>(camera, 32);
  const k3 = load<f64>(camera, 40);
  const p1 = load<f64>(camera, 48);
  const p2 = load<f64>(camera, 56);
  const u = x / z;
  const v = y / z;
  const r2 = u * u + v * v;
  if (1 + r2 * (3 * k1 + r2 * (5 * k2 + r2 * 7 * k3)) <= 0) return false;
  const radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3));
  const du = u * radial + 2 * p1 * u * v + p2 * (r2 + 2 * u * u);
  const dv = v * radial + p1 * (r2 + 2 * v * v) + 2 * p2 * u * v;
  put(0, load<f64>(camera, 8) + f * du);
  put(1, load<f64>(camera, 16) + f * dv);
  if (!derive) return true;
  const slope = 2 * (k1 + r2 * (2 * k2 + 3 * r2 * k3));
  const uu = f * (radial + u * u * slope + 2 * p1 * v + 6 * p2 * u);
  const uv = f * (u * v * slope + 2 * p1 * u + 2 * p2 * v);
  const vv = f * (radial + v * v * slope + 6 * p1 * v + 2 * p2 * u);
  put(2, uu / z);
  put(3, uv / z);
  put(4, -(uu * u + uv * v) / z);
  put(5, uv / z);
  put(6, vv / z);
  put(7, -(uv * u + vv * v) / z);
  const fu = f * u * r2;
  const fv = f * v * r2;
  put(8, du);
  put(9, 1);
  put(10, 0);
  put(11, fu);
  put(12, fu * r2);
  put(13, fu * r2 * r2);
  put(14, 2 * f * u * v);
  put(15, f * (r2 + 2 * u * u));
  put(16, dv);
  put(17, 0);
  put(18, 1);
  put(19, fv);
  put(20, fv * r2);
  put(21, fv * r2 * r2);
  put(22, f * (r2 + 2 * v * v));
  put(23, 2 * f * u * v);
  return true;
}

function projectFisheye(camera: usize, x: f64, y: f64, z: f64): bool {
  const f = load<f64>(camera);
  const k1 = load<f64>(camera, 24);
  const k2 = load<f64>(camera, 32);
  const k3 = load<f64>(camera, 40);
  const rho = Math.max(1e-12, Math.hypot(x, y));
  if (rho < 1e-11 && z <= 0) return false;
  const angle = Math.atan2(rho, z);
  const a2 = angle * angle;
  const bent = angle * (1 + a2 * (k1 + a2 * (k2 + a2 * k3)));
  const slope = 1 + a2 * (3 * k1 + a2 * (5 * k2 + a2 * 7 * k3));
  if (!(slope > 0)) return false;
  const square = rho * rho + z * z;
  const g = bent / rho;
  const gRho = ((slope * z) / square - g) / rho;
  const gz = -slope / square;
  const ux = x / rho;
  const uy = y / rho;
  put(0, load<f64>(camera, 8) + f * x * g);
  put(1, load<f64>(camera, 16) + f * y * g);
  put(2, f * (g + x * gRho * ux));
  put(3, f * x * gRho * uy);
  put(4, f * x * gz);
  put(5, f * y * gRho * ux);
  put(6, f * (g + y * gRho * uy));
  put(7, f * y * gz);
  const a3 = a2 * angle;
  for (let row: usize = 0; row < 2; row++) {
    const at = 8 + 8 * row;
    const unit = row == 0 ? ux : uy;
    put(at, bent * unit);
    put(at + 1, row == 0 ? 1 : 0);
    put(at + 2, row == 0 ? 0 : 1);
    put(at + 3, f * a3 * unit);
    put(at + 4, f * a3 * a2 * unit);
    put(at + 5, f * a3 * a2 * a2 * unit);
    put(at + 6, 0);
    put(at + 7, 0);
  }
  return true;
}
