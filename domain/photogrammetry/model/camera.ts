/**
 * Pixel frame of all photogrammetry: the image as stored (EXIF orientation not applied), full resolution, x to the
 * right, y down, the corner of the first pixel at (0, 0), so its centre at (0.5, 0.5).
 * Camera frame: x right, y down, z forward along the view.
 */
export interface Camera {
  /** `perspective` is Brown's model; `fisheye` is equidistant with a polynomial in the angle. */
  readonly model: 'perspective' | 'fisheye';
  /** Pixels of the full image. */
  readonly width: number;
  readonly height: number;
  /** Focal length, pixels. */
  readonly focal: number;
  /** Principal point, pixels. */
  readonly cx: number;
  readonly cy: number;
  /** Radial coefficients. */
  readonly k1: number;
  readonly k2: number;
  readonly k3: number;
  /** Tangential coefficients; 0 for fisheye. */
  readonly p1: number;
  readonly p2: number;
}

/** Order of the intrinsic parameters wherever they form a vector (derivatives, covariance, correlations). */
export const intrinsicNames = ['focal', 'cx', 'cy', 'k1', 'k2', 'k3', 'p1', 'p2'] as const;

export type IntrinsicName = (typeof intrinsicNames)[number];

/** A camera without distortion whose principal point is the centre of the image. */
export function simpleCamera(width: number, height: number, focal: number): Camera {
  return {
    model: 'perspective',
    width,
    height,
    focal,
    cx: width / 2,
    cy: height / 2,
    k1: 0,
    k2: 0,
    k3: 0,
    p1: 0,
    p2: 0,
  };
}

/**
 * Distorts normalised image coordinates (x/z, y/z), perspective model (D. C. Brown, "Close-range camera
 * calibration", 1971, in the sign convention of OpenCV and COLMAP): radial polynomial of r², then tangential terms.
 */
function distortPerspective(camera: Camera, u: number, v: number): [number, number] {
  const { k1, k2, k3, p1, p2 } = camera;
  const r2 = u * u + v * v;
  const radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3));
  return [
    u * radial + 2 * p1 * u * v + p2 * (r2 + 2 * u * u),
    v * radial + p1 * (r2 + 2 * v * v) + 2 * p2 * u * v,
  ];
}

/**
 * Equidistant fisheye (J. Kannala and S. Brandt, 2006): θd = θ (1 + k1 θ² + k2 θ⁴ + k3 θ⁶), θ the angle to the axis.
 */
function distortFisheye(camera: Camera, x: number, y: number, z: number): [number, number] {
  const radius = Math.hypot(x, y);
  if (radius < 1e-12) return [x / z, y / z];
  const angle = Math.atan2(radius, z);
  const a2 = angle * angle;
  const distorted = angle * (1 + a2 * (camera.k1 + a2 * (camera.k2 + a2 * camera.k3)));
  return [(x / radius) * distorted, (y / radius) * distorted];
}

/**
 * Image of a direction in the camera frame, pixels; null where it is behind the camera (perspective: z ≤ 0) or where
 * the distortion folds back, so that the result is unique.
 */
export function projectRay(camera: Camera, x: number, y: number, z: number): [number, number] | null {
  if (camera.model === 'fisheye') {
    if (z <= 0 && Math.hypot(x, y) < 1e-12) return null;
    const [u, v] = distortFisheye(camera, x, y, z);
    return [camera.cx + camera.focal * u, camera.cy + camera.focal * v];
  }
  if (!(z > 0)) return null;
  const [u, v] = [x / z, y / z];
  const r2 = u * u + v * v;
  const growth = 1 + r2 * (3 * camera.k1 + r2 * (5 * camera.k2 + r2 * 7 * camera.k3));
  if (growth <= 0) return null;
  const [du, dv] = distortPerspective(camera, u, v);
  return [camera.cx + camera.focal * du, camera.cy + camera.focal * dv];
}

const undistortSteps = 30;
const undistortTolerance = 1e-12;

/**
 * Unit direction in the camera frame of a pixel: the inverse of `projectRay` by Newton's method, to 1e-12 of the
 * focal length inside the image of any sensible lens.
 */
export function unprojectPixel(camera: Camera, px: number, py: number): [number, number, number] {
  const du = (px - camera.cx) / camera.focal;
  const dv = (py - camera.cy) / camera.focal;
  if (camera.model === 'fisheye') return unprojectFisheye(camera, du, dv);
  const { k1, k2, k3, p1, p2 } = camera;
  let [u, v] = [du, dv];
  for (let step = 0; step < undistortSteps; step++) {
    const r2 = u * u + v * v;
    const radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3));
    const slope = 2 * (k1 + r2 * (2 * k2 + r2 * 3 * k3));
    const eu = u * radial + 2 * p1 * u * v + p2 * (r2 + 2 * u * u) - du;
    const ev = v * radial + p1 * (r2 + 2 * v * v) + 2 * p2 * u * v - dv;
    const a = radial + u * u * slope + 2 * p1 * v + 6 * p2 * u;
    const b = u * v * slope + 2 * p1 * u + 2 * p2 * v;
    const d = radial + v * v * slope + 6 * p1 * v + 2 * p2 * u;
    const det = a * d - b * b;
    if (!(Math.abs(det) > 1e-12)) break;
    const su = (d * eu - b * ev) / det;
    const sv = (a * ev - b * eu) / det;
    u -= su;
    v -= sv;
    if (Math.abs(su) + Math.abs(sv) < undistortTolerance) break;
  }
  const length = Math.sqrt(u * u + v * v + 1);
  return [u / length, v / length, 1 / length];
}

function unprojectFisheye(camera: Camera, du: number, dv: number): [number, number, number] {
  const distorted = Math.hypot(du, dv);
  if (distorted < 1e-12) return [0, 0, 1];
  let angle = distorted;
  for (let step = 0; step < undistortSteps; step++) {
    const a2 = angle * angle;
    const value = angle * (1 + a2 * (camera.k1 + a2 * (camera.k2 + a2 * camera.k3))) - distorted;
    const slope = 1 + a2 * (3 * camera.k1 + a2 * (5 * camera.k2 + a2 * 7 * camera.k3));
    if (!(slope > 1e-6)) break;
    angle -= value / slope;
    if (Math.abs(value) < undistortTolerance) break;
  }
  const sine = Math.sin(angle) / distorted;
  return [du * sine, dv * sine, Math.cos(angle)];
}
