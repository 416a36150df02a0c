import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readElevations } from '#domain/formats/cog/elevations.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import { extractLayers } from '#domain/formats/las/extract-layers.ts';
import { openLas } from '#domain/formats/las/las-file.ts';
import type { PointLayers } from '#domain/formats/las/points.ts';
import { createGrid, type Grid, sampleGrid } from '#domain/geometry/grid/grid.ts';
import { createSimulation, type Simulation } from '#domain/simulation/simulation.ts';
import { createLazCodec } from '#wasm/bindings/laz.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { readCloud } from '#workers/io/read-cloud.ts';
import { runBuiltCli } from './cli.ts';
import { loadKernel } from './kernels.ts';

/** The part of `truth.json` that tests read. */
export interface SimulationTruth {
  readonly placement: {
    readonly originX: number;
    readonly originY: number;
    readonly unitsPerMetre: number;
    readonly verticalUnitsPerMetre: number;
  };
  readonly volumes: readonly {
    readonly name: string;
    readonly kind: string;
    readonly base: number;
    readonly volume: number;
  }[];
}

/** A simulated survey on disk and the results of `process`. */
export interface SimulatedSurvey {
  readonly folder: string;
  readonly out: string;
  readonly simulation: Simulation;
  readonly truth: SimulationTruth;
  readonly report: {
    readonly points: number;
    readonly groundClassified: boolean;
    readonly failures: unknown[];
  };
  remove(): Promise<void>;
}

/** Runs the built command line with `--json` and parses its output; throws with its error output when it fails. */
export async function runJson(...args: string[]) {
  const run = await runBuiltCli(...args, '--json');
  if (run.code !== 0) throw new Error(`plumbline ${args.join(' ')}: ${run.error}`);
  return JSON.parse(run.out);
}

/** Simulates a survey, removes its classes, and processes it with the built command line. */
export async function processSimulation(
  seed: number,
  sizeM: number,
  pulsesPerM2: number,
  crs: string,
): Promise<SimulatedSurvey> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-site-'));
  const out = join(folder, 'products');
  const settings = [
    '--seed',
    String(seed),
    '--size',
    String(sizeM),
    '--lidar',
    String(pulsesPerM2),
    '--crs',
    crs,
  ];
  await runJson('simulate', '--out', folder, ...settings, '--unclassified');
  const report = await runJson('process', join(folder, 'lidar.laz'), '--out', out);
  const truth = JSON.parse(await readFile(join(folder, 'truth.json'), 'utf8'));
  const remove = () => rm(folder, { recursive: true, force: true });
  return { folder, out, report, truth, simulation: createSimulation(seed, sizeM), remove };
}

/** The first level of an elevation raster, whole. */
export async function readDem(path: string): Promise<Grid> {
  const source = await openFileSource(path);
  try {
    const raster = await openRaster(source);
    const { width, height } = raster.info;
    const [west, cellSize, , north] = raster.info.geotransform!;
    const values = await readElevations(raster, 0, { x: 0, y: 0, width, height });
    const frame = { width, height, originX: west + cellSize / 2, originY: north - cellSize / 2 };
    return createGrid({ ...frame, cellSize }, values);
  } finally {
    await source.close();
  }
}

const codec = createLazCodec(loadKernel('laz'));

/** Chosen layers of all points of a file, block by block. */
export async function* readLayers(
  path: string,
  names: Parameters<typeof extractLayers>[1],
): AsyncGenerator<PointLayers> {
  const source = await openFileSource(path);
  try {
    const file = await openLas(source);
    for await (const records of readCloud(file, async (chunk) => codec.decodeChunk(chunk))) {
      yield extractLayers(records, names);
    }
  } finally {
    await source.close();
  }
}

export type GroundPart = 'hard' | 'gentle' | 'slope' | 'trees' | 'heap';

const nearObjectM = 1;
const steep = 0.15;

