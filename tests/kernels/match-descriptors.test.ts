import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '#domain/math/random.ts';
import { createDeviceMatcher } from '#gpu/compute/match-descriptors.ts';
import type { OpenedDevice } from '#gpu/compute/open-device.ts';
import { createMatchKernel } from '#wasm/bindings/matching.ts';
import { noDevice, openTestDevice } from '../support/compute.ts';
import { loadKernel } from '../support/kernels.ts';

const options = { ratio: 0.8 };

/** Descriptors of `values` levels: few levels make many distances equal. */
function createFeatures(count: number, seed: number, values: number) {
  const random = createRandom(seed);
  const descriptors = new Uint8Array(128 * count);
  for (let k = 0; k < descriptors.length; k++) {
    descriptors[k] = Math.floor(random.next() * values) * Math.floor(255 / Math.max(1, values - 1));
  }
  return { count, descriptors };
}

/** The same features in another order, some of them changed. */
function disturb({ count, descriptors }: ReturnType<typeof createFeatures>, seed: number) {
  const random = createRandom(seed);
  const moved = new Uint8Array(descriptors.length);
  for (let k = 0; k < count; k++) {
    const from = (k * 7) % count;
    moved.set(descriptors.subarray(128 * from, 128 * from + 128), 128 * k);
    for (let n = 0; n < 12; n++)
      moved[128 * k + Math.floor(random.next() * 128)] = Math.floor(random.next() * 256);
  }
  return { count, descriptors: moved };
}

describe('matching on a device', () => {
  let opened: OpenedDevice | null = null;
  const kernel = createMatchKernel(loadKernel('matching'));

  beforeAll(async () => {
    opened = await openTestDevice();
  });
  afterAll(() => opened?.device.destroy());

  it.for([
    [
      'as many on both sides, many true matches',
      createFeatures(300, 1, 256),
      disturb(createFeatures(300, 1, 256), 2),
    ],
    ['sizes that fill no group', createFeatures(131, 3, 256), createFeatures(77, 4, 256)],
    ['ties everywhere', createFeatures(90, 5, 2), disturb(createFeatures(90, 5, 2), 6)],
    ['one against many', createFeatures(1, 7, 4), createFeatures(70, 8, 4)],
    ['all the same', createFeatures(40, 9, 1), createFeatures(33, 9, 1)],
    [
      'the largest distances',
      { count: 3, descriptors: new Uint8Array(384) },
      { count: 2, descriptors: new Uint8Array(256).fill(255) },
    ],
  ] as const)('finds what the kernel finds: %s', async ([, a, b], { skip }) => {
    if (!opened) return skip(noDevice);
    const matcher = await createDeviceMatcher(opened.device, a, b);
    kernel.load(a, b);
    for (const most of [Number.POSITIVE_INFINITY, 65, 32, 1]) {
      expect(await matcher.match(options, most)).toEqual(kernel.match(options, most));
      expect(await matcher.match({ ratio: 1, maxDistance: 1e6 }, most)).toEqual(
        kernel.match({ ratio: 1, maxDistance: 1e6 }, most),
      );
    }
    matcher.destroy();
  });
});
