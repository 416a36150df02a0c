import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CloudOptions, gridOfPoints, writeGroundCloud } from '#tests/support/ground-cloud.ts';
import { runHere } from '#tests/support/run-cli.ts';

let folder = '';
const path = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-joined-'));
});
afterAll(() => rm(folder, { recursive: true }));

const inform = async (...args: string[]) => JSON.parse((await runHere('info', '--json', ...args)).out);

describe('files whose times count from different moments', () => {
  const cloud = (name: string, time: number, gpsTimeType: CloudOptions['gpsTimeType'], x: number) => {
    const points = gridOfPoints(12, 12, () => 10, [x, 2000]).map((point) => ({ ...point, time }));
    return writeGroundCloud(path(name), points, gpsTimeType ? { gpsTimeType } : {});
  };

  it('are refused, or brought to one type by the week that a person states', async () => {
    // GPS week 2300 begins at 1,391,040,000 s of GPS time.
    const adjusted = await cloud('adjusted.las', 391_040_500, 'adjusted-standard', 1000);
    const week = await cloud('week.las', 400, 'week', 1010);
    const refused = await runHere('process', adjusted, week, '--out', path('refused'));
    expect([refused.code, refused.error]).toEqual([1, expect.stringMatching(/week\.las.*--gps-week/)]);
    for (const files of [
      [adjusted, week],
      [week, adjusted],
    ]) {
      const out = path(`joined-${files.indexOf(week)}`);
      expect((await runHere('process', ...files, '--out', out, '--gps-week', '2300')).code).toBe(0);
      const told = await inform('--scan', join(out, 'point-cloud.copc.laz'));
      expect(told.gpsTimeType).toBe('adjusted-standard');
      expect(told.points.gpsTime).toEqual([391_040_400, 391_040_500]);
    }
  });

  it('are refused where a time lies in no week', async () => {
    const wrong = await cloud('wrong.las', 391_040_400, 'week', 1000);
    const run = await runHere('process', wrong, '--out', path('wrong'), '--gps-week', '2300');
    expect([run.code, run.error]).toEqual([1, expect.stringContaining('391040400')]);
  });
});

it('stores a joint extent at the finest scale that fits, and says so', async () => {
  const at = (name: string, x: number, scale: number) =>
    writeGroundCloud(
      path(name),
      gridOfPoints(12, 12, () => 10, [x, 2000]),
      { scale },
    );
  const files = [await at('fine.las', 1000, 1e-7), await at('coarse.las', 1450, 1e-3)];
  const out = path('coarsened');
  const { code, out: text } = await runHere('process', ...files, '--out', out, '--json');
  expect(code).toBe(0);
  const warning = JSON.parse(text).warnings.find(
    (one: { code: string }) => one.code === 'las.scale-coarsened',
  );
  expect(warning.params).toMatchObject({ wanted: '1e-7 1e-7 1e-7', scale: '0.000001 1e-7 1e-7' });
  const told = await inform('--scan', join(out, 'point-cloud.copc.laz'));
  expect(told.scale).toEqual([1e-6, 1e-7, 1e-7]);
  expect([told.points.read, told.points.min[0], told.points.max[0]]).toEqual([338, 1000, 1462]);
});
