import { beforeAll, describe, expect, it } from 'vitest';
import type { RectifiedPair } from '#domain/photogrammetry/dense/rectify.ts';
import { simpleCamera } from '#domain/photogrammetry/model/camera.ts';
import { createStereoKernel, type StereoKernel } from '#wasm/bindings/stereo.ts';
import { loadKernel } from '../support/kernels.ts';
import { matchPlainly } from '../support/plain-stereo.ts';
import { createRandom } from '../support/point-sets.ts';

let kernel: StereoKernel;
beforeAll(() => {
  kernel = createStereoKernel(loadKernel('stereo'));
});

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;

/** Planes that are the images themselves. */
const samePlanes = (width: number, height: number, disparities: number): RectifiedPair => ({
  width,
  height,
  focal: width,
  cu: width / 2,
  cv: height / 2,
  shift: 0,
  disparities,
  baseline: 1,
  rotation: identity,
  toLeft: identity,
  toRight: identity,
});

/** A texture of several scales, defined between pixels too; 0 to 255. */
function createTexture(seed: number): (x: number, y: number) => number {
  const random = createRandom(seed);
  const waves = Array.from({ length: 60 }, () => {
    const angle = random() * Math.PI;
    const frequency = 0.15 + random() * 1.1;
    return { a: Math.cos(angle) * frequency, b: Math.sin(angle) * frequency, phase: random() * 7 };
  });
  return (x, y) =>
    Math.min(
      255,
      Math.max(
        0,
        128 + 18 * waves.reduce((sum, { a, b, phase }) => sum + Math.sin(a * x + b * y + phase), 0),
      ),
    );
}

/** The left image, and the right one that shows place x − disparity(x) where the left shows x. */
function renderPair(width: number, height: number, disparityAt: (x: number, y: number) => number) {
  const texture = createTexture(5);
  const draw = (value: (x: number, y: number) => number) =>
    Uint8Array.from({ length: width * height }, (_, k) =>
      Math.round(value(k % width, Math.floor(k / width))),
    );
  const right = draw((x, y) => texture(x, y));
  const left = draw((x, y) => texture(x - disparityAt(x, y), y));
  return { left, right };
}

const match = (
  left: Uint8Array,
  right: Uint8Array,
  width: number,
  height: number,
  disparities: number,
  isRefined = true,
) => {
  const camera = simpleCamera(width, height, width);
  const images = [left, right].map((pixels) => ({ pixels, camera })) as [never, never];
  return kernel.match(images[0], images[1], samePlanes(width, height, disparities), { isRefined }).values;
};

