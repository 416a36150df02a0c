import { describe, expect, it } from 'vitest';
import { createRandom } from '#domain/math/random.ts';
import { type Blob, drawBlobs, scatterBlobs } from '#tests/support/blob-images.ts';
import { loadKernel } from '#tests/support/kernels.ts';
import { createFeatureKernel, type FeatureImage } from './features.ts';
import { createMatchKernel } from './matching.ts';

const module = loadKernel('features');

function createImage(width: number, height: number, pixels: Uint8Array): FeatureImage {
  return { width, height, channels: 1, pixels };
}

/** Transforms blobs of a plane into an image: rotated by `angle`, scaled, origin at (cx, cy). */
function place(blobs: readonly Blob[], angle: number, scale: number, cx: number, cy: number): Blob[] {
  const [c, s] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  return blobs.map(({ x, y, sigma, height }) => ({
    x: cx + c * x - s * y,
    y: cy + s * x + c * y,
    sigma: sigma * scale,
    height,
  }));
}

/** Reference blur: a Gaussian sum over both axes in double precision, edges repeated. */
function blurPlainly(values: Float64Array, width: number, height: number, sigma: number): Float64Array {
  const radius = Math.ceil(6 * sigma);
  const weights = Array.from({ length: 2 * radius + 1 }, (_, i) =>
    Math.exp((-0.5 * (i - radius) ** 2) / sigma ** 2),
  );
  const total = weights.reduce((sum, w) => sum + w, 0);
  const clamp = (i: number, size: number) => Math.max(0, Math.min(size - 1, i));
  const along = values.map((_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return (
      weights.reduce((sum, w, i) => sum + w * values[y * width + clamp(x + i - radius, width)]!, 0) / total
    );
  });
  return along.map((_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return (
      weights.reduce((sum, w, i) => sum + w * along[clamp(y + i - radius, height) * width + x]!, 0) / total
    );
  });
}

describe('scale space', () => {
  it('blurs as the definition of a Gaussian does, at every level of every octave', () => {
    const random = createRandom(3);
    const [width, height] = [45, 38];
    const pixels = Uint8Array.from({ length: width * height }, () => random.between(0, 256));
    const kernel = createFeatureKernel(module);
    kernel.extract(createImage(width, height, pixels), { maxFeatures: 10, isDoubled: false });
    let expected: Float64Array = Float64Array.from(pixels, (value) => value / 255);
    let have = 0.5;
    for (let level = 0; level < 6; level++) {
      const { values } = kernel.scaleSpace(0, level)!;
      const sigma = 1.6 * 2 ** (level / 3);
      expected = blurPlainly(expected, width, height, Math.sqrt(sigma ** 2 - have ** 2));
      have = sigma;
      let worst = 0;
      for (let i = 0; i < values.length; i++) worst = Math.max(worst, Math.abs(values[i]! - expected[i]!));
      expect(worst).toBeLessThan(1e-4);
    }
    const base = kernel.scaleSpace(0, 3)!;
    const half = kernel.scaleSpace(1, 0)!;
    expect([half.width, half.height]).toEqual([22, 19]);
    expect(half.values[5 * 22 + 7]).toBe(base.values[10 * width + 14]);
    expect(kernel.scaleSpace(2, 0)).toBeNull();
  });
});

describe('detection', () => {
  it.each([
    { isDoubled: true, sigmas: [1.3, 1.7, 2.5, 4, 6.3, 9] },
    { isDoubled: false, sigmas: [2.2, 3.1, 4.7, 7.4] },
  ])('finds blobs within 0.05 px and 2 % of their size (doubled: $isDoubled)', ({ isDoubled, sigmas }) => {
    const kernel = createFeatureKernel(module);
    const random = createRandom(11);
    for (const sigma of sigmas) {
      for (let trial = 0; trial < 6; trial++) {
        const blob = {
          x: 100 + random.between(-1, 1),
          y: 90 + random.between(-1, 1),
          sigma,
          height: trial % 2 === 0 ? 120 : -90,
        };
        const image = createImage(200, 190, drawBlobs(200, 190, [blob]));
        const { count, xy, scale } = kernel.extract(image, { maxFeatures: 50, isDoubled, contrast: 0.03 });
        const near = Array.from({ length: count }, (_, i) => i).filter(
          (i) => Math.hypot(xy[2 * i]! - blob.x, xy[2 * i + 1]! - blob.y) < 0.05,
        );
        expect(near.length).toBeGreaterThan(0);
        expect(Math.abs(scale[near[0]!]! / sigma - 1)).toBeLessThan(0.02);
      }
    }
  });

  it('finds a blob between four pixels, whose values are equal, once', () => {
    const image = createImage(64, 64, drawBlobs(64, 64, [{ x: 32, y: 32, sigma: 3, height: 100 }]));
    const options = { maxFeatures: 50, isDoubled: false, contrast: 0.03 };
    const { count, xy } = createFeatureKernel(module).extract(image, options);
    expect(count).toBeGreaterThan(0);
    for (let i = 0; i < 2 * count; i++) expect(Math.abs(xy[i]! - 32)).toBeLessThan(0.02);
    expect(new Set(xy.filter((_, i) => i % 2 === 0)).size).toBe(1);
  });

  it('leaves out what the mask leaves out, and keeps to the limit', () => {
    const image = createImage(
      300,
      300,
      drawBlobs(300, 300, place(scatterBlobs(300, 300, 5), 0, 1, 150, 150)),
    );
    const mask = new Uint8Array(300 * 300);
    for (let y = 0; y < 300; y++) mask.fill(1, y * 300, y * 300 + 150);
    const kernel = createFeatureKernel(module);
    const masked = kernel.extract(image, { maxFeatures: 1000, mask });
    expect(masked.count).toBeGreaterThan(100);
    for (let i = 0; i < masked.count; i++) expect(masked.xy[2 * i]!).toBeLessThan(150);
    expect(kernel.extract(image, { maxFeatures: 77 }).count).toBe(77);
  });

  it('takes colours where the image has them', () => {
    const grey = drawBlobs(80, 80, [{ x: 40.5, y: 40.5, sigma: 3, height: 100 }]);
    const pixels = new Uint8Array(3 * 80 * 80);
    for (let i = 0; i < grey.length; i++) pixels.set([grey[i]!, grey[i]! / 2, 7], 3 * i);
    const { count, rgb } = createFeatureKernel(module).extract(
      { width: 80, height: 80, channels: 3, pixels },
      { maxFeatures: 1 },
    );
    expect(count).toBe(1);
    const peak = grey[40 * 80 + 40]!;
    expect([...rgb]).toEqual([peak, Math.floor(peak / 2), 7]);
  });
});

