import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layoutOf, type Place, recordsAt, smallLimits, spoolRecords } from '#tests/support/spooled-points.ts';
import { createColumnPoints } from '../cloud/column-points.ts';
import type { SeenGround } from '../context.ts';
import { measureOutline } from './outline.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-outline-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const bounds = { minX: 0, minY: 0, maxX: 160, maxY: 120 };
/** A field with a point per metre, and five points beside it. */
const field = Array.from({ length: 100 * 120 }, (_, k): Place => [k % 100, Math.floor(k / 100), 5]);
const lone = [10, 20, 50, 90, 120].map((y): Place => [160, y, 40]);

const seenWhere = (isSeen: (x: number) => boolean): SeenGround => ({
  key: '',
  at: (places) => Uint8Array.from({ length: places.length / 3 }, (_, k) => (isSeen(places[3 * k]!) ? 1 : 0)),
});

async function outlineOfPlaces(places: readonly Place[], seen: SeenGround | null) {
  const layout = layoutOf(places);
  const into = await mkdtemp(join(folder, 'spool-'));
  const spool = await spoolRecords(into, recordsAt(places), layout, {
    ...smallLimits,
    bufferBytes: 2 ** 20,
    pointsPerColumn: 5000,
    recordsPerRead: 5000,
  });
  const points = createColumnPoints(spool, null, () => true);
  return measureOutline(spool, points, bounds, 1, seen);
}

describe('the outline of a survey', () => {
  it('of photos ends where points are dense, and counts those outside', async () => {
    const seen = seenWhere(() => true);
    const outline = await outlineOfPlaces([...field, ...lone], seen);
    expect(outline).toMatchObject({ outsiders: 5, gap: 10, seenGap: 300 });
    expect([outline.contains(98, 60), outline.contains(110, 60)]).toEqual([true, false]);
  });

  it('of photos closes gaps that they see', async () => {
    const parts = field.filter(([x, y]) => x < 40 || x > 65 || y < 20);
    const bySeen = await outlineOfPlaces(
      parts,
      seenWhere(() => true),
    );
    const byOther = await outlineOfPlaces(
      parts,
      seenWhere((x) => x < 50),
    );
    expect([bySeen.contains(45, 100), bySeen.contains(60, 100)]).toEqual([true, true]);
    expect([byOther.contains(45, 100), byOther.contains(60, 100)]).toEqual([true, false]);
    expect([bySeen.outsiders, byOther.outsiders]).toEqual([0, 0]);
  });

  it('of others has every point', async () => {
    const outline = await outlineOfPlaces([...field, ...lone], null);
    expect(outline).toMatchObject({ outsiders: 0, seenGap: null });
    expect([outline.contains(160, 50), outline.contains(130, 60)]).toEqual([true, false]);
  });
});
