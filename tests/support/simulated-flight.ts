import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Mat3 } from '#domain/math/rotations.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import type { Camera } from '#domain/photogrammetry/model/camera.ts';
import type { SurveyTarget } from '#domain/simulation/flight/scene.ts';
import { createSimulation, type Simulation } from '#domain/simulation/simulation.ts';
import { runJson, type SimulationTruth } from './simulated-survey.ts';

/** The part of a flight's `truth.json` that tests read. */
export interface FlightTruth extends SimulationTruth {
  readonly flight: {
    readonly gsdM: number;
    readonly camera: Camera;
    readonly scale: { readonly value: number };
    readonly trueNorthDeg: number;
    readonly images: readonly {
      readonly name: string;
      readonly rotation: Mat3;
      readonly centreM: Vec3;
      readonly centreWorld: Vec3;
      readonly gpsErrorM: Vec3;
    }[];
    readonly targets: readonly (SurveyTarget & { readonly world: Vec3 })[];
    readonly targetEdgeM: number;
  };
}

/** A simulated flight on disk. The folder is shared: read only. */
export interface SimulatedFlight {
  readonly folder: string;
  readonly simulation: Simulation;
  readonly truth: FlightTruth;
  /** Paths of the photos in the order of their names. */
  readonly photos: readonly string[];
  /** Marks of control and of checkpoints. */
  readonly control: string;
  readonly checkpoints: string;
}

const cacheFolder = join(tmpdir(), 'plumbline-test-flights');
const root = resolve(import.meta.dirname, '../..');
const keptMs = 86_400_000;

/** Changes with the program that simulates the flight. */
async function programKey(): Promise<string> {
  const hash = createHash('sha256');
  for (const path of ['dist/node/cli.js', 'dist/node/worker.js', 'wasm/build/simulation.wasm']) {
    hash.update(await readFile(join(root, path)));
  }
  return hash.digest('hex');
}

async function removeOld(): Promise<void> {
  for (const name of await readdir(cacheFolder)) {
    const path = join(cacheFolder, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > keptMs) await rm(path, { recursive: true, force: true });
  }
}

/** Simulates a flight with the built command line, or reuses that of an earlier test with the same program. */
async function flyOnce(args: readonly string[]): Promise<string> {
  const key = createHash('sha256')
    .update(JSON.stringify([await programKey(), args]))
    .digest('hex');
  const folder = join(cacheFolder, key.slice(0, 24));
  if (await stat(folder).catch(() => null)) return folder;
  await mkdir(cacheFolder, { recursive: true });
  await removeOld();
  const draft = `${folder}.${process.pid}`;
  await runJson('simulate', '--images', '--out', draft, ...args);
  await rename(draft, folder).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    if (!(await stat(folder).catch(() => null))) throw error;
  });
  return folder;
}

/**
 * A flight over the simulated site of 200 m, made by `plumbline simulate --images` with further options.
 * @param seed of site and flight
 */
export async function simulateFlight(seed: number, ...options: readonly string[]): Promise<SimulatedFlight> {
  const folder = await flyOnce(['--seed', String(seed), ...options]);
  const truth: FlightTruth = JSON.parse(await readFile(join(folder, 'truth.json'), 'utf8'));
  return {
    folder,
    truth,
    simulation: createSimulation(seed, 200, true),
    photos: truth.flight.images.map(({ name }) => join(folder, 'images', name)),
    control: join(folder, 'gcp_list.txt'),
    checkpoints: join(folder, 'checkpoints_marks.txt'),
  };
}
