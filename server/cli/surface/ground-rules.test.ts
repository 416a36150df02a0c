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

describe('where a surface of points ends', () => {
  const corner = gridOfPoints(50, 50, () => 10).filter(({ x, y }) => x <= 1005 || y <= 2005);

  it('cuts off what lies between the arms of a survey and says so', async () => {
    const found = await volumeOf(corner, {}, '--plane', '9');
    expect(found.cut).toBeGreaterThan(474);
    expect(found.cut).toBeLessThan(475 * 1.03);
    const trimmed = found.warnings.find(({ code }: { code: string }) => code === 'geometry.outline-trimmed');
    expect(Number(trimmed.params.area.replace(',', ''))).toBeCloseTo(1487.5 - found.planArea, 1);
  });

  it('keeps the hull where it is asked for, and cuts at a width that is given', async () => {
    expect((await volumeOf(corner, {}, '--plane', '9', '--hull', 'convex')).cut).toBeCloseTo(1487.5, 6);
    expect((await volumeOf(corner, {}, '--plane', '9', '--max-gap', '5000')).cut).toBeCloseTo(1487.5, 6);
  });

  it('counts buildings and trees as surveyed, though no ground was seen there', async () => {
    const edge = gridOfPoints(40, 40, () => 10).map((point) =>
      point.x > 1020 && point.y > 2020 ? { ...point, classification: 6 } : point,
    );
    const far = [{ x: 1040, y: 2040, z: 10 }];
    const found = await volumeOf([...edge.slice(0, -1), ...far], {}, '--plane', '9');
    expect(found.planArea).toBeCloseTo(1600, 6);
  });

  it('trims contours and exports alike', async () => {
    const path = await writeGroundCloud(join(folder, 'corner.las'), corner);
    for (const args of [
      ['contour', path, '--interval', '3', '--out', join(folder, 'corner.geojson')],
      ['export', path, '--out', join(folder, 'corner.xml')],
    ]) {
      const { warnings } = JSON.parse((await runHere(...args, '--json')).out);
      expect(codes(warnings)).toContain('geometry.outline-trimmed');
    }
  });
});

describe('places given more than once', () => {
  const wall = [12, 19, 13].map((z) => ({ x: 1010, y: 2010, z }));
  const around = gridOfPoints(20, 20, () => 10).filter(({ x, y }) => x !== 1010 || y !== 2010);

  it('have the mean of their heights, whatever the order of the rows', async () => {
    const orders = [
      [0, 1, 2],
      [2, 0, 1],
      [1, 2, 0],
    ];
    const cuts = [];
    for (const order of orders) {
      const points = [...order.map((i) => wall[i]!), ...around];
      const found = await volumeOf(points, {}, '--plane', '10');
      cuts.push(found.cut);
      const listed = [{ x: 1010, y: 2010, lowest: 12, highest: 19, count: 3 }];
      expect(found.heightConflicts).toEqual({ count: 1, listed });
      expect(codes(found.warnings)).toContain('geometry.height-conflicts');
    }
    const single = await volumeOf([{ x: 1010, y: 2010, z: 44 / 3 }, ...around], {}, '--plane', '10');
    for (const cut of cuts) expect(cut).toBeCloseTo(single.cut, 2);
    expect(new Set(cuts).size).toBe(1);
  });

  it('are no conflict where their heights agree', async () => {
    const found = await volumeOf([...around, ...around], {}, '--plane', '10');
    expect(found.heightConflicts.count).toBe(0);
  });
});
