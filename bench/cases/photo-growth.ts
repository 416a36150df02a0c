import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planFlight } from '#domain/simulation/flight/flight-plan.ts';
import { createSimCamera } from '#domain/simulation/flight/sim-camera.ts';
import { createSimulation } from '#domain/simulation/simulation.ts';
import { defaultFlight } from '#server/pipeline/simulate/default-flight.ts';
import type { OnceCase } from '../case.ts';
import { runProgram } from '../whole-program.ts';

const program = 'bin/plumbline.mjs';
const imageWidth = 1000;
const seed = 1;

/** Photos of the smaller and the larger flight. */
const sizesOf = (quick: boolean): readonly [few: number, many: number] => (quick ? [12, 24] : [50, 500]);

/** Growth of the sparse stage with the number of photos. */
export const photoGrowthCase: OnceCase = {
  name: 'photo-growth',
  group: 'photogrammetry',
  workload:
    'sparse stage of simulated flights at 1000 px, many photos against few; the peer is the few times n^1.2',
  goal: 1,
  measure({ quick }) {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-'));
    try {
      const [few, many] = sizesOf(quick).map((count) => sparseOf(folder, count));
      const grown = few!.cpuMs * (many!.photos / few!.photos) ** 1.2;
      const told = [few!, many!].map(
        ({ photos, cpuMs, peakMiB }) => `${photos} photos ${(cpuMs / 1000).toFixed(0)} CPU s, ${peakMiB} MiB`,
      );
      return { oursMs: many!.cpuMs, peer: { name: 'n^1.2', ms: grown }, note: told.join('; ') };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Edge of the smallest site, in tens of metres, over which the usual flight takes at least so many photos. */
function simulationSizeFor(photos: number): number {
  const settings = { ...defaultFlight, camera: createSimCamera(imageWidth), seed };
  let sizeM = 200;
  while (planFlight(createSimulation(seed, sizeM, true), settings).length < photos) sizeM += 10;
  return sizeM;
}

/** Flies over a site large enough and adjusts the first photos that are wanted. */
function sparseOf(folder: string, wanted: number): { photos: number; cpuMs: number; peakMiB: number } {
  const flight = join(folder, `flight-${wanted}`);
  const simulation = ['--size', `${simulationSizeFor(wanted)}`, '--seed', `${seed}`];
  const simulate = ['simulate', '--images', ...simulation, '--image-width', `${imageWidth}`];
  runProgram(process.execPath, [program, ...simulate, '--out', flight]);
  const out = join(folder, `out-${wanted}`);
  const files = readdirSync(join(flight, 'images'))
    .sort()
    .slice(0, wanted)
    .map((name) => join(flight, 'images', name));
  const { cpuMs } = runProgram(process.execPath, [
    program,
    'process',
    ...files,
    '--until',
    'sparse',
    '--out',
    out,
  ]);
  const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'));
  if (report.images.registered !== wanted)
    throw new Error(`${report.images.registered} of ${wanted} registered`);
  const peak = Math.max(...report.steps.map((step: { peakMiB: number }) => step.peakMiB));
  return { photos: wanted, cpuMs, peakMiB: Math.round(peak) };
}
