import { expect, it } from 'vitest';
import { readTargetSystem } from './target-system.ts';

it('a target system says in which unit its lengths are', async () => {
  expect(await readTargetSystem('EPSG:26917')).toMatchObject({ epsg: 26917, wkt: null, unit: 'meters' });
  expect(await readTargetSystem('EPSG:2236')).toMatchObject({ epsg: 2236, unit: 'usSurveyFeet' });
  expect(await readTargetSystem('EPSG:4326')).toMatchObject({ unit: null });
  expect(await readTargetSystem(' ')).toBeNull();
});
