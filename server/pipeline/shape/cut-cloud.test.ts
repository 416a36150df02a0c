import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Shape } from '#domain/drawing/shapes.ts';
import { isInRing } from '#domain/geometry/plane/ring.ts';
import { rollingPlaces, writeCloud } from '#tests/support/cloud-files.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';
import { readCopcByPeer } from '#tests/support/read-copc.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { cutCloud } from './cut-cloud.ts';

const folder = await mkdtemp(join(tmpdir(), 'plumbline-cut-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const [east, north] = [500_000, 4_000_000];
const places = rollingPlaces(60);

async function cut(...rings: (readonly [x: number, y: number])[][]) {
  const input = await writeCloud(join(folder, 'in.las'), places);
  const shapes = rings.map(
    (ring): Shape => ({
      purpose: 'crop-bounds',
      name: 'Site',
      region: [ring.map(([x, y]) => [east + x, north + y, 0])],
    }),
  );
  const path = join(folder, 'out.copc.laz');
  const source = await openFileSource(input);
  const request = { shapes, sourceCrs: 'EPSG:26915', name: 'cloud', pool: createLocalPool() };
  await cutCloud(source, path, request).finally(() => source.close());
  return readCopcByPeer(await readFile(path));
}

describe('a cloud cut by a drawing', () => {
  it('keeps exactly the points inside, their integers and times as they were', async () => {
    const triangle = [
      [2.1, 3.3],
      [20.7, 5.2],
      [9.4, 24.9],
    ] as const;
    const square = [
      [25.25, 25.25],
      [27.75, 25.25],
      [27.75, 27.75],
      [25.25, 27.75],
    ] as const;
    const { copc, records } = await cut([...triangle], [...square]);
    const { offset, scale, pointDataRecordLength: length } = copc.header;
    const found = Array.from({ length: records.length / length }, (_, i) => {
      const at = i * length;
      const along = (axis: 0 | 1 | 2) => records.readInt32LE(at + 4 * axis) * scale[axis] + offset[axis];
      const time = Math.round(records.readDoubleLE(at + 22) * 1000);
      return `${time} ${(along(0) - east).toFixed(3)} ${(along(1) - north).toFixed(3)} ${(along(2) - 100).toFixed(3)}`;
    });
    const inside = places.flatMap(([x, y, z], i) =>
      [triangle, square].some((ring) => isInRing(ring.flat(), x, y))
        ? [`${i} ${x.toFixed(3)} ${y.toFixed(3)} ${(Math.round(z * 1000) / 1000).toFixed(3)}`]
        : [],
    );
    expect(inside.length).toBeGreaterThan(500);
    expect(found.sort()).toEqual(inside.sort());
    expect(copc.header.pointCount).toBe(inside.length);
  });

  it('is refused where no point is left', async () => {
    const beside = [
      [100, 100],
      [120, 100],
      [120, 120],
    ] as const;
    const between = [
      [5.1, 5.1],
      [5.4, 5.1],
      [5.4, 5.4],
    ] as const;
    for (const ring of [beside, between]) await expect(cut([...ring])).rejects.toThrow('shapes.nothing-left');
  });
});
