import { expect, test } from 'vitest';
import { sampleLas } from '#tests/support/las-fixture.ts';
import { memorySource } from '../byte-source.ts';
import { openLas } from './las-file.ts';
import { findVlr, readVlrData, type VlrContent } from './vlr.ts';

function content(recordId: number, length: number): VlrContent {
  return {
    userId: 'test',
    recordId,
    description: `record ${recordId}`,
    data: new Uint8Array(length).fill(recordId),
  };
}

test('records before and behind the points are listed and read back', async () => {
  const bytes = await sampleLas(6, 10, { vlrs: [content(1, 3), content(2, 70_000), content(3, 65_535)] });
  const source = memorySource('a.las', bytes);
  const file = await openLas(source);
  expect(file.warnings).toEqual([]);
  expect(file.vlrs.map(({ recordId, dataLength, isExtended }) => [recordId, dataLength, isExtended])).toEqual(
    [
      [1, 3, false],
      [3, 65_535, false],
      [2, 70_000, true],
    ],
  );
  const found = findVlr(file.vlrs, 'test', 2);
  expect(found?.description).toBe('record 2');
  expect(await readVlrData(source, found!)).toEqual(content(2, 70_000).data);
  expect(findVlr(file.vlrs, 'TEST', 2)).toBeUndefined();
});

test('a garbage count ends at the points with a warning', async () => {
  const bytes = await sampleLas(1, 10, { versionMinor: 2, vlrs: [content(1, 5)] });
  new DataView(bytes.buffer).setUint32(100, 1_069_128_089, true);
  const file = await openLas(memorySource('a.las', bytes));
  expect(file.vlrs).toHaveLength(1);
  expect(file.warnings.map((warning) => warning.code)).toEqual(['las.vlr-count']);
});

test('a length beyond the points is cut with a warning', async () => {
  const bytes = await sampleLas(1, 10, { versionMinor: 2, vlrs: [content(1, 5), content(2, 5)] });
  new DataView(bytes.buffer).setUint16(227 + 20, 60_000, true);
  const file = await openLas(memorySource('a.las', bytes));
  expect(file.vlrs.map((vlr) => vlr.dataLength)).toEqual([5 + 54 + 5]);
  expect(file.warnings[0]).toMatchObject({ code: 'las.vlr-length', params: { length: 60_000, room: 64 } });
});

test('extended records placed outside the file are ignored with a warning', async () => {
  const bytes = await sampleLas(6, 10, { vlrs: [content(2, 70_000)] });
  new DataView(bytes.buffer).setBigUint64(235, 1n << 40n, true);
  const file = await openLas(memorySource('a.las', bytes));
  expect(file.vlrs).toEqual([]);
  expect(file.warnings.map((warning) => warning.code)).toEqual(['las.evlr-offset']);
});

test('a huge payload is refused rather than taken into memory', async () => {
  const vlr = {
    userId: 'test',
    recordId: 1,
    description: '',
    dataOffset: 0,
    dataLength: 2 ** 40,
    isExtended: true,
  };
  await expect(readVlrData(memorySource('a.las', new Uint8Array(9)), vlr)).rejects.toMatchObject({
    code: 'las.vlr-too-large',
  });
});
