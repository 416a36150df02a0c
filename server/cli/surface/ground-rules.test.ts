import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CloudPoint, gridOfPoints, writeGroundCloud } from '#tests/support/ground-cloud.ts';
import { runHere } from '#tests/support/run-cli.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-ground-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function volumeOf(points: readonly CloudPoint[], options: { format?: 1 | 6 }, ...args: string[]) {
  const path = await writeGroundCloud(join(folder, 'ground.las'), points, options);
  const { out, error } = await runHere('volume', path, ...args, '--json');
  expect(error).toBe('');
  return JSON.parse(out);
}

const codes = (records: readonly { readonly code: string }[]) => records.map(({ code }) => code);

describe('which points are ground', () => {
  const level = gridOfPoints(20, 20, () => 10);
  const spike = (over: Partial<CloudPoint>) =>
    level.map((point, i) => (i === 220 ? { ...point, z: 19, ...over } : point));

  it.each([1, 6] as const)(
    'leaves withheld points out of volumes and says so (format %i)',
    async (format) => {
      const found = await volumeOf(spike({ isWithheld: true }), { format }, '--plane', '10');
      expect(found.cut).toBe(0);
      const withheld = found.warnings.find(({ code }: { code: string }) => code === 'las.withheld');
      expect(withheld.params.count).toBe(1);
      expect((await volumeOf(spike({}), { format }, '--plane', '10')).cut).toBeGreaterThan(5);
    },
  );

  it('takes the classes that elevation models are made of: ground, key points, water, roads', async () => {
    for (const classification of [2, 8, 9, 11]) {
      const points = level.map((point) => ({ ...point, classification }));
      expect((await volumeOf(points, {}, '--plane', '9')).planArea).toBeCloseTo(400, 6);
    }
    expect((await volumeOf(spike({ classification: 7 }), {}, '--plane', '10')).cut).toBe(0);
  });

  it('says of withheld points when a file is looked at and processed', async () => {
    const path = await writeGroundCloud(join(folder, 'held.las'), spike({ isWithheld: true }));
    const info = JSON.parse((await runHere('info', path, '--json')).out);
    expect(codes(info.warnings)).toContain('las.withheld');
    const out = join(folder, 'held');
    expect((await runHere('process', path, '--out', out)).code).toBe(0);
    const report = JSON.parse(await readFile(join(out, 'report.json'), 'utf8'));
    expect(codes(report.warnings)).toContain('las.withheld');
  });
});
