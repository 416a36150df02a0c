import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCrs } from '#domain/crs/read-crs.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import { sampleGrid } from '#domain/geometry/grid/grid.ts';
import { upperMedian } from '#domain/math/median.ts';
import { createRandom } from '#domain/math/random.ts';
import { type Mat3, multiply, transpose } from '#domain/math/rotations.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import { createLocalFrame, type LocalFrame } from '#domain/photogrammetry/model/local-frame.ts';
import { describeScene } from '#domain/simulation/flight/scene.ts';
import { createSimulationCamera, type SimulationCamera } from '#wasm/bindings/simulation.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { loadKernel } from './kernels.ts';
import { measureShift } from './picture-shift.ts';
import type { SimulatedFlight } from './simulated-flight.ts';
import { groundPart, readDem } from './simulated-survey.ts';

const median = (values: readonly number[]): number => upperMedian(values) ?? Number.NaN;

/** Vector whose direction is the axis and whose length is the angle of a small rotation. */
function rotationVector(m: Mat3): Vec3 {
  return [(m[7] - m[5]) / 2, (m[2] - m[6]) / 2, (m[3] - m[1]) / 2];
}

interface BundleDocument {
  readonly frame: { readonly origin: Vec3 };
  readonly photos: readonly { readonly name: string; readonly rotation: Mat3; readonly centre: Vec3 }[];
  readonly arrays: {
    readonly file: string;
    readonly places: readonly {
      readonly name: string;
      readonly type: string;
      readonly offset: number;
      readonly length: number;
    }[];
  };
}

/** From the site to the frame of the adjustment: the map's axes in it at its origin. */
function axesOf(frame: LocalFrame): Mat3 {
  const reach = 100;
  const column = (axis: 0 | 1 | 2) => {
    const world = frame.origin.map((value, k) => value + (k === axis ? reach : 0)) as unknown as Vec3;
    const local = frame.toLocal(world);
    const length = Math.hypot(...local);
    return local.map((value) => value / length);
  };
  const [x, y, z] = [column(0), column(1), column(2)];
  return [0, 1, 2].flatMap((row) => [x[row]!, y[row]!, z[row]!]) as unknown as Mat3;
}

/** Errors of one adjusted pose: rotation about the camera's axes (radians), then centre (metres), and their sigmas. */
export interface PoseError {
  readonly name: string;
  readonly error: readonly number[];
  /** NaN where the adjustment reports none. */
  readonly sigma: readonly number[];
}

/** Adjusted minus true poses. The site's map must be true to scale and in metres. */
export async function poseErrors(flight: SimulatedFlight, out: string): Promise<PoseError[]> {
  const document: BundleDocument = JSON.parse(await readFile(join(out, 'bundle-adjustment.json'), 'utf8'));
  const crs = await readCrs([{ source: 'user', payload: 'EPSG:26917+5703' }]);
  const frame = createLocalFrame(crs.definition, document.frame.origin);
  const axes = axesOf(frame);
  const place = document.arrays.places.find(({ name }) => name === 'pose-covariance');
  const bytes = await readFile(join(out, document.arrays.file));
  const covariance =
    place && new Float64Array(bytes.buffer.slice(bytes.byteOffset + place.offset), 0, place.length);
  return document.photos.map(({ name, rotation, centre }, index) => {
    const truth = flight.truth.flight.images.find((image) => image.name === name)!;
    const turn = rotationVector(multiply(rotation, transpose(multiply(truth.rotation, transpose(axes)))));
    const at = frame.toLocal(truth.centreWorld);
    return {
      name,
      error: [...turn, ...centre.map((value, axis) => value - at[axis]!)],
      sigma: Array.from({ length: 6 }, (_, k) => Math.sqrt(covariance?.[36 * index + 7 * k] ?? Number.NaN)),
    };
  });
}

