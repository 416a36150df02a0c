import type { Camera } from '../model/camera.ts';
import type { CellWindow, ColourPixels } from './coarse-view.ts';
import { halfDiagonal } from './coarse-view.ts';
import { exposureTable } from './exposure.ts';

/** Part of a photo at full resolution: the pixels of a window, RGB interleaved. */
export interface PhotoCrop extends CellWindow {
  readonly pixels: Uint8Array;
}

/** How one photo's colours are brought to those of the others. */
export interface ViewExposure {
  /** Logarithmic gains, RGB. */
  readonly gains: readonly [number, number, number];
  /** Coefficients of r², r⁴, r⁶; r = 1 in the image's corner. */
  readonly vignetting: readonly [number, number, number];
}

/** Writes the balanced colour (0 to 255, not clamped) at a place of the photo; false outside the crop. */
export type PhotoSampler = (
  x: number,
  y: number,
  red: Float32Array,
  green: Float32Array,
  blue: Float32Array,
  at: number,
) => boolean;

const exposureSteps = 512;

/**
 * Means of blocks of `factor` × `factor` pixels; blocks begin at multiples of `factor` of the whole photo, so that
 * every crop of it gives the same means. Cut blocks at the crop's edge are left out.
 */
export function reduceCrop(crop: PhotoCrop, factor: number): PhotoCrop {
  if (factor <= 1) return crop;
  const x = Math.ceil(crop.x / factor);
  const y = Math.ceil(crop.y / factor);
  const width = Math.max(0, Math.floor((crop.x + crop.width) / factor) - x);
  const height = Math.max(0, Math.floor((crop.y + crop.height) / factor) - y);
  const pixels = new Uint8Array(3 * width * height);
  const area = factor * factor;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      let [red, green, blue] = [0, 0, 0];
      for (let dy = 0; dy < factor; dy++) {
        let from = 3 * (((y + row) * factor + dy - crop.y) * crop.width + (x + column) * factor - crop.x);
        for (let dx = 0; dx < factor; dx++, from += 3) {
          red += crop.pixels[from]!;
          green += crop.pixels[from + 1]!;
          blue += crop.pixels[from + 2]!;
        }
      }
      const to = 3 * (row * width + column);
      pixels[to] = Math.floor(red / area + 0.5);
      pixels[to + 1] = Math.floor(green / area + 0.5);
      pixels[to + 2] = Math.floor(blue / area + 0.5);
    }
  }
  return { x, y, width, height, pixels };
}

/** Weights of Catmull and Rom's cubic (1974) at a fraction between the second and third of four samples. */
function cubicWeights(t: number, out: Float64Array): void {
  const t2 = t * t;
  const t3 = t2 * t;
  out[0] = 0.5 * (2 * t2 - t3 - t);
  out[1] = 0.5 * (3 * t3 - 5 * t2 + 2);
  out[2] = 0.5 * (4 * t2 - 3 * t3 + t);
  out[3] = 0.5 * (t3 - t2);
}

/**
 * Bicubic colours of a photo, balanced. Interpolation depends on the photo's pixels alone, not on the crop's
 * position.
 * @param factor pixels per side that are averaged first, where the output is coarser than the photo
 */
export function createPhotoSampler(
  camera: Camera,
  whole: PhotoCrop,
  { gains, vignetting }: ViewExposure,
  factor: number,
): PhotoSampler {
  const crop = reduceCrop(whole, factor);
  const { width, height, pixels }: ColourPixels = crop;
  const table = exposureTable(gains, vignetting, exposureSteps);
  const radiusScale = exposureSteps / halfDiagonal(camera) ** 2;
  const [wx, wy] = [new Float64Array(4), new Float64Array(4)];
  return (x, y, red, green, blue, at) => {
    const u = x / factor - 0.5 - crop.x;
    const v = y / factor - 0.5 - crop.y;
    const c = Math.floor(u);
    const r = Math.floor(v);
    if (c < 1 || r < 1 || c > width - 3 || r > height - 3) return false;
    cubicWeights(u - c, wx);
    cubicWeights(v - r, wy);
    const w0 = wx[0]!;
    const w1 = wx[1]!;
    const w2 = wx[2]!;
    const w3 = wx[3]!;
    let sumR = 0;
    let sumG = 0;
    let sumB = 0;
    let k = 3 * ((r - 1) * width + c - 1);
    for (let j = 0; j < 4; j++, k += 3 * width) {
      const w = wy[j]!;
      sumR += w * (w0 * pixels[k]! + w1 * pixels[k + 3]! + w2 * pixels[k + 6]! + w3 * pixels[k + 9]!);
      sumG += w * (w0 * pixels[k + 1]! + w1 * pixels[k + 4]! + w2 * pixels[k + 7]! + w3 * pixels[k + 10]!);
      sumB += w * (w0 * pixels[k + 2]! + w1 * pixels[k + 5]! + w2 * pixels[k + 8]! + w3 * pixels[k + 11]!);
    }
    const [dx, dy] = [x - camera.cx, y - camera.cy];
    const place = Math.min(exposureSteps - 1e-6, (dx * dx + dy * dy) * radiusScale);
    const step = Math.floor(place);
    const share = place - step;
    const e = 3 * step;
    red[at] = sumR * (table[e]! * (1 - share) + table[e + 3]! * share);
    green[at] = sumG * (table[e + 1]! * (1 - share) + table[e + 4]! * share);
    blue[at] = sumB * (table[e + 2]! * (1 - share) + table[e + 5]! * share);
    return true;
  };
}
