import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runBuiltCli } from '../support/cli.ts';
import { flySite, type SiteFlight } from '../support/site-flight.ts';

type Triple = readonly [number, number, number];

/** What the tests read of `report.json`. */
interface PositionsReport {
  readonly images: { readonly registered: number };
  readonly gsdM: number;
  readonly gcps: readonly { readonly status: string }[];
  readonly checkpoints: { readonly rmseX: number; readonly rmseY: number; readonly rmseZ: number };
  readonly fixes: readonly { readonly fix: string | null; readonly photos: number }[];
  readonly flights: readonly { readonly photos: number; readonly shiftM: Triple | null }[];
  readonly gpsResidualM: { readonly u: number | null };
  readonly warnings: readonly { readonly code: string; readonly params: Readonly<Record<string, number>> }[];
}

const small = ['--image-width', '800', '--altitude', '220'] as const;

/** Processes a flight as far as its poses, its checkpoints marked. */
async function adjust(flight: SiteFlight, ...options: readonly string[]): Promise<PositionsReport> {
  const out = await mkdtemp(join(tmpdir(), 'plumbline-positions-'));
  onTestFinished(() => rm(out, { recursive: true, force: true }));
  const given = ['--checkpoints', flight.checkpoints, '--until', 'sparse', '--out', join(out, 'out')];
  const cli = await runBuiltCli('process', ...flight.photos, ...options, ...given);
  expect(cli.error).not.toMatch(/^plumbline:/m);
  return JSON.parse(await readFile(join(out, 'out', 'report.json'), 'utf8'));
}

const warning = ({ warnings }: PositionsReport, code: string) => warnings.find((one) => one.code === code);

describe('a second flight that is 15 m higher by its satellites', () => {
  const fly = () => flySite(3, ...small, '--second-flight', '15');

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
