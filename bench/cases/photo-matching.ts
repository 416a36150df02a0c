import { createMatchKernel, type DescribedFeatures } from '#wasm/bindings/matching.ts';
import type { BenchCase } from '../case.ts';
import { makeDescriptors } from '../data/descriptors.ts';

const ratio = 0.8;

/** Nearest and second nearest of each of `a` in `b`, in plain loops over typed arrays. */
function nearestPlainly(a: DescribedFeatures, b: DescribedFeatures) {
  const nearest = new Int32Array(a.count);
  const first = new Int32Array(a.count).fill(2 ** 30);
  const second = new Int32Array(a.count).fill(2 ** 30);
  for (let i = 0; i < a.count; i++) {
    for (let k = 0; k < b.count; k++) {
      let sum = 0;
      for (let c = 0; c < 128; c++) {
        const difference = a.descriptors[128 * i + c]! - b.descriptors[128 * k + c]!;
        sum += difference * difference;
      }
      if (sum < first[i]!) {
        second[i] = first[i]!;
        first[i] = sum;
        nearest[i] = k;
      } else if (sum < second[i]!) second[i] = sum;
    }
  }
  return { nearest, first, second };
}

/** Mutual nearest neighbours with the ratio test, all against all. */
export const photoMatchingCase: BenchCase = {
  name: 'photo-matching',
  group: 'photogrammetry',
  workload: '4096 × 4096 descriptors of 128 bytes; ours both directions, the peer one',
  goal: 20,
  prepare({ quick, kernel }) {
    const count = quick ? 1024 : 4096;
    const [a, b] = [makeDescriptors(count, 1), makeDescriptors(count, 2)];
    const ours = createMatchKernel(kernel('matching'));
    return {
      ours() {
        ours.load(a, b);
        return ours.match({ ratio });
      },
      peer: { name: 'plain JavaScript', run: () => nearestPlainly(a, b) },
    };
  },
};
