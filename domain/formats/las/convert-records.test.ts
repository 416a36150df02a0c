import { describe, expect, test } from 'vitest';
import { sampleRecords } from '#tests/support/las-fixture.ts';
import { convertRecords, lossesOf, modernFormatOf } from './convert-records.ts';
import { extractLayers } from './extract-layers.ts';
import { pointFormat } from './point-format.ts';
import type { LayerName, PointRecords } from './points.ts';

const kept: LayerName[] = [
  'xyz',
  'intensity',
  'classification',
  'returnNumber',
  'numberOfReturns',
  'gpsTime',
  'rgb',
  'pointSourceId',
];

function byteAt(records: PointRecords, point: number, offset: number): number {
  return records.bytes[point * records.recordLength + offset] as number;
}

describe('conversion', () => {
  test.each([0, 1, 2, 3, 6, 7, 8])('format %i keeps every layer and its extra bytes', (format) => {
    const from = sampleRecords(format, 50, 3);
    const to = convertRecords(from, modernFormatOf(format));
    const before = extractLayers(from, kept);
    const after = extractLayers(to, kept);
    if (pointFormat(format).gpsTime === undefined) before.gpsTime = new Float64Array(50);
    expect(after).toEqual(before);
    const ends = (records: PointRecords) =>
      [0, 1, 2].map((extra) => byteAt(records, 49, records.recordLength - 3 + extra));
    expect(ends(to)).toEqual(ends(from));
  });

  test('flags, scan angle, user data and overlap keep their meaning', () => {
    const from = sampleRecords(1, 1);
    from.bytes[14] = 0b1_1_010_010;
    from.bytes[15] = 0b101_01100;
    from.bytes[16] = -15 & 0xff;
    from.bytes[17] = 77;
    const to = convertRecords(from, 6);
    expect(byteAt(to, 0, 14)).toBe(0b0010_0010);
    expect(byteAt(to, 0, 15)).toBe(0b1_1_00_1_101);
    expect(byteAt(to, 0, 16)).toBe(12);
    expect(byteAt(to, 0, 17)).toBe(77);
    expect(new DataView(to.bytes.buffer).getInt16(18, true)).toBe(-2500);
  });

  test('waveforms and colours are dropped only when asked, and named', () => {
    expect(lossesOf(10, 6)).toEqual(['waveform', 'colour', 'nir']);
    const records = sampleRecords(10, 3);
    expect(() => convertRecords(records, 8, { file: 'a.las' })).toThrow(
      expect.objectContaining({
        code: 'las.would-drop',
        params: { file: 'a.las', from: 10, to: 8, fields: 'waveform' },
      }),
    );
    const dropped = convertRecords(records, 8, { drop: ['waveform'] });
    expect(extractLayers(dropped, ['rgb', 'gpsTime'])).toEqual(extractLayers(records, ['rgb', 'gpsTime']));
    expect(dropped.recordLength).toBe(38);
  });

  test('a format that cannot hold the point is refused; an equal one costs nothing', () => {
    const records = sampleRecords(7, 3);
    expect(() => convertRecords(records, 3)).toThrow(expect.objectContaining({ code: 'las.conversion' }));
    expect(convertRecords(records, 7)).toBe(records);
  });
});
