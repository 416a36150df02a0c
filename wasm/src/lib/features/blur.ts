import { align } from '../memory';

/**
 * Separable Gaussian blur of float32 images, rows and then columns in one sweep. Rows lie `stride` floats apart,
 * `stride` a multiple of 16; what is beyond the edge repeats the edge.
 */

const maxRadius: i32 = 63;
/** Weights of the centre and of one side, f32; the addresses of the rows under the kernel, u32. */
const weights = memory.data(4 * 64, 16);
const rows = memory.data(4 * 128, 16);
/** Floats before the first pixel of the scratch row: as many as the kernel reaches, a multiple of 16. */
const pad: i32 = 64;

let radius: i32 = 0;

/** Bytes of scratch that a blur of rows of `stride` floats needs. */
export function blurScratch(stride: i32): usize {
  return align(<usize>(stride + 2 * pad) << 2);
}

/** Sets the weights of a Gaussian of standard deviation `sigma` pixels, cut at 4 sigma and normalised. */
function setWeights(sigma: f64): void {
  radius = min(maxRadius, max(1, <i32>Math.ceil(4 * sigma)));
  let sum: f64 = 0;
  for (let i = 0; i <= radius; i++) {
    const x = <f64>i / sigma;
    sum += (i == 0 ? 1 : 2) * Math.exp(-0.5 * x * x);
  }
  for (let i = 0; i <= radius; i++) {
    const x = <f64>i / sigma;
    store<f32>(weights + (<usize>i << 2), <f32>(Math.exp(-0.5 * x * x) / sum));
  }
}

/** Weighted sum of the rows listed in `rows`, 16 pixels a step. */
function blurDown(to: usize, stride: i32): void {
  const centreRow = <usize>load<u32>(rows + (<usize>radius << 2));
  const bytes = <usize>stride << 2;
  for (let x: usize = 0; x < bytes; x += 64) {
    let w = v128.load32_splat(weights);
    let at = centreRow + x;
    let a = f32x4.mul(v128.load(at), w);
    let b = f32x4.mul(v128.load(at, 16), w);
    let c = f32x4.mul(v128.load(at, 32), w);
    let d = f32x4.mul(v128.load(at, 48), w);
    for (let i = 1; i <= radius; i++) {
      w = v128.load32_splat(weights + (<usize>i << 2));
      at = <usize>load<u32>(rows + (<usize>(radius - i) << 2)) + x;
      const other = <usize>load<u32>(rows + (<usize>(radius + i) << 2)) + x;
      a = f32x4.add(a, f32x4.mul(f32x4.add(v128.load(at), v128.load(other)), w));
      b = f32x4.add(b, f32x4.mul(f32x4.add(v128.load(at, 16), v128.load(other, 16)), w));
      c = f32x4.add(c, f32x4.mul(f32x4.add(v128.load(at, 32), v128.load(other, 32)), w));
      d = f32x4.add(d, f32x4.mul(f32x4.add(v128.load(at, 48), v128.load(other, 48)), w));
    }
    v128.store(to + x, a);
    v128.store(to + x, b, 16);
    v128.store(to + x, c, 32);
    v128.store(to + x, d, 48);
  }
}

/** Blurs one padded row. */
function blurAlong(from: usize, to: usize, stride: i32): void {
  const bytes = <usize>stride << 2;
  for (let x: usize = 0; x < bytes; x += 64) {
    const at = from + x;
    let w = v128.load32_splat(weights);
    let a = f32x4.mul(v128.load(at), w);
    let b = f32x4.mul(v128.load(at, 16), w);
    let c = f32x4.mul(v128.load(at, 32), w);
    let d = f32x4.mul(v128.load(at, 48), w);
    for (let i: usize = 1; i <= <usize>radius; i++) {
      w = v128.load32_splat(weights + (i << 2));
      const before = at - (i << 2);
      const after = at + (i << 2);
      a = f32x4.add(a, f32x4.mul(f32x4.add(v128.load(before), v128.load(after)), w));
      b = f32x4.add(b, f32x4.mul(f32x4.add(v128.load(before, 16), v128.load(after, 16)), w));
      c = f32x4.add(c, f32x4.mul(f32x4.add(v128.load(before, 32), v128.load(after, 32)), w));
      d = f32x4.add(d, f32x4.mul(f32x4.add(v128.load(before, 48), v128.load(after, 48)), w));
    }
    v128.store(to + x, a);
    v128.store(to + x, b, 16);
    v128.store(to + x, c, 32);
    v128.store(to + x, d, 48);
  }
}

/** Repeats the first and the last pixel of a scratch row over its padding. */
function padRow(row: usize, width: i32, stride: i32): void {
  const first = load<f32>(row);
  for (let i = 1; i <= radius; i++) store<f32>(row - (<usize>i << 2), first);
  const last = load<f32>(row + (<usize>(width - 1) << 2));
  const end = min(width + radius + 16, stride + pad);
  for (let x = width; x < end; x++) store<f32>(row + (<usize>x << 2), last);
}

/** Blurs the image at `from` into `to`, which is another place. */
export function blur(from: usize, to: usize, width: i32, height: i32, stride: i32, scratch: usize, sigma: f64): void {
  setWeights(sigma);
  const row = scratch + (<usize>pad << 2);
  const bytes = <usize>stride << 2;
  for (let y = 0; y < height; y++) {
    for (let i = -radius; i <= radius; i++) {
      const source = min(height - 1, max(0, y + i));
      store<u32>(rows + (<usize>(radius + i) << 2), <u32>(from + <usize>source * bytes));
    }
    blurDown(row, stride);
    padRow(row, width, stride);
    blurAlong(row, to + <usize>y * bytes, stride);
  }
}
