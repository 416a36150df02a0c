import { describe, expect, it } from 'vitest';
import { addSums, noPoints, sumRecords } from '#domain/cloud/point-sums.ts';
import { memorySink } from '#domain/formats/byte-sink.ts';
import { memorySource } from '#domain/formats/byte-source.ts';
import { convertRecords } from '#domain/formats/las/convert-records.ts';
import { openLas } from '#domain/formats/las/las-file.ts';
import { createLasWriter } from '#domain/formats/las/las-writer.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';
import { addRecords, addSummary, createSummary } from '#domain/formats/las/summary.ts';
import { sampleLas, sampleRecords } from '#tests/support/las-fixture.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';
import type { StoredPoints } from '../contract/cloud-tasks.ts';
import { summariseOn, transferPoints, workOnCloud } from './read-cloud.ts';

const blocks = { blockPoints: 300 };

async function openSample(format: number) {
  return openLas(memorySource('sample.las', await sampleLas(format, 1000, { versionMinor: 2 })));
}

describe('points that a pool works on', () => {
  const pool = createLocalPool();

  it('have the statistics of all records together', async () => {
    const summary = createSummary();
    let parts = 0;
    for await (const part of summariseOn(pool, await openSample(3), blocks)) {
      addSummary(summary, part);
      parts++;
    }
    const expected = createSummary();
    addRecords(expected, sampleRecords(3, 1000));
    expect(parts).toBe(4);
    expect(summary).toEqual(expected);
  });

  it('are converted and written as in one piece', async () => {
    const file = await openSample(3);
    const writer = (sink: ReturnType<typeof memorySink>) =>
      createLasWriter(sink, {
        format: 7,
        recordLength: pointFormat(7).length,
        quantisation: file.header,
        gpsTimeType: 'adjusted-standard',
        hasWktBit: false,
        vlrs: [],
      });
    const whole = convertRecords(sampleRecords(3, 1000), 7);
    const [once, parts] = [memorySink(), memorySink()];
    const first = await writer(once);
    await first.write(whole);
    const second = await writer(parts);
    const convert = (points: StoredPoints) =>
      pool.run(
        'cloud.convertPoints',
        { points, format: 7, drop: [], file: 'sample.las' },
        transferPoints(points),
      );
    let sums = noPoints;
    for await (const converted of workOnCloud(file, convert, blocks)) {
      sums = addSums(sums, converted.sums);
      await second.writeSummed(converted.records, converted.summary);
    }
    expect(await second.finish()).toEqual(await first.finish());
    expect(parts.bytes()).toEqual(once.bytes());
    expect(sums).toEqual(sumRecords(whole));
    await expect(second.writeSummed(sampleRecords(6, 1), createSummary())).rejects.toThrow(RangeError);
  });

  it('are refused where a field would be lost that nobody gave up', async () => {
    const convert = (points: StoredPoints) =>
      pool.run('cloud.convertPoints', { points, format: 6, drop: [], file: 'sample.las' });
    await expect(workOnCloud(await openSample(3), convert, blocks).next()).rejects.toMatchObject({
      code: 'las.would-drop',
      params: { file: 'sample.las', fields: 'colour' },
    });
  });
});
