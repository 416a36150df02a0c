import { expect, it } from 'vitest';
import { applyDifferences, applyFloatPredictor, undoDifferences, undoFloatPredictor } from './predictor.ts';

const shape = { rowSamples: 12, rows: 5, stride: 3 };
const numbers = Array.from({ length: 60 }, (_, i) => (i * 2654435761) % 2 ** 32);

it.each([Uint8Array, Uint16Array, Uint32Array])('undoes differences of %o', (kind) => {
  const samples = kind.from(numbers);
  const kept = samples.slice();
  applyDifferences(samples, shape);
  expect(samples[0]).toBe(kept[0]);
  expect(samples).not.toEqual(kept);
  undoDifferences(samples, shape);
  expect(samples).toEqual(kept);
});

it.each([Float32Array, Float64Array])('undoes the floating point predictor of %o', (kind) => {
  const samples = new kind(numbers.map((value) => Math.sqrt(value) - 1000));
  const kept = samples.slice();
  const bytes = new Uint8Array(samples.buffer);
  applyFloatPredictor(bytes, kind.BYTES_PER_ELEMENT, shape);
  expect(samples).not.toEqual(kept);
  undoFloatPredictor(bytes, kind.BYTES_PER_ELEMENT, shape);
  expect(samples).toEqual(kept);
});
