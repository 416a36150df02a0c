import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cellIndex } from '#domain/formats/copc/octree.ts';
import { sortRecords } from '#tests/support/read-copc.ts';
import {
  layoutOf,
  type Place,
  recordsAt,
  recordsOf,
  smallLimits,
  spoolRecords,
} from '#tests/support/spooled-points.ts';
import { columnPath, openSpool, readColumn, type Spool } from './spool.ts';

let folder: string;
let made = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-spool-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Pseudo-random places, the same in every run. */
function scattered(count: number, sideM: number): Place[] {
  return Array.from({ length: count }, (_, k) => [
    ((k * 7919) % 10_007) * (sideM / 10_007),
    ((k * 104_729) % 10_009) * (sideM / 10_009),
    (k % 97) / 10,
  ]);
}

const clouds: Record<string, Place[]> = {
  even: scattered(1000, 100),
  'one point more': scattered(1001, 100),
  'one far point': [...scattered(999, 10), [5000, 5000, 0]],
  'a corridor': scattered(1000, 100).map(([x, y, z]) => [x * 50, y / 100, z]),
  'a dense corner': [...scattered(300, 100), ...scattered(900, 0.5)],
  'one place': Array.from({ length: 200 }, (): Place => [3, 4, 5]),
  'no points but one': [[1, 2, 3]],
};
for (const count of [19, 20, 21, 39, 40, 41, 79, 80, 81]) {
  clouds[`${count} points`] = scattered(count, 100);
}

async function expectAllThere(spool: Spool, places: readonly Place[]): Promise<void> {
  const records = recordsAt(places);
  const found = await recordsOf(spool);
  expect(found.length).toBe(records.bytes.length);
  const sorted = sortRecords(found, records.recordLength);
  expect(sorted.equals(sortRecords(records.bytes, records.recordLength))).toBe(true);
}

async function expectInColumns(spool: Spool): Promise<void> {
  const { cube, scaling, recordLength } = spool.layout;
  for (const column of spool.columns) {
    const { bytes, count } = await readColumn(spool, column);
    expect(count).toBe(column.count);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    for (let at = 0; at < bytes.length; at += recordLength) {
      const x = view.getInt32(at, true) * scaling.scale[0];
      const y = view.getInt32(at + 4, true) * scaling.scale[1];
      expect(cellIndex(x, cube.minX, cube.size, column.level)).toBe(column.x);
      expect(cellIndex(y, cube.minY, cube.size, column.level)).toBe(column.y);
    }
  }
}

describe.each(Object.entries(clouds))('a spool of %s', (_, places) => {
  const spooled = (limits = smallLimits, expected = places.length) =>
    spoolRecords(join(folder, `${made++}`), recordsAt(places), layoutOf(places), limits, expected);

  test('holds every point once, in its column, and no column is too full', async () => {
    const spool = await spooled();
    await expectAllThere(spool, places);
    await expectInColumns(spool);
    const { deepestLevel, pointsPerColumn } = smallLimits;
    for (const { level, count } of spool.columns) {
      expect(level < deepestLevel ? count : 0).toBeLessThanOrEqual(2 * pointsPerColumn);
    }
  });

  test('that was announced as empty is cut again and again', async () => {
    const spool = await spooled(smallLimits, 0);
    await expectAllThere(spool, places);
    await expectInColumns(spool);
  });

  test('is written all at once at the end where the buffer is large', async () => {
    await expectAllThere(await spooled({ ...smallLimits, bufferBytes: 2 ** 30 }), places);
  });

  test('stays in few columns where they may not be cut', async () => {
    const spool = await spooled({ ...smallLimits, deepestFirstLevel: 1, deepestLevel: 1 });
    expect(spool.columns.length).toBeLessThanOrEqual(4);
    await expectAllThere(spool, places);
  });

  test('is read in pieces that end anywhere', async () => {
    for (const recordsPerRead of [1, 40, 41, 1_000_000]) {
      await expectAllThere(await spooled({ ...smallLimits, recordsPerRead }, 0), places);
    }
  });

  test('keeps the quarters of a cell together, and is the same once opened', async () => {
    const spool = await spooled();
    const parents = spool.columns.map(({ level, x, y }) => `${level - 1} ${x >> 1} ${y >> 1}`);
    for (const parent of new Set(parents)) {
      const inside = spool.columns.flatMap((cell, index) => {
        const [level, x, y] = parent.split(' ').map(Number);
        return cell.level > level! &&
          cell.x >> (cell.level - level!) === x &&
          cell.y >> (cell.level - level!) === y
          ? [index]
          : [];
      });
      expect(inside.at(-1)! - inside[0]! + 1).toBe(inside.length);
    }
    expect(await openSpool(spool.folder)).toEqual(spool);
  });
});

test('a column whose file lost its end is a failure', async () => {
  const places = scattered(100, 10);
  const spool = await spoolRecords(join(folder, 'cut'), recordsAt(places), layoutOf(places), smallLimits);
  const path = columnPath(spool.folder, spool.columns[0]!);
  await truncate(path, 30);
  await expect(readColumn(spool, spool.columns[0]!)).rejects.toMatchObject({
    code: 'io.changed',
    params: { file: path },
  });
});