/** Kind of ground at a place of the site for the comparison; null beside houses and at sharp edges. */
export function groundPart({ terrain, objects }: Simulation, x: number, y: number): GroundPart | null {
  const isAtHouse = objects.buildings.some(
    (house) =>
      x > house.minX - nearObjectM &&
      x < house.maxX + nearObjectM &&
      y > house.minY - nearObjectM &&
      y < house.maxY + nearObjectM,
  );
  if (isAtHouse) return null;
  const kind = terrain.kindAt(x, y);
  if (kind === 'heap') return 'heap';
  const isAtKerb = terrain.kindAt(x, y - nearObjectM) !== kind || terrain.kindAt(x, y + nearObjectM) !== kind;
  if (kind === 'ditch' || isAtKerb) return null;
  const isUnderTree = objects.trees.some((tree) => Math.hypot(tree.x - x, tree.y - y) < tree.crownRadius);
  if (isUnderTree) return 'trees';
  if (kind !== 'grass') return 'hard';
  const rise = Math.hypot(
    terrain.heightAt(x + 0.5, y) - terrain.heightAt(x - 0.5, y),
    terrain.heightAt(x, y + 0.5) - terrain.heightAt(x, y - 0.5),
  );
  return rise > steep ? 'slope' : 'gentle';
}

/** Number, mean and root mean square of DEM minus analytic ground, metres, for each kind of ground. */
export async function compareDem({ simulation, truth, out }: SimulatedSurvey) {
  const dem = await readDem(join(out, 'elevation-model.tif'));
  const { originX, originY, unitsPerMetre, verticalUnitsPerMetre } = truth.placement;
  const sums = new Map<GroundPart, { count: number; sum: number; squares: number; missing: number }>();
  const { sizeM } = simulation.terrain;
  const stepM = 0.7;
  for (let x = 2; x < sizeM - 2; x += stepM) {
    for (let y = 2; y < sizeM - 2; y += stepM) {
      const part = groundPart(simulation, x, y);
      if (part === null) continue;
      const entry = sums.get(part) ?? { count: 0, sum: 0, squares: 0, missing: 0 };
      sums.set(part, entry);
      const z = sampleGrid(dem, originX + x * unitsPerMetre, originY + y * unitsPerMetre);
      const error = z / verticalUnitsPerMetre - simulation.terrain.heightAt(x, y);
      if (Number.isNaN(error)) {
        entry.missing++;
        continue;
      }
      entry.count++;
      entry.sum += error;
      entry.squares += error * error;
    }
  }
  const rows = [...sums].map(([part, { count, sum, squares, missing }]) => [
    part,
    { count, missing, bias: sum / count, rmse: Math.sqrt(squares / count) },
  ]);
  return Object.fromEntries(rows) as Record<
    GroundPart,
    { count: number; missing: number; bias: number; rmse: number }
  >;
}

const farFromObjectsM = 3;

/** Largest height of the surface model above the analytic ground without objects, metres. */
export async function highestAboveOpenGround({ simulation, truth, out }: SimulatedSurvey): Promise<number> {
  const surface = await readDem(join(out, 'surface-model.tif'));
  const { originX, originY, unitsPerMetre, verticalUnitsPerMetre } = truth.placement;
  const { terrain, objects } = simulation;
  const isOpen = (x: number, y: number) =>
    objects.trees.every((tree) => Math.hypot(tree.x - x, tree.y - y) > tree.crownRadius + farFromObjectsM) &&
    objects.buildings.every(
      (house) =>
        x < house.minX - farFromObjectsM ||
        x > house.maxX + farFromObjectsM ||
        y < house.minY - farFromObjectsM ||
        y > house.maxY + farFromObjectsM,
    );
  let highest = -Infinity;
  for (let x = 2; x < terrain.sizeM - 2; x += 0.5) {
    for (let y = 2; y < terrain.sizeM - 2; y += 0.5) {
      if (!isOpen(x, y)) continue;
      const z = sampleGrid(surface, originX + x * unitsPerMetre, originY + y * unitsPerMetre);
      highest = Math.max(highest, z / verticalUnitsPerMetre - terrain.heightAt(x, y));
    }
  }
  return highest;
}

