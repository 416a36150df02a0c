import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orthoShifts, poseErrors, surfaceErrors } from '../support/flight-truth.ts';
import { type SimulatedFlight, simulateFlight } from '../support/simulated-flight.ts';
import { measureShape, runJson } from '../support/simulated-survey.ts';

/** What the tests read of `report.json`. */
interface FlightReport {
  readonly images: { readonly total: number; readonly registered: number; readonly rejected: unknown[] };
  readonly gcps: unknown[];
  readonly checkpoints: {
    readonly count: number;
    readonly rmseX: number;
    readonly rmseY: number;
    readonly rmseZ: number;
    readonly accuracy: { readonly mean: { readonly z: number } };
  };
  readonly gsdM: number;
  readonly reprojectionRmsPx: number;
  readonly failures: unknown[];
}

/** Prints a figure beside its goal. */
function tell(what: string, value: number, unit: string): void {
  console.log(`simulated flight: ${what}: ${value.toFixed(3)} ${unit}`);
}

function rms(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
}

describe('a simulated flight of 40 photos', () => {
  let flight: SimulatedFlight;
  let folder = '';

  let out = '';

  /** One project, as a surveyor has it: control comes to photos that were processed before. */
  async function processFlight(...options: readonly string[]): Promise<FlightReport> {
    await runJson('process', ...flight.photos, '--crs', 'EPSG:26917+5703', ...options, '--out', out);
    return JSON.parse(await readFile(join(out, 'report.json'), 'utf8'));
  }

  beforeAll(async () => {
    flight = await simulateFlight(1, '--altitude', '100', '--overlap', '75', '--image-width', '1200');
    folder = await mkdtemp(join(tmpdir(), 'plumbline-flight-'));
    out = join(folder, 'out');
  }, 600_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('without ground control the block is as right as its satellite positions, and does not bend', async () => {
    const report = await processFlight('--until', 'sparse');
    expect(report.images.registered).toBe(40);
    const errors = await poseErrors(flight, out);
    const axis = (k: number) => errors.map(({ error }) => error[3 + k]!);
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const shift = [0, 1, 2].map((k) => mean(axis(k)));
    const sigmas = [0.5, 0.5, 1].map((sigma) => sigma / Math.sqrt(40));
    for (const [k, value] of shift.entries()) expect(Math.abs(value)).toBeLessThan(4 * sigmas[k]!);
    const bend = fitBend(
      flight,
      errors.map(({ name, error }) => [name, error[5]!]),
    );
    tell('without control, mean shift', Math.hypot(...shift), 'm');
    tell('without control, bending over the block', bend / report.gsdM, 'GSD');
    expect(Math.abs(bend)).toBeLessThan(2 * report.gsdM);
  }, 1_200_000);

  describe('with ground control', () => {
    let report: FlightReport;

    beforeAll(async () => {
      const control = ['--gcp', flight.control, '--checkpoints', flight.checkpoints];
      report = await processFlight(...control, '--density', 'low');
    }, 1_800_000);

    test('every photo is registered, every control point used, nothing fails', () => {
      expect(report.images).toMatchObject({ total: 40, registered: 40, rejected: [] });
      expect(report.gcps).toHaveLength(5);
      expect(report.checkpoints.count).toBe(20);
      expect(report.failures).toEqual([]);
    });

    test('checkpoints lie within parts of a pixel on the ground', () => {
      const { rmseX, rmseY, rmseZ } = report.checkpoints;
      tell('checkpoints, horizontal RMSE', Math.hypot(rmseX, rmseY) / report.gsdM, 'GSD');
      tell('checkpoints, vertical RMSE', rmseZ / report.gsdM, 'GSD');
      expect(Math.hypot(rmseX, rmseY)).toBeLessThan(0.7 * report.gsdM);
      expect(rmseZ).toBeLessThan(1.2 * report.gsdM);
    });

    test('poses differ from the true ones as their covariance says', async () => {
      const errors = await poseErrors(flight, out);
      const ratios = errors.flatMap(({ error, sigma }) =>
        error.map((value, k) => Math.abs(value) / sigma[k]!),
      );
      const within = ratios.filter((ratio) => ratio < 3).length / ratios.length;
      tell('pose components within 3 sigma', 100 * within, '%');
      tell('pose errors over their sigma, RMS', rms(ratios), '');
      expect(within).toBeGreaterThanOrEqual(0.95);
      expect(rms(ratios)).toBeGreaterThan(0.2);
    });

    test('the surface model is the true ground where nothing stands', async () => {
      const { bias, nmad, missingShare } = await surfaceErrors(flight, join(out, 'surface-model.tif'));
      tell('surface model on open ground, NMAD', nmad / report.gsdM, 'GSD');
      const ofBlock = report.checkpoints.accuracy.mean.z;
      tell('surface model on open ground, bias', bias / report.gsdM, 'GSD');
      tell('block, bias at the checkpoints', ofBlock / report.gsdM, 'GSD');
      tell('surface model on open ground, bias in the block', (bias - ofBlock) / report.gsdM, 'GSD');
      tell('surface model on open ground, without height', 100 * missingShare, '%');
      expect(nmad).toBeLessThan(0.7 * report.gsdM);
      // Where the block lies is up to the marks of its five control points (0.3 px each): 0.18 GSD, one deviation.
      expect(Math.abs(bias - ofBlock)).toBeLessThan(0.3 * report.gsdM);
      expect(Math.abs(bias)).toBeLessThan((0.3 + 2 * 0.18) * report.gsdM);
      expect(missingShare).toBeLessThan(0.02);
    });

    const models = ['elevation-model', 'surface-model'];
    const shapes = ['cone', 'frustum', 'irregular', 'pit'];
    test.each(models.flatMap((model) => shapes.map((shape) => [model, shape] as const)))(
      'the %s has the volume of the %s',
      async (model, name) => {
        const { kind, volume } = flight.truth.volumes.find((one) => one.name === name)!;
        const raster = join(out, `${model}.tif`);
        const { net } = await measureShape({ ...flight, folder }, raster, name, 'surroundings');
        const ratio = kind === 'pit' ? -net / volume : net / volume;
        tell(`volume of the ${name} on the ${model}`, 100 * (ratio - 1), '% off');
        expect(Math.abs(ratio - 1)).toBeLessThan(0.015);
      },
    );

    test('the orthomosaic shows 200 places where they truly are', async () => {
      const shifts = await orthoShifts(flight, join(out, 'orthomosaic.tif'), 200);
      expect(shifts.length).toBe(200);
      const [dx, dy] = [rms(shifts.map((shift) => shift.dx)), rms(shifts.map((shift) => shift.dy))];
      tell('orthomosaic at 200 places, RMSE', Math.hypot(dx, dy), 'px');
      expect(Math.hypot(dx, dy)).toBeLessThan(1);
    });
  });
});

/**
 * How far heights bend over a block, metres: least squares of 1, x, y, x² + y² on the height errors of its photos,
 * the last term from the middle to the farthest photo.
 */
function fitBend(flight: SimulatedFlight, heights: readonly (readonly [string, number])[]): number {
  const places = new Map(flight.truth.flight.images.map(({ name, centreM }) => [name, centreM]));
  const half = flight.simulation.terrain.sizeM / 2;
  const rows = heights.map(([name, dz]) => {
    const [x, y] = places.get(name)!;
    const [u, v] = [(x - half) / half, (y - half) / half];
    return { terms: [1, u, v, u * u + v * v], dz };
  });
  const matrix = [0, 1, 2, 3].map((i) => [
    ...[0, 1, 2, 3].map((j) => rows.reduce((sum, { terms }) => sum + terms[i]! * terms[j]!, 0)),
    rows.reduce((sum, { terms, dz }) => sum + terms[i]! * dz, 0),
  ]);
  for (let i = 0; i < 4; i++) {
    for (let j = i + 1; j < 4; j++) {
      const factor = matrix[j]![i]! / matrix[i]![i]!;
      for (let k = i; k < 5; k++) matrix[j]![k]! -= factor * matrix[i]![k]!;
    }
  }
  const curve = matrix[3]![4]! / matrix[3]![3]!;
  return curve * Math.max(...rows.map(({ terms }) => terms[3]!));
}
