import { expect, it } from 'vitest';
import { pointFormat } from './point-format.ts';
import type { PointRecords } from './points.ts';
import { widenColours } from './widen-colours.ts';

const { length, rgb = 0 } = pointFormat(7);

function createRecords(colours: readonly (readonly [number, number, number])[]): PointRecords {
  const bytes = new Uint8Array(colours.length * length);
  const view = new DataView(bytes.buffer);
  for (const [point, channels] of colours.entries()) {
    for (const [channel, value] of channels.entries()) {
      view.setUint16(point * length + rgb + channel * 2, value, true);
    }
  }
  return { format: 7, recordLength: length, count: colours.length, bytes };
}

it('spreads 8-bit colours over 16 bits', () => {
  const records = createRecords([
    [0, 128, 255],
    [1, 2, 3],
  ]);
  expect(widenColours(records)).toBe(true);
  expect(records).toEqual(
    createRecords([
      [0, 32_896, 65_535],
      [257, 514, 771],
    ]),
  );
});

it('leaves 16-bit colours as they are', () => {
  const colours = [
    [10, 20, 30],
    [10, 256, 30],
  ] as const;
  const records = createRecords(colours);
  expect(widenColours(records)).toBe(false);
  expect(records).toEqual(createRecords(colours));
});

it('has nothing to do where a format has no colour', () => {
  const bytes = new Uint8Array(pointFormat(6).length);
  expect(widenColours({ format: 6, recordLength: bytes.length, count: 1, bytes })).toBe(true);
});
