import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '#domain/math/random.ts';
import { openTaskPool } from '#server/runtime/task-pool.ts';
import { writeGroundCloud } from '#tests/support/ground-cloud.ts';
import { processCloud } from './process-cloud.ts';
import type { ProcessReport } from './report.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-workers-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Two uneven arms of a survey with blocks on them, and unclassified ground. */
function armPoints() {
  const random = createRandom(11);
  return Array.from({ length: 20_000 }, () => {
    const isWest = random.between(0, 1) < 0.6;
    const along = 90 * random.between(0, 1) ** 1.5;
    const across = random.between(0, 16);
    const [x, y] = isWest ? [across, along] : [along, across];
    const isOnBlock = x % 30 > 22 && y % 30 < 8;
    const z = 4 * Math.sin(x / 25) * Math.cos(y / 30) + (isOnBlock ? 5 : 0) + 0.02 * random.normal();
    return { x: 500_000 + x, y: 5_200_000 + y, z, classification: 1 };
  });
}

test('products that end where the survey does are the same bytes from one worker and from three', async () => {
  const cloud = await writeGroundCloud(join(folder, 'arms.las'), armPoints(), { crs: 'EPSG:32632' });
  const reports: ProcessReport[] = [];
  for (const size of [1, 3]) {
    const pool = openTaskPool({ size });
    try {
      reports.push(
        await processCloud({
          inputs: [{ path: cloud, name: 'arms.las' }],
          out: join(folder, String(size)),
          crs: null,
          resolution: 0.15,
          classify: 'auto',
          contourInterval: 0.5,
          pool,
        }),
      );
    } finally {
      await pool.dispose();
    }
  }
  const [one, three] = reports.map(({ steps: _, ...report }) => report);
  expect(one?.warnings.map(({ code }) => code)).toContain('process.outline-trimmed');
  expect(one?.groundClassified).toBe(true);
  const [elevation] = Object.entries(one?.proofs ?? {}).flatMap(([name, proof]) =>
    name === 'elevation-model.tif' && proof.kind === 'raster' ? proof.levels : [],
  );
  expect(Math.max(elevation?.width ?? 0, elevation?.height ?? 0)).toBeGreaterThan(512);
  expect(three).toEqual(one);
}, 120_000);