/** Median and spread (1.4826 times the median of absolute deviations) of heights minus truth on open ground, metres. */
export async function surfaceErrors({ simulation, truth }: SimulatedFlight, path: string) {
  const grid = await readDem(path);
  const { originX, originY } = truth.placement;
  const { sizeM } = simulation.terrain;
  const errors: number[] = [];
  let missing = 0;
  for (let x = 0.12 * sizeM; x < 0.88 * sizeM; x += 0.7) {
    for (let y = 0.12 * sizeM; y < 0.88 * sizeM; y += 0.7) {
      const part = groundPart(simulation, x, y);
      if (part === null || part === 'trees' || simulation.terrain.kindAt(x, y) === 'water') continue;
      if (
        simulation.objects.trees.some((tree) => Math.hypot(tree.x - x, tree.y - y) < tree.crownRadius + 1.5)
      )
        continue;
      const error = sampleGrid(grid, originX + x, originY + y) - simulation.terrain.heightAt(x, y);
      if (Number.isNaN(error)) missing++;
      else errors.push(error);
    }
  }
  const bias = median(errors);
  const nmad = 1.4826 * median(errors.map((error) => Math.abs(error - bias)));
  return { bias, nmad, missingShare: missing / (missing + errors.length) };
}

/** The camera that knows the true surface and colours of a flight's site. */
export function trueSurface({ simulation, truth }: SimulatedFlight): SimulationCamera {
  const { targets, targetEdgeM } = truth.flight;
  return createSimulationCamera(
    loadKernel('simulation'),
    describeScene(simulation, 20, targets, targetEdgeM),
  );
}

const patchHalf = 12;
const edge = patchHalf + 6;

/** A square of the image without tall objects in or beside it. */
function isOpen({ simulation }: SimulatedFlight, x: number, y: number, reach: number): boolean {
  const { trees, buildings, poles = [] } = simulation.objects;
  return (
    simulation.terrain.kindAt(x, y) !== 'water' &&
    trees.every((tree) => Math.hypot(tree.x - x, tree.y - y) > tree.crownRadius + reach) &&
    poles.every((pole) => Math.hypot(pole.x - x, pole.y - y) > reach + 4) &&
    buildings.every(
      (house) =>
        x < house.minX - reach || x > house.maxX + reach || y < house.minY - reach || y > house.maxY + reach,
    )
  );
}

/**
 * Shifts of an orthomosaic against the true texture at places on open ground, pixels; places are sampled until `count`
 * have enough texture to measure, at most four times as many.
 */
export async function orthoShifts(flight: SimulatedFlight, path: string, count: number) {
  const source = await openFileSource(path);
  try {
    const raster = await openRaster(source);
    const [west, cell, , north] = raster.info.geotransform!;
    const { originX, originY } = flight.truth.placement;
    const surface = trueSurface(flight);
    const random = createRandom(17);
    const side = 2 * edge + 1;
    const shifts: { x: number; y: number; dx: number; dy: number }[] = [];
    for (let trial = 0; trial < 4 * count && shifts.length < count; trial++) {
      const { sizeM } = flight.simulation.terrain;
      const [wantedX, wantedY] = [random.between(0.12, 0.88) * sizeM, random.between(0.12, 0.88) * sizeM];
      if (!isOpen(flight, wantedX, wantedY, edge * cell)) continue;
      const column = Math.round((originX + wantedX - west) / cell);
      const row = Math.round((north - originY - wantedY) / cell);
      const window = await raster.readWindow(0, {
        x: column - edge,
        y: row - edge,
        width: side,
        height: side,
      });
      const level = (band: number, k: number) => Number(window.bands[band]![k]!);
      const found = Float64Array.from(
        { length: side * side },
        (_, k) => (level(0, k) + level(1, k) + level(2, k)) / 3,
      );
      const truth = new Float64Array(side * side);
      for (let k = 0; k < truth.length; k++) {
        const x = west + (column - edge + (k % side) + 0.5) * cell - originX;
        const y = north - (row - edge + Math.floor(k / side) + 0.5) * cell - originY;
        const { rgb } = surface.lookDown(x, y, cell);
        truth[k] = (rgb[0] + rgb[1] + rgb[2]) / 3;
      }
      const picture = (values: Float64Array) => ({ width: side, height: side, values });
      const shift = measureShift(picture(truth), picture(found), edge, edge, patchHalf);
      if (shift && shift.correlation > 0.5)
        shifts.push({ x: wantedX, y: wantedY, dx: shift.dx, dy: shift.dy });
    }
    return shifts;
  } finally {
    await source.close();
  }
}
