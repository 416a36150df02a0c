import { AppError } from '#domain/errors/app-error.ts';
import { selectFeatures } from '#domain/photogrammetry/matching/select-features.ts';
import { descriptorLength, type FeatureSet } from '#domain/photogrammetry/model/features.ts';
import { instantiate } from './instance.ts';

interface FeatureExports {
  readonly memory: WebAssembly.Memory;
  prepare(width: number, height: number, channels: number, isDoubled: number): number;
  find(channels: number, peak: number, edge: number): number;
  imageOf(octave: number, level: number): number;
  widthOf(octave: number): number;
  heightOf(octave: number): number;
  strideOf(octave: number): number;
  keys(): number;
  octaveBase(): number;
  prepareChoice(count: number, limit: number): number;
  describeChosen(count: number, limit: number): number;
  features(): number;
  descriptors(): number;
}

/** Pixels to detect features in, row-major from the top: one byte per pixel or RGB interleaved. Borrowed. */
export interface FeatureImage {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  readonly pixels: Uint8Array;
}

export interface FeatureOptions {
  readonly maxFeatures: number;
  /** Non-zero where features are allowed, one byte per pixel. Borrowed. */
  readonly mask?: Uint8Array;
  /** Search the image at twice its size too: finer and more features at four times the cost. */
  readonly isDoubled?: boolean;
  /** Minimum contrast of a feature, grey from 0 to 1. */
  readonly contrast?: number;
}

export interface FeatureKernel {
  /**
   * Features of one image in order of decreasing importance, in its own pixels (corner of the first at (0, 0)).
   * Deterministic. Time and memory are linear in the pixels: about 40 bytes per pixel, 140 where doubled.
   * @throws photo.image-too-large when out of memory
   */
  extract(image: FeatureImage, options: FeatureOptions): FeatureSet;
  /**
   * One image of the scale space of the image last extracted, grey from 0 to 1, copied; null where there is none.
   * @param octave 0 is the first: twice the image's size where requested
   * @param level 0 to 5: blur of 1.6 · 2^(level / 3) of its pixels
   */
  scaleSpace(octave: number, level: number): GreyLevel | null;
}

/** An image of the scale space, row-major. */
export interface GreyLevel {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array<ArrayBuffer>;
}

/** Default minimum contrast; lower than usual, since strong features are selected first. */
const minContrast = 0.0045;
/** Largest ratio of the principal curvatures (Lowe 2004, section 4.1). */
const edgeLimit = 10;
const keyWords = 8;
const featureWords = 4;
/** Factor of keypoints chosen over the requested number, since one without an orientation gives no feature. */
const spareShare = 1.02;

/** Creates an instance of the feature kernel; it keeps the memory of the largest image processed. */
export function createFeatureKernel(module: WebAssembly.Module): FeatureKernel {
  const kernel = instantiate<FeatureExports>(module);
  return {
    extract: (image, options) => extract(kernel, image, options),
    scaleSpace: (octave, level) => readLevel(kernel, octave, level),
  };
}

function readLevel(kernel: FeatureExports, octave: number, level: number): GreyLevel | null {
  const at = kernel.imageOf(octave, level) >>> 0;
  if (at === 0) return null;
  const [width, height, stride] = [kernel.widthOf(octave), kernel.heightOf(octave), kernel.strideOf(octave)];
  const rows = new Float32Array(kernel.memory.buffer, at, stride * height);
  const values = new Float32Array(width * height);
  for (let y = 0; y < height; y++) values.set(rows.subarray(y * stride, y * stride + width), y * width);
  return { width, height, values };
}

function extract(kernel: FeatureExports, image: FeatureImage, options: FeatureOptions): FeatureSet {
  const { width, height, channels, pixels } = image;
  const { maxFeatures, mask, isDoubled = true, contrast = minContrast } = options;
  const refuse = () => new AppError('photo.image-too-large', { width, height });
  if (width * height > 2 ** 28) throw refuse();
  const pixelsAt = kernel.prepare(width, height, channels, isDoubled ? 1 : 0) >>> 0;
  if (pixelsAt === 0) throw refuse();
  new Uint8Array(kernel.memory.buffer, pixelsAt, width * height * channels).set(pixels);
  const found = kernel.find(channels, contrast, edgeLimit);
  if (found < 0) throw refuse();
  const chosen = choose(kernel, found, image, Math.ceil(maxFeatures * spareShare), mask);
  const at = kernel.prepareChoice(chosen.length, maxFeatures) >>> 0;
  if (at === 0) throw refuse();
  new Uint32Array(kernel.memory.buffer, at, chosen.length).set(chosen);
  const count = kernel.describeChosen(chosen.length, maxFeatures);
  return readFeatures(kernel, count, image);
}

/** Selects from the detected keypoints those allowed by the mask. */
function choose(
  kernel: FeatureExports,
  found: number,
  image: FeatureImage,
  most: number,
  mask: Uint8Array | undefined,
): Uint32Array {
  const keysAt = kernel.keys() >>> 0;
  const floats = new Float32Array(kernel.memory.buffer, keysAt, keyWords * found);
  const words = new Int32Array(kernel.memory.buffer, keysAt, keyWords * found);
  const base = kernel.octaveBase();
  const xy = new Float32Array(2 * found);
  const response = new Float32Array(found);
  const numbers = new Uint32Array(found);
  let count = 0;
  for (let i = 0; i < found; i++) {
    const pixel = 2 ** (words[keyWords * i + 3]! + base);
    const x = floats[keyWords * i]! * pixel + 0.5;
    const y = floats[keyWords * i + 1]! * pixel + 0.5;
    if (mask && mask[Math.floor(y) * image.width + Math.floor(x)] === 0) continue;
    xy[2 * count] = x;
    xy[2 * count + 1] = y;
    response[count] = floats[keyWords * i + 4]!;
    numbers[count++] = i;
  }
  const order = selectFeatures({ count, xy, response }, image.width, image.height, most);
  return order.map((key) => numbers[key]!);
}

/** Copies the features out and looks up their colours. */
function readFeatures(kernel: FeatureExports, count: number, image: FeatureImage): FeatureSet {
  const { buffer } = kernel.memory;
  const records = new Float32Array(buffer, kernel.features() >>> 0, featureWords * count);
  const xy = new Float32Array(2 * count);
  const scale = new Float32Array(count);
  const angle = new Float32Array(count);
  const rgb = new Uint8Array(image.channels === 3 ? 3 * count : 0);
  for (let i = 0; i < count; i++) {
    const x = records[featureWords * i]!;
    const y = records[featureWords * i + 1]!;
    xy[2 * i] = x;
    xy[2 * i + 1] = y;
    scale[i] = records[featureWords * i + 2]!;
    angle[i] = records[featureWords * i + 3]!;
    if (image.channels !== 3) continue;
    const column = Math.min(image.width - 1, Math.max(0, Math.floor(x)));
    const row = Math.min(image.height - 1, Math.max(0, Math.floor(y)));
    const pixel = 3 * (row * image.width + column);
    rgb.set(image.pixels.subarray(pixel, pixel + 3), 3 * i);
  }
  const descriptors = new Uint8Array(buffer, kernel.descriptors() >>> 0, descriptorLength * count).slice();
  return { count, xy, scale, angle, descriptors, rgb };
}
