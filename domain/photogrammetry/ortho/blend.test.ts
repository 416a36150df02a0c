import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { type BlendLayer, blendBands, blendLevels, blendReach } from './blend.ts';
import { expandPlane, fillFromAround, type Plane, reducePlane } from './pyramid.ts';

const kernel = [1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16];

function createNoise(width: number, height: number, seed: number, low = 0, high = 255): Float32Array {
  const random = createRandom(seed);
  return Float32Array.from({ length: width * height }, () => random.between(low, high));
}

/** Five by five taps written out, edges repeated. */
function reduceByHand({ width, height, values }: Plane): Plane {
  const [w, h] = [width / 2, height / 2];
  const out = new Float32Array(w * h);
  const at = (x: number, y: number) =>
    values[Math.max(0, Math.min(height - 1, y)) * width + Math.max(0, Math.min(width - 1, x))]!;
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      for (let j = -2; j <= 2; j++) {
        for (let i = -2; i <= 2; i++) {
          out[y * w + x]! += kernel[i + 2]! * kernel[j + 2]! * at(2 * x + i, 2 * y + j);
        }
      }
    }
  }
  return { width: w, height: h, values: out };
}

/** Burt and Adelson's EXPAND, equation 2: four times the sum over taps that fall on whole nodes. */
function expandByHand({ width, height, values }: Plane): Plane {
  const [w, h] = [2 * width, 2 * height];
  const out = new Float32Array(w * h);
  const at = (x: number, y: number) =>
    values[Math.max(0, Math.min(height - 1, y)) * width + Math.max(0, Math.min(width - 1, x))]!;
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      for (let j = -2; j <= 2; j++) {
        for (let i = -2; i <= 2; i++) {
          if ((x + i) % 2 || (y + j) % 2) continue;
          out[y * w + x]! += 4 * kernel[i + 2]! * kernel[j + 2]! * at((x + i) / 2, (y + j) / 2);
        }
      }
    }
  }
  return { width: w, height: h, values: out };
}

/** The method as the paper tells it, one channel. */
function blendByHand(width: number, height: number, layers: readonly BlendLayer[]): Float32Array {
  let sums: Plane[] = [];
  layers.forEach(({ mask, colours }, index) => {
    const gauss: Plane[] = [{ width, height, values: colours[0] }];
    const masks: Plane[] = [{ width, height, values: mask }];
    for (let level = 0; level < blendLevels; level++) {
      gauss.push(reduceByHand(gauss[level]!));
      masks.push(reduceByHand(masks[level]!));
    }
    const bands = gauss.map((plane, level) => {
      const smooth = level < blendLevels ? expandByHand(gauss[level + 1]!).values : null;
      const values = plane.values.map((value, i) => masks[level]!.values[i]! * (value - (smooth?.[i] ?? 0)));
      return { ...plane, values };
    });
    if (index === 0) sums = bands;
    else {
      sums.forEach((sum, level) => {
        for (let i = 0; i < sum.values.length; i++) sum.values[i]! += bands[level]!.values[i]!;
      });
    }
  });
  let picture = sums[blendLevels]!;
  for (let level = blendLevels - 1; level >= 0; level--) {
    const up = expandByHand(picture);
    picture = { ...up, values: up.values.map((value, i) => value + sums[level]!.values[i]!) };
  }
  return picture.values;
}

function createLayer(mask: Float32Array, values: Float32Array): BlendLayer {
  return { mask, colours: [values, values.slice(), values.slice()] };
}

/** Masks of the columns left and right of a place. */
function createHalves(width: number, height: number, seam: number): [Float32Array, Float32Array] {
  const left = Float32Array.from({ length: width * height }, (_, i) => (i % width < seam ? 1 : 0));
  return [left, left.map((share) => 1 - share)];
}

describe('pyramid', () => {
  it('reduces and expands as written out by hand', () => {
    const plane = { width: 32, height: 16, values: createNoise(32, 16, 1) };
    reducePlane(plane).values.forEach((value, i) => {
      expect(value).toBeCloseTo(reduceByHand(plane).values[i]!, 3);
    });
    const up = expandPlane(plane).values;
    const expected = expandByHand(plane).values;
    // Beyond the edge the paper's taps fall on nodes that are not there; both repeat the edge.
    up.forEach((value, i) => {
      expect(value).toBeCloseTo(expected[i]!, 3);
    });
  });
});

describe('multi-band blending', () => {
  const [width, height] = [96, 64];

  it('equals the method written out by hand', () => {
    const [left, right] = createHalves(width, height, 40);
    const layers = [
      createLayer(left, createNoise(width, height, 2)),
      createLayer(right, createNoise(width, height, 3)),
    ];
    const [found] = blendBands(width, height, layers);
    const expected = blendByHand(width, height, layers);
    found.forEach((value, i) => {
      expect(Math.abs(value - expected[i]!)).toBeLessThan(0.01);
    });
  });

  it('gives a picture back that is joined with itself', () => {
    const [left, right] = createHalves(width, height, 33);
    const values = createNoise(width, height, 4);
    const [found] = blendBands(width, height, [createLayer(left, values), createLayer(right, values)]);
    found.forEach((value, i) => {
      expect(Math.abs(value - values[i]!)).toBeLessThan(0.001);
    });
  });

  it('joins two brightnesses by a smooth step that ends within its reach', () => {
    const wide = 256;
    const [left, right] = createHalves(wide, 32, 128);
    const flat = (value: number) => new Float32Array(wide * 32).fill(value);
    const [found] = blendBands(wide, 32, [createLayer(left, flat(100)), createLayer(right, flat(140))]);
    const row = found.subarray(16 * wide, 17 * wide);
    for (let x = 1; x < wide; x++) {
      expect(row[x]! - row[x - 1]!).toBeGreaterThan(-0.3);
      expect(row[x]! - row[x - 1]!).toBeLessThan(2);
    }
    expect(row[128 - blendReach]!).toBeCloseTo(100, 3);
    expect(row[128 + blendReach]!).toBeCloseTo(140, 3);
  });
});

describe('filling from around', () => {
  it('closes a hole in a ramp nearly straight and leaves the rest alone', () => {
    const side = 64;
    const values = Float32Array.from(
      { length: side * side },
      (_, i) => 2 * (i % side) + Math.floor(i / side),
    );
    const weights = new Float32Array(side * side).fill(1);
    const plane = { width: side, height: side, values: values.slice() };
    for (let y = 28; y < 34; y++) {
      for (let x = 30; x < 35; x++) {
        weights[y * side + x] = 0;
        plane.values[y * side + x] = 999;
      }
    }
    const known = weights.slice();
    fillFromAround([plane], weights, 4);
    plane.values.forEach((value, i) => {
      if (known[i]) expect(value).toBe(values[i]);
      else expect(Math.abs(value - values[i]!)).toBeLessThan(4);
    });
  });
});
