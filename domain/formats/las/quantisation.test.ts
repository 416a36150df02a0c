import { expect, test } from 'vitest';
import { sampleRecords } from '#tests/support/las-fixture.ts';
import {
  chooseFittingQuantisation,
  chooseQuantisation,
  coarsenedNote,
  quantise,
  requantiseRecords,
} from './quantisation.ts';

const millimetre = [0.001, 0.001, 0.001] as const;
const overflow = expect.objectContaining({ code: 'las.overflow' });

test('bounds of a survey fit with a round offset near their middle', () => {
  const min = [512_345.6, 4_812_345.6, 120] as const;
  const max = [514_345.6, 4_815_345.6, 390] as const;
  const chosen = chooseQuantisation(min, max, millimetre);
  expect(chosen.offset).toEqual([513_300, 4_813_800, 300]);
  for (const axis of [0, 1, 2] as const) {
    const integer = quantise(max[axis], axis, chosen);
    expect(integer * chosen.scale[axis] + chosen.offset[axis]).toBeCloseTo(max[axis], 9);
  }
});

test('an extent too large for the resolution is refused', () => {
  expect(() => chooseQuantisation([0, 0, 0], [5e6, 1, 1], millimetre, 'a.las')).toThrow(overflow);
  expect(() => chooseQuantisation([0, 0, Number.NaN], [1, 1, 1], millimetre)).toThrow(overflow);
});

test('a coordinate beyond 32 bits is refused, never wrapped', () => {
  const quantisation = { scale: millimetre, offset: [0, 0, 0] } as const;
  expect(quantise(2_147_483.647, 0, quantisation)).toBe(2_147_483_647);
  expect(quantise(-2_147_483.648, 0, quantisation)).toBe(-2_147_483_648);
  expect(() => quantise(2_147_483.648, 0, quantisation)).toThrow(overflow);
  expect(() => quantise(Number.NaN, 1, quantisation)).toThrow(overflow);
});

test('records move to another scale and offset', () => {
  const records = sampleRecords(6, 20);
  const before = new Int32Array(records.bytes.slice(0, 12).buffer);
  const from = { scale: [0.01, 0.01, 0.001], offset: [500, 600, 0] } as const;
  const to = { scale: [0.001, 0.005, 0.001], offset: [0, 0, 0] } as const;
  requantiseRecords(records, from, to);
  const after = new Int32Array(records.bytes.slice(0, 12).buffer);
  expect(Array.from(after)).toEqual([
    (before[0] as number) * 10 + 500_000,
    (before[1] as number) * 2 + 120_000,
    before[2],
  ]);
  const far = { scale: [1e-9, 1, 1], offset: [0, 0, 0] } as const;
  expect(() => requantiseRecords(records, to, far)).toThrow(overflow);
});

test.each([
  ['half of what fits', 2147.4, [0.001, 0.001, 0.001]],
  ['a little more than fits', 4_294_970, [0.01, 0.001, 0.001]],
  ['a hundred times more', 429_496_729, [1, 0.001, 0.001]],
])('a scale is coarsened only where the extent asks for it: %s', (_, extent, scale) => {
  const [min, max] = [[7, 7, 7] as const, [7 + extent, 8, 8] as const];
  const chosen = chooseFittingQuantisation(min, max, millimetre);
  expect(chosen.scale).toEqual(scale);
  for (const corner of [min, max]) expect(() => quantise(corner[0], 0, chosen)).not.toThrow();
  expect(coarsenedNote('a.las', millimetre, chosen)).toHaveLength(scale[0] === 0.001 ? 0 : 1);
});

test('bounds that are no numbers are still refused', () => {
  expect(() => chooseFittingQuantisation([0, 0, Number.NaN], [1, 1, 1], millimetre)).toThrow(/las\.overflow/);
});
