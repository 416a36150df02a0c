import { describe, expect, test } from 'vitest';
import { sampleLas, sampleRecords } from '#tests/support/las-fixture.ts';
import { memorySource } from '../byte-source.ts';
import { countPoints } from '../laz/missing-points.ts';
import { outsideBounds } from './bounds.ts';
import { openLas } from './las-file.ts';
import type { PointRecords } from './points.ts';
import { type ReadRecordsOptions, readUncompressedRecords } from './read-records.ts';
import { addRecords, colourBits, createSummary, summaryBounds } from './summary.ts';
import type { VlrContent } from './vlr.ts';

async function readAll(bytes: Uint8Array, options: ReadRecordsOptions = {}): Promise<PointRecords[]> {
  const file = await openLas(memorySource('a.las', bytes));
  const blocks: PointRecords[] = [];
  for await (const block of readUncompressedRecords(file, options)) blocks.push(block);
  return blocks;
}

describe('uncompressed files', () => {
  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('format %i reads back record for record', async (format) => {
    const blocks = await readAll(await sampleLas(format, 100, { extraBytes: 2 }), { blockPoints: 33 });
    expect(blocks.map((block) => block.count)).toEqual([33, 33, 33, 1]);
    const joined = Uint8Array.from(blocks.flatMap((block) => Array.from(block.bytes)));
    expect(joined).toEqual(sampleRecords(format, 100, 2).bytes);
  });

  test('a part of the file can be read', async () => {
    const blocks = await readAll(await sampleLas(6, 100), { start: 90, count: 50, blockPoints: 6 });
    expect(blocks.map((block) => block.count)).toEqual([6, 4]);
  });

  test('a file cut short answers its whole records, then says so', async () => {
    const bytes = (await sampleLas(6, 100)).subarray(0, 375 + 30 * 40 + 7);
    const file = await openLas(memorySource('a.las', bytes));
    expect(file.availablePoints).toBe(40);
    expect((await countPoints(file)).warnings).toMatchObject([
      { code: 'las.fewer-points', params: { declared: 100, available: 40 } },
    ]);
    await expect(readAll(bytes)).rejects.toMatchObject({
      code: 'las.truncated',
      params: { available: 40, declared: 100, offset: 375 + 1200 },
    });
    expect((await readAll(bytes, { acceptTruncated: true }))[0]?.count).toBe(40);
  });

  test('reading stops when aborted', async () => {
    const bytes = await sampleLas(6, 100);
    const signal = AbortSignal.abort();
    const file = await openLas(memorySource('a.las', bytes));
    const source = { ...file.source, read: async () => signal.throwIfAborted() as never };
    await expect(readUncompressedRecords({ ...file, source }, { signal }).next()).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

describe('the WKT bit', () => {
  const record = (userId: string, recordId: number, text: string) => ({
    userId,
    recordId,
    description: '',
    data: new TextEncoder().encode(text),
  });
  const wkt = record('LASF_Projection', 2112, 'LOCAL_CS["site"]');
  /** Geo keys: version 1, one key, model type projected. */
  const keys = {
    ...record('LASF_Projection', 34735, ''),
    data: new Uint8Array(new Uint16Array([1, 1, 0, 1, 1024, 0, 1, 1]).buffer),
  };
  const codesOf = async (format: number, vlrs: VlrContent[], hasWktBit: boolean) => {
    const bytes = await sampleLas(format, 3, { vlrs, hasWktBit });
    return (await openLas(memorySource('a.las', bytes))).warnings.map(({ code }) => code);
  };

  test.each([
    ['is unset though the system stands in WKT', 6, [wkt], false, ['las.wkt-bit-unset']],
    ['is unset in a format that asks for WKT', 6, [wkt, keys], false, ['las.wkt-bit-unset']],
    ['is unset and keys are there', 1, [wkt, keys], false, []],
    ['is set without WKT', 6, [keys], true, ['las.wkt-bit-alone']],
    ['is set beside WKT', 6, [wkt, keys], true, []],
    ['is unset and no system is stated', 6, [], false, []],
  ] as const)('where it %s', async (_, format, vlrs, bit, expected) => {
    expect(await codesOf(format, [...vlrs], bit)).toEqual(expected);
  });
});

describe('bounds', () => {
  test.each([
    ['not a number', Number.NaN],
    ['infinite', Number.POSITIVE_INFINITY],
    ['below the least', -1e6],
    ['beyond what integers reach', 1e12],
  ])('a maximum that is %s is reported and left out', async (_, value) => {
    const bytes = await sampleLas(6, 10);
    new DataView(bytes.buffer).setFloat64(179, value, true);
    const file = await openLas(memorySource('a.las', bytes));
    expect(file.bounds).toBeUndefined();
    expect(file.warnings).toMatchObject([{ code: 'las.bounds', params: { axis: 'x' } }]);
  });

  test('the summary of the points tells their true bounds, returns, classes and colours', async () => {
    const records = sampleRecords(7, 30);
    const summary = createSummary();
    addRecords(summary, records);
    const file = await openLas(memorySource('a.las', await sampleLas(7, 30)));
    const bounds = summaryBounds(summary, file.header);
    expect(bounds).toEqual({ min: file.header.min, max: file.header.max });
    expect(Array.from(summary.byReturn.subarray(1, 4))).toEqual(file.header.pointsByReturn.slice(0, 3));
    expect(summary.byClass.reduce((sum, count) => sum + count)).toBe(30);
    expect(colourBits(summary)).toBe(16);
    const narrow = { min: file.header.min, max: [500_000, 4_000_050, 100.5] as const };
    const wrong = outsideBounds(narrow, bounds!, file.header.scale, 'a.las');
    expect(wrong.map(({ params }) => params['axis'])).toEqual(['z']);
  });

  test('colours of 8 bits and times that are no numbers are found', () => {
    const records = sampleRecords(7, 30);
    const view = new DataView(records.bytes.buffer);
    for (let point = 0; point < 30; point++) {
      for (const field of [30, 32, 34]) view.setUint16(point * 36 + field, point * 8, true);
    }
    view.setFloat64(22, Number.NaN, true);
    const summary = createSummary();
    addRecords(summary, records);
    expect([colourBits(summary), summary.badTimes]).toEqual([8, 1]);
  });
});
