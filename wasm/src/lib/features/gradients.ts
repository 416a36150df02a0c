/**
 * Gradients of a square patch of a picture, sampled on a turned and scaled grid. Size and direction are computed
 * four at a time.
 */

const halfTurn: f32 = 3.14159265358979;

/**
 * Samples `side`² values of an image linearly around (x, y), index coordinates; (stepX, stepY) is one grid step
 * along the patch's row. Beyond the edge the edge repeats. Rows of the patch lie `patchStride` floats apart.
 */
export function samplePatch(
  image: usize, width: i32, height: i32, stride: i32, x: f64, y: f64, stepX: f64, stepY: f64,
  side: i32, patch: usize, patchStride: i32,
): void {
  const half = 0.5 * <f64>(side - 1);
  const rowBytes = <usize>stride << 2;
  const right = <f32>(width - 1);
  const bottom = <f32>(height - 1);
  const reach = half * (abs(stepX) + abs(stepY));
  const isInside = x - reach >= 0 && y - reach >= 0 && x + reach < <f64>(width - 1) && y + reach < <f64>(height - 1);
  const dx = <f32>stepX;
  const dy = <f32>stepY;
  for (let row = 0; row < side; row++) {
    const v = <f64>row - half;
    let sx = <f32>(x - half * stepX - v * stepY);
    let sy = <f32>(y - half * stepY + v * stepX);
    let to = patch + (<usize>(row * patchStride) << 2);
    if (isInside) {
      for (let column = 0; column < side; column++) {
        const ix = <i32>sx;
        const iy = <i32>sy;
        const fx = sx - <f32>ix;
        const fy = sy - <f32>iy;
        const at = image + (<usize>ix << 2) + <usize>iy * rowBytes;
        const a = load<f32>(at);
        const b = load<f32>(at, 4);
        const c = load<f32>(at + rowBytes);
        const d = load<f32>(at + rowBytes, 4);
        const top = a + fx * (b - a);
        store<f32>(to, top + fy * (c + fx * (d - c) - top));
        to += 4;
        sx += dx;
        sy += dy;
      }
    } else {
      for (let column = 0; column < side; column++) {
        const cx = min(right, max(<f32>0, sx));
        const cy = min(bottom, max(<f32>0, sy));
        const ix = <i32>cx;
        const iy = <i32>cy;
        const fx = cx - <f32>ix;
        const fy = cy - <f32>iy;
        const at = image + (<usize>ix << 2) + <usize>iy * rowBytes;
        const next: usize = ix + 1 < width ? 4 : 0;
        const under: usize = iy + 1 < height ? rowBytes : 0;
        const a = load<f32>(at);
        const b = load<f32>(at + next);
        const c = load<f32>(at + under);
        const d = load<f32>(at + under + next);
        const top = a + fx * (b - a);
        store<f32>(to, top + fy * (c + fx * (d - c) - top));
        to += 4;
        sx += dx;
        sy += dy;
      }
    }
  }
}

/**
 * Angle of (x, y), radians from −π to π, four at a time: a polynomial of the smaller over the larger, error under
 * 1.2e-5 (coefficients: M. Abramowitz and I. Stegun, 4.4.49, with the two quadrants folded).
 */
// @ts-ignore: decorator
@inline
export function angles(y: v128, x: v128): v128 {
  const ax = f32x4.abs(x);
  const ay = f32x4.abs(y);
  const isSteep = f32x4.gt(ay, ax);
  const low = f32x4.pmin(ax, ay);
  const high = f32x4.pmax(f32x4.pmax(ax, ay), f32x4.splat(1e-30));
  const t = f32x4.div(low, high);
  const t2 = f32x4.mul(t, t);
  let p = f32x4.splat(0.0208351);
  p = f32x4.add(f32x4.mul(p, t2), f32x4.splat(-0.0851330));
  p = f32x4.add(f32x4.mul(p, t2), f32x4.splat(0.1801410));
  p = f32x4.add(f32x4.mul(p, t2), f32x4.splat(-0.3302995));
  p = f32x4.add(f32x4.mul(p, t2), f32x4.splat(0.9998660));
  let angle = f32x4.mul(p, t);
  angle = v128.bitselect(f32x4.sub(f32x4.splat(0.5 * halfTurn), angle), angle, isSteep);
  angle = v128.bitselect(f32x4.sub(f32x4.splat(halfTurn), angle), angle, f32x4.lt(x, f32x4.splat(0)));
  return v128.or(angle, v128.and(y, i32x4.splat(0x80000000)));
}

/**
 * Gradients inside a sampled patch, by central differences: of its inner (side − 2)² values, rows `stride` floats
 * apart, sizes to `sizes` and directions (0 to `turn` for a full turn) to `directions`.
 */
export function patchGradients(
  patch: usize, side: i32, stride: i32, turn: f32, sizes: usize, directions: usize,
): void {
  const rowBytes = <usize>stride << 2;
  const perRadian = f32x4.splat(turn / (2 * halfTurn));
  const full = f32x4.splat(turn);
  for (let row = 0; row < side - 2; row++) {
    const at = patch + <usize>(row + 1) * rowBytes + 4;
    const to = <usize>row * rowBytes;
    for (let x: usize = 0; x < <usize>(side - 2) << 2; x += 16) {
      const gx = f32x4.sub(v128.load(at + x + 4), v128.load(at + x - 4));
      const gy = f32x4.sub(v128.load(at + x + rowBytes), v128.load(at + x - rowBytes));
      v128.store(sizes + to + x, f32x4.sqrt(f32x4.add(f32x4.mul(gx, gx), f32x4.mul(gy, gy))));
      const direction = f32x4.mul(angles(gy, gx), perRadian);
      const isNegative = f32x4.lt(direction, f32x4.splat(0));
      v128.store(directions + to + x, f32x4.add(direction, v128.and(full, isNegative)));
    }
  }
}