describe('descriptors', () => {
  it('match a picture turned and scaled, at the places and angles that the turn gives', () => {
    const blobs = scatterBlobs(500, 420, 8);
    const [angle, scale] = [0.7, 1.25];
    const first = createImage(400, 400, drawBlobs(400, 400, place(blobs, 0, 1, 200, 200)));
    const second = createImage(500, 500, drawBlobs(500, 500, place(blobs, angle, scale, 250, 250)));
    const kernel = createFeatureKernel(module);
    const a = kernel.extract(first, { maxFeatures: 1500 });
    const b = kernel.extract(second, { maxFeatures: 1500 });
    const matcher = createMatchKernel(loadKernel('matching'));
    matcher.load(a, b);
    const matches = matcher.match({ ratio: 0.8 });
    const [c, s] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
    const errors: number[] = [];
    let isTurned = 0;
    let isScaled = 0;
    for (let k = 0; k < matches.length; k += 2) {
      const [i, j] = [matches[k]!, matches[k + 1]!];
      const [x, y] = [a.xy[2 * i]! - 200, a.xy[2 * i + 1]! - 200];
      const error = Math.hypot(250 + c * x - s * y - b.xy[2 * j]!, 250 + s * x + c * y - b.xy[2 * j + 1]!);
      errors.push(error);
      if (error > 1) continue;
      const turned = b.angle[j]! - a.angle[i]! - angle;
      if (Math.abs(Math.atan2(Math.sin(turned), Math.cos(turned))) < 0.1) isTurned++;
      if (Math.abs(b.scale[j]! / a.scale[i]! / scale - 1) < 0.05) isScaled++;
    }
    const right = errors.filter((error) => error < 1).length;
    expect(right).toBeGreaterThan(0.45 * Math.min(a.count, b.count));
    expect(right / errors.length).toBeGreaterThan(0.97);
    expect(errors.sort((p, q) => p - q)[errors.length >> 1]!).toBeLessThan(0.05);
    expect(isTurned / right).toBeGreaterThan(0.9);
    expect(isScaled / right).toBeGreaterThan(0.9);
  });

  it('have length 512 within rounding', () => {
    const image = createImage(
      300,
      300,
      drawBlobs(300, 300, place(scatterBlobs(200, 300, 2), 0, 1, 150, 150)),
    );
    const { count, descriptors } = createFeatureKernel(module).extract(image, { maxFeatures: 300 });
    expect(count).toBeGreaterThan(100);
    for (let i = 0; i < count; i++) {
      const square = descriptors.subarray(128 * i, 128 * (i + 1)).reduce((sum, v) => sum + v * v, 0);
      expect(Math.abs(Math.sqrt(square) - 512)).toBeLessThan(6);
    }
  });
});

describe('sameness and degenerate images', () => {
  it('gives the same bytes again, in a new instance and after another image', () => {
    const image = createImage(211, 173, drawBlobs(211, 173, place(scatterBlobs(200, 240, 6), 0, 1, 105, 85)));
    const used = createFeatureKernel(module);
    const random = createRandom(1);
    const noise = Uint8Array.from({ length: 320 * 240 }, () => random.between(0, 256));
    used.extract(createImage(320, 240, noise), { maxFeatures: 5000 });
    const again = used.extract(image, { maxFeatures: 500 });
    expect(again).toEqual(createFeatureKernel(module).extract(image, { maxFeatures: 500 }));
    expect(again.count).toBeGreaterThan(100);
  });

  it.each([
    [1, 1],
    [1, 400],
    [7, 3],
    [12, 12],
    [33, 16],
  ])('takes an image of %i × %i', (width, height) => {
    const random = createRandom(width, height);
    const pixels = Uint8Array.from({ length: width * height }, () => random.between(0, 256));
    const { count, xy } = createFeatureKernel(module).extract(createImage(width, height, pixels), {
      maxFeatures: 100,
    });
    for (let i = 0; i < count; i++) {
      expect(xy[2 * i]! > 0 && xy[2 * i]! < width && xy[2 * i + 1]! > 0 && xy[2 * i + 1]! < height).toBe(
        true,
      );
    }
  });

  it('finds nothing in a flat image and does not fail on noise', () => {
    const kernel = createFeatureKernel(module);
    const flat = createImage(200, 100, new Uint8Array(200 * 100).fill(130));
    expect(kernel.extract(flat, { maxFeatures: 100 }).count).toBe(0);
    const random = createRandom(4);
    const noise = Uint8Array.from({ length: 200 * 150 }, () => random.between(0, 256));
    expect(kernel.extract(createImage(200, 150, noise), { maxFeatures: 4000 }).count).toBeGreaterThan(50);
    expect(kernel.extract(createImage(200, 150, noise), { maxFeatures: 0 }).count).toBe(0);
  });
});
