import { expect, it } from 'vitest';
import { readShiftWarnings, readTargetSystem } from './target-system.ts';

it('a target system says in which unit its lengths are', async () => {
  expect(await readTargetSystem('EPSG:26917')).toMatchObject({ epsg: 26917, wkt: null, unit: 'meters' });
  expect(await readTargetSystem('EPSG:2236')).toMatchObject({ epsg: 2236, unit: 'usSurveyFeet' });
  expect(await readTargetSystem('EPSG:4326')).toMatchObject({ unit: null });
  expect(await readTargetSystem(' ')).toBeNull();
});

it('the shift between two datums is said to be as good as EPSG states it, and none within one', async () => {
  expect(await readShiftWarnings('EPSG:26917', 'EPSG:2236')).toEqual([]);
  expect(await readShiftWarnings('EPSG:31467', 'EPSG:25832')).toEqual([
    { code: 'crs.shift-accuracy', params: { metres: expect.any(Number) } },
  ]);
  expect(await readShiftWarnings('LOCAL_CS["site"]', 'EPSG:25832')).toEqual([]);
});
