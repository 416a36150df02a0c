import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  compareClasses,
  compareDem,
  highestAboveOpenGround,
  measureShape,
  processSimulation,
  type SimulatedSurvey,
} from '../support/simulated-survey.ts';
import { analyticLandXml } from '../support/simulated-tin.ts';

describe.each([
  ['metres', 'EPSG:26917+5703', 'meter'],
  ['US survey feet', 'EPSG:2264+6360', 'USSurveyFoot'],
] as const)('the simulated site in %s', (_, crs, unit) => {
  let survey: SimulatedSurvey;
  beforeAll(async () => {
    survey = await processSimulation(4, 200, 8, crs);
  }, 600_000);
  afterAll(() => survey.remove());

  test('the elevation model is the analytic ground, nearer than the scanner noise', async () => {
    const parts = await compareDem(survey);
    for (const [part, { count, missing, bias }] of Object.entries(parts)) {
      expect({ part, missing }).toEqual({ part, missing: 0 });
      expect(count).toBeGreaterThan(1000);
      expect(Math.abs(bias)).toBeLessThan(0.005);
    }
    expect(parts.hard.rmse).toBeLessThan(0.015);
    expect(parts.gentle.rmse).toBeLessThan(0.015);
    expect(parts.slope.rmse).toBeLessThan(0.025);
    expect(parts.trees.rmse).toBeLessThan(0.015);
    expect(parts.heap.rmse).toBeLessThan(0.08);
  });

  test('birds and noise do not stand in the surface model', async () => {
    const highest = await highestAboveOpenGround(survey);
    expect(highest).toBeGreaterThan(0);
    expect(highest).toBeLessThan(2);
  });

  test('ground is told from everything else', async () => {
    expect(survey.report).toMatchObject({ groundClassified: true, failures: [] });
    const score = await compareClasses(survey);
    expect(score.typeI).toBeLessThan(0.005);
    expect(score.typeII).toBeLessThan(0.001);
    expect(score.kappa).toBeGreaterThan(0.98);
  });

  test.each(['cone', 'frustum', 'irregular', 'pit'])('the volume of the %s', async (name) => {
    const { kind, volume } = survey.truth.volumes.find((one) => one.name === name)!;
    const signed = kind === 'pit' ? -volume : volume;
    const dem = await measureShape(survey, join(survey.out, 'elevation-model.tif'), name);
    expect(Math.abs(dem.net / signed - 1)).toBeLessThan(0.005);
    const path = join(survey.folder, `${name}.xml`);
    await writeFile(path, analyticLandXml(survey, name, unit));
    const tin = await measureShape(survey, path, name);
    expect(Math.abs(tin.net / signed - 1)).toBeLessThan(0.001);
  });
});
