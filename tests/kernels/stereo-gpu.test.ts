import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RectifiedPair } from '#domain/photogrammetry/dense/rectify.ts';
import type { LevelMatcher } from '#domain/photogrammetry/dense/stereo-tiles.ts';
import { simpleCamera } from '#domain/photogrammetry/model/camera.ts';
import type { OpenedDevice } from '#gpu/compute/open-device.ts';
import { createStereoMatcher, type StereoMatcher } from '#gpu/compute/stereo.ts';
import { createStereoKernel } from '#wasm/bindings/stereo.ts';
import { noDevice, openTestDevice } from '../support/compute.ts';
import { loadKernel } from '../support/kernels.ts';
import { createRandom } from '../support/point-sets.ts';

const kernel = createStereoKernel(loadKernel('stereo'));
const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;

interface TestPair {
  readonly width: number;
  readonly height: number;
  readonly disparities: number;
  readonly left: Uint8Array;
  readonly right: Uint8Array;
}

/** A right image of noise, smoothed along its rows, and the left one that shows place x − disparity where it shows x. */
function createPair(
  width: number,
  height: number,
  disparities: number,
  disparityAt: (x: number, y: number) => number,
): TestPair {
  const random = createRandom(11);
  const noise = Float32Array.from({ length: width * height + 2 }, () => random() * 255);
  const right = Uint8Array.from(
    { length: width * height },
    (_, k) => (noise[k]! + noise[k + 1]! + noise[k + 2]!) / 3,
  );
  const left = right.map((_, k) => {
    const [x, y] = [k % width, Math.floor(k / width)];
    const place = Math.min(width - 1, Math.max(0, x - disparityAt(x, y)));
    const [whole, part] = [Math.floor(place), place % 1];
    const at = y * width + whole;
    return right[at]! * (1 - part) + right[Math.min(at + 1, right.length - 1)]! * part;
  });
  return { width, height, disparities, left, right };
}

function planesOf({ width, height, disparities }: TestPair): RectifiedPair {
  const place = { width, height, focal: width, cu: width / 2, cv: height / 2 };
  const turns = { rotation: identity, toLeft: identity, toRight: identity };
  return { ...place, shift: 0, disparities, baseline: 1, ...turns };
}

const imagesOf = ({ width, height, left, right }: TestPair) => {
  const camera = simpleCamera(width, height, width);
  return [
    { pixels: left, camera },
    { pixels: right, camera },
  ] as const;
};

/** Both maps, and how many disparities are known. */
async function matchBoth(matcher: LevelMatcher, pair: TestPair, isRefined = true) {
  const planes = planesOf(pair);
  const byKernel = kernel.match(...imagesOf(pair), planes, { isRefined });
  const byMatcher = await kernel.matchBy(matcher, ...imagesOf(pair), planes, { isRefined });
  const known = byKernel.values.filter((value) => !Number.isNaN(value)).length / byKernel.values.length;
  return { byKernel, byMatcher, known };
}

const flat = createPair(96, 64, 30, () => 9);

/** Pairs, and the least share of pixels that must be known. */
const cases: Readonly<Record<string, readonly [pair: TestPair, least: number]>> = {
  'a plane': [flat, 0.7],
  'a slanted plane between disparities': [createPair(97, 71, 30, (x, y) => 5 + 0.07 * x + 0.03 * y), 0.5],
  'a step that hides what lies behind': [createPair(120, 50, 30, (x) => (x < 60 ? 6 : 19)), 0.5],
  'three rows of pixels that can be compared': [createPair(41, 9, 14, () => 3), 0.1],
  'a plane smaller than a census window': [createPair(7, 5, 14, () => 2), 0],
};

describe('semi-global matching on a device', () => {
  let opened: OpenedDevice | null = null;
  let matcher: StereoMatcher | null = null;

  beforeAll(async () => {
    opened = await openTestDevice();
    if (opened) matcher = await createStereoMatcher(opened.device);
  });

  afterAll(() => {
    matcher?.destroy();
    opened?.device.destroy();
  });

  it.for(Object.entries(cases))('matches %s as the kernel does', async ([, [pair, least]], { skip }) => {
    if (!matcher) return skip(noDevice);
    const { byKernel, byMatcher, known } = await matchBoth(matcher, pair, false);
    expect(byMatcher).toEqual(byKernel);
    expect(known).toBeGreaterThanOrEqual(least);
  });

  it('leaves the same holes in noise', async ({ skip }) => {
    if (!matcher) return skip(noDevice);
    const random = createRandom(2);
    const noise = { ...flat, left: flat.left.map(() => Math.floor(random() * 256)) };
    const { byKernel, byMatcher, known } = await matchBoth(matcher, noise);
    expect(byMatcher).toEqual(byKernel);
    expect(known).toBeLessThan(0.25);
  });

  it('matches from coarse to fine over windows of disparities, at once or in strips', async ({ skip }) => {
    if (!matcher) return skip(noDevice);
    const [width, height] = [121, 249];
    const pair = createPair(width, height, 60, (x, y) => (y < 150 ? 8 : 40) + 0.05 * x);
    const limits = { stripBytes: 8 * width * 240, volumeBytes: 2 ** 20 };
    const small = await createStereoMatcher(matcher.device, limits);
    for (const one of [matcher, small]) {
      const { byKernel, byMatcher, known } = await matchBoth(one, pair);
      expect(byMatcher).toEqual(byKernel);
      expect(known).toBeGreaterThan(0.5);
    }
    small.destroy();
  });

  it('leaves pairs of more disparities than it holds to the kernel', async () => {
    const never: LevelMatcher = {
      maxDisparities: 16,
      match: () => Promise.reject(new Error('asked for what it cannot do')),
    };
    const { byKernel, byMatcher } = await matchBoth(never, flat);
    expect(byMatcher).toEqual(byKernel);
  });
});