const placeKey = (xyz: Int32Array, k: number) => `${xyz[3 * k]} ${xyz[3 * k + 1]} ${xyz[3 * k + 2]}`;

/** Errors of two-class labels: type I (ground lost), type II (objects taken for ground), total, and Cohen's kappa. */
export function scoreGround(truth: readonly boolean[], found: readonly boolean[]) {
  let [both, lost, taken, neither] = [0, 0, 0, 0];
  truth.forEach((isGround, k) => {
    if (isGround && found[k]) both++;
    else if (isGround) lost++;
    else if (found[k]) taken++;
    else neither++;
  });
  const total = truth.length;
  const agreed = (both + neither) / total;
  const byChance = ((both + lost) * (both + taken) + (taken + neither) * (lost + neither)) / total ** 2;
  return {
    typeI: lost / (both + lost),
    typeII: taken / (taken + neither),
    total: (lost + taken) / total,
    kappa: (agreed - byChance) / (1 - byChance),
  };
}

/** Compares the classes of the point cloud product with the true ones, point by point. */
export async function compareClasses({ folder, out }: SimulatedSurvey) {
  const trueClasses = await readFile(join(folder, 'classes.bin'));
  const isGround = (value: number) => value === 2 || value === 11;
  const truthAt = new Map<string, boolean>();
  let index = 0;
  for await (const { count, xyz } of readLayers(join(folder, 'lidar.laz'), ['xyz'])) {
    for (let k = 0; k < count; k++) truthAt.set(placeKey(xyz!, k), isGround(trueClasses[index++]!));
  }
  const truth: boolean[] = [];
  const found: boolean[] = [];
  const names = ['xyz', 'classification'] as const;
  for await (const { count, xyz, classification } of readLayers(join(out, 'point-cloud.copc.laz'), names)) {
    for (let k = 0; k < count; k++) {
      truth.push(truthAt.get(placeKey(xyz!, k))!);
      found.push(isGround(classification![k]!));
    }
  }
  return scoreGround(truth, found);
}

/** Inputs of measuring a shape of a survey. */
type ShapeSurvey = Pick<SimulatedSurvey, 'folder' | 'simulation' | 'truth'>;

/** A circle around a shape of the site, outside its toe but on its pad, as a GeoJSON file in world coordinates. */
export async function writeShapePolygon(
  { folder, simulation, truth }: ShapeSurvey,
  name: string,
): Promise<string> {
  const shape = simulation.terrain.shapes.find((one) => one.name === name)!;
  const { originX, originY, unitsPerMetre } = truth.placement;
  const corners = 90;
  const ring = Array.from({ length: corners + 1 }, (_, k) => {
    const angle = ((k % corners) / corners) * 2 * Math.PI;
    const radius = shape.reach + 1.5;
    return [
      originX + (shape.centreX + radius * Math.cos(angle)) * unitsPerMetre,
      originY + (shape.centreY + radius * Math.sin(angle)) * unitsPerMetre,
    ];
  });
  const path = join(folder, `${name}.geojson`);
  await writeFile(path, JSON.stringify({ type: 'Polygon', coordinates: [ring] }));
  return path;
}

/**
 * Cut and fill of a shape of the site on a surface as `plumbline volume` reports it, against the true level of its pad
 * or, as a surveyor without that knowledge does, against a base of the surface's own heights around the shape.
 */
export async function measureShape(
  survey: ShapeSurvey,
  surface: string,
  name: string,
  base: 'level' | 'surroundings' = 'level',
) {
  const polygon = await writeShapePolygon(survey, name);
  const { base: level } = survey.truth.volumes.find((one) => one.name === name)!;
  const against = base === 'level' ? ['--plane', String(level)] : ['--base', 'triangulated'];
  const told = await runJson('volume', '--surface', surface, ...against, '--polygon', polygon);
  return told as { cut: number; fill: number; net: number; unit: string };
}
