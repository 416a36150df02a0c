import type { DescribedFeatures } from '#wasm/bindings/matching.ts';
import { seededRandom } from './lidar.ts';

/** Descriptors of 128 bytes below 90, no two sets alike: most nearest neighbours are chance. */
export function makeDescriptors(count: number, seed: number): DescribedFeatures {
  const random = seededRandom(seed);
  return { count, descriptors: Uint8Array.from({ length: 128 * count }, () => 90 * random()) };
}
