import { expect, it } from 'vitest';
import { seeAll } from '#domain/cloud/point-filter.ts';
import type { PointLayers } from '#domain/formats/las/points.ts';
import { createCorridor } from '#domain/profile/corridor.ts';
import { copcFile } from '#tests/render/scenes/files.ts';
import { corner, extent, surveyPoints } from '#tests/render/scenes/terrain.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';
import { createCloudAccess } from './cloud-access.ts';

const pool = createLocalPool();
const { signal } = new AbortController();
/** The whole scene. */
const corridor = createCorridor(
  [corner[0], corner[1] + extent / 2, 0, corner[0] + extent, corner[1] + extent / 2, 0],
  extent,
);

/** Values of red over the scene, in the units of the file. */
async function redsOf(red: (index: number) => number): Promise<Set<number>> {
  const points: PointLayers = surveyPoints(6000);
  points.rgb!.forEach((_, i) => {
    points.rgb![i] = red(Math.floor(i / 3));
  });
  const file = await copcFile(points, pool);
  const access = createCloudAccess(
    (id) => `cloud:${id}`,
    pool,
    async () => file,
  );
  const { count, rgb } = await access.gather(['a'], corridor, seeAll, 1e9, signal);
  expect(count).toBe(6000);
  return new Set(Array.from({ length: count }, (_, i) => rgb![3 * i]!));
}

it('reads the colours of all nodes of a file of 16 bits as such, dark nodes too', async () => {
  // Nodes other than the coarsest hold no value above 255.
  expect(await redsOf((index) => (index % 64 === 0 ? 200 * 256 : 200))).toEqual(new Set([200, 0]));
});

it('takes colours of 8 bits as they are, also those of a node that goes beyond them', async () => {
  expect(await redsOf(() => 200)).toEqual(new Set([200]));
  expect(await redsOf((index) => (index === 1 ? 300 : 200))).toEqual(new Set([200, 255]));
});
