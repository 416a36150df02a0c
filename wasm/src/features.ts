import { describe, descriptorBytes } from './lib/features/descriptor';
import { findKeys, keyCount, keyEnd, keyList, keySize } from './lib/features/extrema';
import { findOrientations, orientationList } from './lib/features/orientation';
import {
  fillOctaves, firstOctave, firstSigma, layOctaves, levelAt, levels, octaveCount, octaveHeight, octaveStride, octaveWidth,
  steps, strideFor,
} from './lib/features/scale-space';
import { hold, laidEnd, lay, layFrom } from './lib/layout';

/**
 * Scale-invariant features of one image (D. G. Lowe, 2004). The caller lays the pixels, finds the key points,
 * chooses among them and asks for the descriptors of the chosen.
 * Memory: pixels, grey image, octaves, ring of differences, key points, chosen numbers, features, descriptors.
 */

let width: i32 = 0;
let height: i32 = 0;
let greyStride: i32 = 0;
let pixelsAt: usize = 0;
let greyAt: usize = 0;
let octavesEnd: usize = 0;
let chosenAt: usize = 0;
let featuresAt: usize = 0;
let descriptorsAt: usize = 0;
let featureTotal: i32 = 0;

/** Bytes of a feature: x, y, scale (pixels of the image, corner of the first at 0), angle. */
const featureSize: usize = 16;

/** Room for an image of 1 or 3 channels; returns where its bytes go, 0 when memory ends. */
export function prepare(imageWidth: i32, imageHeight: i32, channels: i32, isDoubled: bool): usize {
  width = imageWidth;
  height = imageHeight;
  greyStride = strideFor(width);
  layFrom(__heap_base);
  pixelsAt = lay(<i64>width * <i64>height * <i64>channels + 16, 1);
  greyAt = lay(<i64>greyStride * <i64>height + 16, 4);
  layOctaves(width, height, isDoubled);
  octavesEnd = laidEnd();
  return hold() ? pixelsAt : 0;
}

/** Grey from 0 to 1: the luma weights of ITU-R BT.601. */
function makeGrey(channels: i32): void {
  let from = pixelsAt;
  for (let y = 0; y < height; y++) {
    let to = greyAt + (<usize>(y * greyStride) << 2);
    for (let x = 0; x < width; x++) {
      if (channels == 1) {
        store<f32>(to, <f32>load<u8>(from) * <f32>(1.0 / 255));
      } else {
        const r = <f32>load<u8>(from);
        const g = <f32>load<u8>(from, 1);
        const b = <f32>load<u8>(from, 2);
        store<f32>(to, r * <f32>(0.299 / 255) + g * <f32>(0.587 / 255) + b * <f32>(0.114 / 255));
      }
      to += 4;
      from += channels;
    }
  }
}

/**
 * Finds the key points of the laid image; returns their number, −1 when memory ends.
 * @param peak least contrast, @param edge largest ratio of principal curvatures
 */
export function find(channels: i32, peak: f64, edge: f64): i32 {
  makeGrey(channels);
  fillOctaves(greyAt, width, height, greyStride);
  return findKeys(octavesEnd, peak, edge) ? keyCount() : -1;
}

/** Address of an image of the scale space, its rows `strideOf` floats apart; 0 where there is none. */
export function imageOf(octave: i32, level: i32): usize {
  return octave < octaveCount() && level < levels ? levelAt(octave, level) : 0;
}

export function widthOf(octave: i32): i32 {
  return octaveWidth(octave);
}

export function heightOf(octave: i32): i32 {
  return octaveHeight(octave);
}

export function strideOf(octave: i32): i32 {
  return octaveStride(octave);
}

/** Address of the key points: records of 32 bytes, x, y, level (f32), octave (i32), contrast (f32). */
export function keys(): usize {
  return keyList();
}

/** Number of the octave that record 0 counts from: −1 or 0. */
export function octaveBase(): i32 {
  return firstOctave();
}

/** Room for the numbers (u32) of the chosen key points and for `limit` features; 0 when memory ends. */
export function prepareChoice(count: i32, limit: i32): usize {
  layFrom(keyEnd());
  chosenAt = lay(count, 4);
  featuresAt = lay(limit, featureSize);
  descriptorsAt = lay(limit, descriptorBytes);
  return hold() ? chosenAt : 0;
}

/** Describes chosen key points in their order, one feature an orientation, up to `limit`; returns their number. */
export function describeChosen(count: i32, limit: i32): i32 {
  featureTotal = 0;
  for (let i = 0; i < count && featureTotal < limit; i++) {
    describeKey(keyList() + <usize>load<u32>(chosenAt + (<usize>i << 2)) * keySize, limit);
  }
  return featureTotal;
}

function describeKey(key: usize, limit: i32): void {
  const x = <f64>load<f32>(key);
  const y = <f64>load<f32>(key, 4);
  const level = <f64>load<f32>(key, 8);
  const octave = load<i32>(key, 12);
  const growth = Math.pow(2, 1.0 / <f64>steps);
  const sigma = firstSigma * Math.pow(growth, level);
  const nearest = min(steps, max(1, <i32>Math.round(level)));
  const image = levelAt(octave, nearest);
  const w = octaveWidth(octave);
  const h = octaveHeight(octave);
  const stride = octaveStride(octave);
  const found = findOrientations(image, w, h, stride, x, y, sigma);
  const pixel = Math.pow(2, <f64>(octave + firstOctave()));
  for (let k = 0; k < found && featureTotal < limit; k++) {
    const angle = load<f32>(orientationList() + (<usize>k << 2));
    const to = featuresAt + <usize>featureTotal * featureSize;
    store<f32>(to, <f32>(x * pixel + 0.5));
    store<f32>(to, <f32>(y * pixel + 0.5), 4);
    // A blob of standard deviation s is strongest between blurs of s/√growth and s·√growth.
    store<f32>(to, <f32>(sigma * pixel * Math.sqrt(growth)), 8);
    store<f32>(to, angle, 12);
    describe(image, w, h, stride, x, y, sigma, <f64>angle, descriptorsAt + <usize>featureTotal * descriptorBytes);
    featureTotal++;
  }
}

export function features(): usize {
  return featuresAt;
}

export function descriptors(): usize {
  return descriptorsAt;
}
