import { isDeepStrictEqual } from 'node:util';
import { createDeviceMatcher } from '#gpu/compute/match-descriptors.ts';
import { createMatchKernel } from '#wasm/bindings/matching.ts';
import type { BenchCase } from '../case.ts';
import { makeDescriptors } from '../data/descriptors.ts';
import { openBenchDevice } from '../device.ts';

/** All candidates that are mutual, so that the comparison of both sides has something to compare. */
const options = { ratio: 1 };

/** Matching on the graphics device against the kernel, which it must equal number by number. */
export const photoMatchingGpuCase: BenchCase = {
  name: 'photo-matching-gpu',
  group: 'photogrammetry',
  workload: 'descriptors of 128 bytes both ways, upload included, on the graphics device against one worker',
  goal: 1,
  async prepare({ quick, kernel }) {
    const { device, isSoftware, note: place } = await openBenchDevice();
    const count = quick || (device && isSoftware) ? 1024 : 4096;
    const note = `${count} × ${count}, ${place}`;
    const [a, b] = [makeDescriptors(count, 1), makeDescriptors(count, 2)];
    const matching = createMatchKernel(kernel('matching'));
    const onProcessor = () => {
      matching.load(a, b);
      return matching.match(options);
    };
    if (!device) return { ours: onProcessor, note };
    const onDevice = async () => {
      const matcher = await createDeviceMatcher(device, a, b);
      try {
        return await matcher.match(options);
      } finally {
        matcher.destroy();
      }
    };
    if (!isDeepStrictEqual(await onDevice(), onProcessor())) {
      throw new Error(`the device finds other matches than the kernel, ${note}`);
    }
    return { ours: onDevice, peer: { name: 'the kernel', run: onProcessor }, note };
  },
};
