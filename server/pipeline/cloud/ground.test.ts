import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asprs } from '#domain/cloud/point-use.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';
import { layoutOf, type Place, recordsAt, spoolRecords } from '#tests/support/spooled-points.ts';
import { readClassified } from './classes.ts';
import { classifySpool } from './ground.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-ground-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const roofM = 8;
/** Sixteen columns of 16 m. */
const sixteenColumns = {
  bufferBytes: 2 ** 20,
  pointsPerColumn: 1,
  recordsPerRead: 500,
  deepestFirstLevel: 2,
  deepestLevel: 2,
};

const isUnderRoof = (x: number, y: number) => x > 16 && x < 32 && y > 16 && y < 32;

/** Flat ground of 64 m a side with a roof over one of its columns, of a number of points. */
function site(roofPoints: number): Place[] {
  const places: Place[] = [
    [0, 0, 0],
    [64, 64, 0],
  ];
  for (let k = 0; k < 128 * 128; k++) {
    const [x, y] = [(k % 128) / 2 + 0.25, Math.floor(k / 128) / 2 + 0.25];
    if (!isUnderRoof(x, y)) places.push([x, y, 0.01 * Math.sin(k)]);
  }
  const across = 34;
  for (let k = 0; k < roofPoints; k++) {
    const [x, y] = [(k % across) * 0.46 + 16.2, Math.floor(k / across) * 0.46 + 16.2];
    places.push([x, y, roofM + 0.01 * Math.sin(k)]);
  }
  return places;
}

test.each([1099, 1100, 1101, 1102])(
  'a roof of %i points that fills a column is told from the ground around',
  async (roof) => {
    const places = site(roof);
    const name = join(folder, `${roof}`);
    const spool = await spoolRecords(
      join(name, 'spool'),
      recordsAt(places),
      layoutOf(places),
      sixteenColumns,
    );
    expect(spool.columns).toHaveLength(16);
    const options = { folder: join(name, 'classes'), unit: { horizontal: 1, vertical: 1 }, report: () => {} };
    const { byClass } = await classifySpool(spool, createLocalPool(), options);
    expect(byClass[asprs.ground]! + byClass[asprs.unclassified]!).toBe(places.length);
    let onRoof = 0;
    for (const column of spool.columns) {
      const { bytes, count, recordLength } = await readClassified(spool, column, { folder: options.folder });
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      for (let at = 0; at < count * recordLength; at += recordLength) {
        const isGround = bytes[at + 16] === asprs.ground;
        if (isGround && view.getInt32(at + 8, true) > 4000) onRoof++;
      }
    }
    expect(onRoof).toBe(0);
    expect(byClass[asprs.ground]).toBeGreaterThan(0.95 * (places.length - roof));
  },
);
