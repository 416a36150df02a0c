import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runBuiltCli } from '../support/cli.ts';
import { type SimulatedFlight, simulateFlight } from '../support/simulated-flight.ts';

type Triple = readonly [number, number, number];

/** What the tests read of `report.json`. */
interface PositionsReport {
  readonly images: { readonly registered: number };
  readonly gsdM: number;
  readonly crs: { readonly isArbitrary: boolean };
  readonly weakPlacements: readonly {
    readonly scatterM: number;
    readonly planM: number;
    readonly heightM: number | null;
    readonly scalePercent: number;
  }[];
  readonly gcps: readonly { readonly status: string }[];
  readonly checkpoints: {
    readonly rmseX: number;
    readonly rmseY: number;
    readonly rmseZ: number;
    readonly points: readonly { readonly residual: Triple }[];
  };
  readonly fixes: readonly { readonly fix: string | null; readonly photos: number }[];
  readonly flights: readonly { readonly photos: number; readonly shiftM: Triple | null }[];
  readonly gpsResidualM: { readonly u: number | null };
  readonly warnings: readonly { readonly code: string; readonly params: Readonly<Record<string, number>> }[];
}

const small = ['--image-width', '800', '--altitude', '220'] as const;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-positions-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Processes a flight as far as its poses, its checkpoints marked. Runs of one flight share what they have found. */
async function adjust(flight: SimulatedFlight, ...options: readonly string[]): Promise<PositionsReport> {
  const out = join(folder, basename(flight.folder));
  const given = ['--checkpoints', flight.checkpoints, '--until', 'sparse', '--out', out];
  const cli = await runBuiltCli('process', ...flight.photos, ...options, ...given);
  expect(cli.error).not.toMatch(/^plumbline:/m);
  return JSON.parse(await readFile(join(out, 'report.json'), 'utf8'));
}

const warning = ({ warnings }: PositionsReport, code: string) => warnings.find((one) => one.code === code);

describe('positions that scatter by 12 m in plan with heights that climb by 110 m in level flight', () => {
  const fly = () =>
    simulateFlight(
      3,
      ...small,
      '--exif-only',
      '--gps-sigma',
      '12',
      '--altitude-drift',
      '110',
      '--overlap',
      '80',
    );

  test('place a block upright, within what is told', async () => {
    const flight = await fly();
    const report = await adjust(flight);
    expect(report.images.registered).toBe(flight.photos.length);
    expect(report.crs.isArbitrary).toBe(false);
    const [told] = report.weakPlacements;
    expect(told!.scatterM).toBeGreaterThan(7);
    expect(told!.scatterM).toBeLessThan(17);
    expect(told!.planM).toBeLessThan(40);
    expect(told!.scalePercent).toBeLessThan(12);
    const off = report.checkpoints.points.map(({ residual }) => residual);
    const mean = (axis: 0 | 1 | 2) => off.reduce((sum, one) => sum + one[axis], 0) / off.length;
    expect(Math.hypot(mean(0), mean(1))).toBeLessThan(told!.planM);
    expect(Math.abs(mean(2))).toBeLessThan(told!.heightM!);
    for (const residual of off) expect(Math.abs(residual[2] - mean(2))).toBeLessThan(4);
    const scale = report.gsdM / flight.truth.flight.gsdM;
    expect(Math.abs(100 * (scale - 1))).toBeLessThan(told!.scalePercent);
    const drift = warning(report, 'photo.heights-drift')!.params;
    expect(Math.abs(drift['recorded']! - 110)).toBeLessThan(60);
    expect(Math.abs(drift['photos']!)).toBeLessThan(10);
    for (const code of ['placed-weakly', 'height-assumed', 'level-assumed']) {
      expect(warning(report, `photo.${code}`)).toBeDefined();
    }
    expect(warning(report, 'photo.place-unknown')).toBeUndefined();
  }, 180_000);
});

describe('a second flight that is 15 m higher by its satellites', () => {
  const fly = () => simulateFlight(3, ...small, '--second-flight', '15');

  test('bends no block that control holds, accuses no point, and is told', async () => {
    const flight = await fly();
    const report = await adjust(flight, '--gcp', flight.control);
    expect(report.gcps.map(({ status }) => status)).toEqual(report.gcps.map(() => 'used'));
    const { rmseX, rmseY, rmseZ } = report.checkpoints;
    expect(Math.max(rmseX, rmseY)).toBeLessThan(0.15);
    expect(rmseZ).toBeLessThan(0.4);
    expect(report.flights).toHaveLength(2);
    expect(Math.abs(report.flights[1]!.shiftM![2] - report.flights[0]!.shiftM![2] - 15)).toBeLessThan(1.5);
    expect(Math.abs(warning(report, 'photo.flight-bias')!.params['up']! - 15)).toBeLessThan(1.5);
  }, 180_000);

  test('is levelled without control, too', async () => {
    const report = await adjust(await fly());
    const { rmseX, rmseY, rmseZ } = report.checkpoints;
    expect(Math.max(rmseX, rmseY, rmseZ)).toBeLessThan(2);
    expect(report.gpsResidualM.u).toBeLessThan(2);
  }, 180_000);
});