describe('stereo matching', () => {
  it('is census and semi-global paths as defined', () => {
    const [width, height, disparities] = [57, 41, 16];
    const { left, right } = renderPair(width, height, (x, y) => 4 + 0.05 * x + (y > 20 ? 3 : 0));
    const plain = matchPlainly(left, right, width, height, disparities);
    const ours = match(left, right, width, height, disparities - 2, false);
    expect(Array.from(ours)).toEqual(Array.from(plain));
  });

  it('finds a slanted plane to a tenth of a pixel, from coarse to fine', () => {
    const [width, height] = [420, 300];
    const truth = (x: number, y: number) => 60 + 0.06 * x + 0.04 * y;
    const { left, right } = renderPair(width, height, truth);
    const values = match(left, right, width, height, 128);
    const errors: number[] = [];
    for (let y = 20; y < height - 20; y++) {
      for (let x = 120; x < width - 20; x++) {
        const value = values[y * width + x]!;
        if (!Number.isNaN(value)) errors.push(value - truth(x, y));
      }
    }
    expect(errors.length).toBeGreaterThan(0.95 * (width - 140) * (height - 40));
    const rms = Math.sqrt(errors.reduce((sum, value) => sum + value * value, 0) / errors.length);
    expect(rms).toBeLessThan(0.1);
    expect(Math.abs(errors.reduce((sum, value) => sum + value, 0) / errors.length)).toBeLessThan(0.02);
  });

  it('is as exact where the exposures differ', () => {
    const [width, height] = [240, 100];
    const truth = (x: number) => 20 + 0.06 * x;
    const { left, right } = renderPair(width, height, truth);
    const dim = right.map((value) => 30 + 0.5 * value);
    const values = match(left, dim, width, height, 40);
    const errors: number[] = [];
    for (let y = 20; y < height - 20; y++) {
      for (let x = 60; x < width - 20; x++) errors.push(values[y * width + x]! - truth(x));
    }
    const known = errors.filter((value) => !Number.isNaN(value));
    expect(known.length).toBeGreaterThan(0.95 * errors.length);
    expect(Math.sqrt(known.reduce((sum, value) => sum + value * value, 0) / known.length)).toBeLessThan(0.1);
  });

  it('keeps a step sharp and what only one side sees empty', () => {
    const [width, height, edge] = [300, 120, 150];
    const { left, right } = renderPair(width, height, (x) => (x < edge ? 10 : 22));
    const values = match(left, right, width, height, 40);
    const row = Array.from(values.subarray(60 * width, 61 * width));
    const wrong = row.filter(
      (value, x) =>
        x > 40 && x < width - 10 && !Number.isNaN(value) && Math.abs(value - (x < edge ? 10 : 22)) > 1,
    );
    expect(wrong.length).toBeLessThanOrEqual(4);
  });

  it('tells the maps of the halved planes too, in their own pixels', () => {
    const [width, height] = [420, 400];
    const truth = (x: number, y: number) => 16 + 0.02 * x + 0.01 * y;
    const { left, right } = renderPair(width, height, truth);
    const camera = simpleCamera(width, height, width);
    const [a, b] = [left, right].map((pixels) => ({ pixels, camera }));
    const { values, coarser } = kernel.match(a!, b!, samePlanes(width, height, 40));
    expect(coarser.map((map) => [map.width, map.height])).toEqual([
      [210, 200],
      [105, 100],
      [52, 50],
    ]);
    expect(values.length).toBe(width * height);
    for (const [index, map] of coarser.slice(0, 2).entries()) {
      const edge = 2 ** (index + 1);
      const errors = Array.from(map.values, (value, k) => {
        const [x, y] = [(k % map.width) + 0.5, Math.floor(k / map.width) + 0.5];
        return value - truth(edge * x, edge * y) / edge;
      }).filter((error) => !Number.isNaN(error));
      expect(errors.length).toBeGreaterThan(0.6 * map.values.length);
      const within = errors.filter((error) => Math.abs(error) < 0.5);
      expect(within.length).toBeGreaterThan(0.9 * errors.length);
    }
  });

  it('finds in halved planes what looks different at full size', () => {
    const [width, height] = [400, 400];
    const random = createRandom(9);
    const coarse = createTexture(5);
    // Leaves that change from view to view on crowns that stay.
    const draw = (shift: number) =>
      Uint8Array.from({ length: width * height }, (_, k) => {
        const [x, y] = [(k % width) - shift, Math.floor(k / width)];
        return Math.min(255, Math.max(0, 0.6 * coarse(x / 6, y / 6) + 51 + 110 * (random() - 0.5)));
      });
    const camera = simpleCamera(width, height, width);
    const [left, right] = [draw(24), draw(0)].map((pixels) => ({ pixels, camera }));
    const { values, coarser } = kernel.match(left!, right!, samePlanes(width, height, 40));
    const rightShare = (map: Float32Array, disparity: number) =>
      map.filter((value) => Math.abs(value - disparity) < 1).length / map.length;
    expect(rightShare(coarser[1]!.values, 6)).toBeGreaterThan(2 * rightShare(values, 24));
    expect(rightShare(coarser[1]!.values, 6)).toBeGreaterThan(0.6);
  });

  it('leaves holes where there is nothing to match', () => {
    const [width, height] = [160, 120];
    const flat = new Uint8Array(width * height).fill(90);
    const values = match(flat, flat, width, height, 32);
    expect(values.every((value) => Number.isNaN(value))).toBe(true);
    const { left } = renderPair(width, height, () => 8);
    const random = createRandom(3);
    const noise = Uint8Array.from(left, () => Math.floor(random() * 256));
    const known = match(left, noise, width, height, 32).filter((value) => !Number.isNaN(value)).length;
    expect(known).toBeLessThan(0.25 * width * height);
  });
});
