import { expect, it } from 'vitest';
import { splitSamples } from './split-samples.ts';

it.each([
  [1, 24],
  [2, 24],
  [3, 24],
  [3, 7],
  [4, 24],
  [5, 9],
])('%i bytes a pixel become as many planes of %i pixels', (count, pixels) => {
  const samples = Uint8Array.from({ length: count * pixels }, (_, i) => (i * 37 + 11) % 256);
  const planes = samples.map((_, i) => samples[(i % pixels) * count + Math.floor(i / pixels)]!);
  expect(splitSamples(samples, count)).toEqual(planes);
});

it('numbers of any type are split', () => {
  expect(splitSamples(Float32Array.of(1.5, 2.5, 3.5, 4.5), 2)).toEqual(Float32Array.of(1.5, 3.5, 2.5, 4.5));
  expect(splitSamples(BigInt64Array.of(1n, 2n, 3n, 4n), 2)).toEqual(BigInt64Array.of(1n, 3n, 2n, 4n));
});
