import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readExtraValues } from '#domain/formats/las/extra-bytes.ts';
import { openLas } from '#domain/formats/las/las-file.ts';
import type { PhotoContext, PhotoSettings } from '#server/pipeline/photo/context.ts';
import { makeDenseCloud } from '#server/pipeline/photo/dense/make-dense-cloud.ts';
import { makeDenseProducts } from '#server/pipeline/photo/dense-products.ts';
import type { SparseProject } from '#server/pipeline/photo/steps/sparse.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { createLocalPool } from '../support/local-pool.ts';
import { groundPart, readDem } from '../support/simulated-survey.ts';
import { flyTrue, groundM, lookAt, type TrueFlight } from '../support/true-flight.ts';

const pool = createLocalPool();
const [heightM, widthPx] = [60, 320];
/** Twelve photos on a lattice, and one in their middle that the block will be without. */
const places = [82, 98, 114].flatMap((y) => [72, 88, 104, 120].map((x) => [x, y] as const));
const middle = [96, 103] as const;
const poses = [...places, middle].map(([x, y]) => lookAt([x, y, groundM + heightM], [x, y + 1e-3]));

let flight: TrueFlight;
beforeAll(async () => {
  flight = await flyTrue({ poses, widthPx }, pool);
}, 120_000);
afterAll(() => flight?.remove());

/** The flight's context without its last photo in the block; contexts share their depth maps. */
async function createContext(settings: Partial<PhotoSettings>): Promise<PhotoContext> {
  const whole = await flight.context('products', settings);
  const { adjusted } = whole;
  const last = poses.length - 1;
  const kept = Array.from(adjusted.observations.photo, (photo) => photo !== last);
  const pick = <T extends Uint32Array | Float32Array>(list: T, width = 1) =>
    list.filter((_, k) => kept[Math.floor(k / width)]) as T;
  const { point, photo, xy, scale } = adjusted.observations;
  return {
    ...whole,
    adjusted: {
      ...adjusted,
      photos: adjusted.photos.slice(0, last),
      observations: {
        count: kept.filter(Boolean).length,
        point: pick(point),
        photo: pick(photo),
        xy: pick(xy, 2),
        scale: pick(scale),
      },
    },
  };
}

interface Points {
  readonly count: number;
  /** Site frame, metres. */
  readonly xyz: Float64Array;
  readonly views: readonly number[];
  readonly sigma: readonly number[];
}

async function readPoints(path: string): Promise<Points> {
  const source = await openFileSource(path);
  try {
    const { header, extraDimensions } = await openLas(source);
    const { pointDataOffset, recordLength, pointCount: count, scale, offset } = header;
    const bytes = new Uint8Array(await source.read(pointDataOffset, count * recordLength));
    const records = { format: 7, recordLength, count, bytes };
    const values = (name: string) =>
      Array.from(readExtraValues(records, extraDimensions.find((dimension) => dimension.name === name)!));
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const zero = [...flight.origin, 0];
    const xyz = Float64Array.from({ length: 3 * count }, (_, k) => {
      const [at, axis] = [Math.floor(k / 3) * recordLength, k % 3];
      return view.getInt32(at + 4 * axis, true) * scale[axis]! + offset[axis]! - zero[axis]!;
    });
    return { count, xyz, views: values('Views'), sigma: values('Sigma') };
  } finally {
    await source.close();
  }
}

async function makePoints(settings: Partial<PhotoSettings>): Promise<Points> {
  const dense = await makeDenseCloud(await createContext(settings));
  return readPoints(dense.parts[0]!.path);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const gsdM = () => heightM / flight.focalPx;

/** What a run of products leaves of a step. */
function factsOf(out: string, step: string) {
  return JSON.parse(readFileSync(join(out, '.plumbline', 'steps', `${step}.json`), 'utf8')).facts;
}

/** The project that the photos came from: the last one has a position and an attitude, and no tie to the block. */
function createSparse(context: PhotoContext): SparseProject {
  const { centre } = poses.at(-1)!;
  const attitude = { yaw: 0, pitch: -90, roll: 0 };
  const photos = context.photos.map((photo) => ({ ...photo, info: { ...photo.info, attitude } }));
  return {
    opened: { photos },
    system: { arePositionsTied: true, positions: photos.map(() => ({ xyz: centre, sigma: [1, 1, 1] })) },
    cameras: { cameraOf: photos.map(() => 0) },
    adjusted: { reconstruction: context.adjusted, facts: { positionShift: null } },
    isArbitrary: false,
    hasUp: true,
  } as unknown as SparseProject;
}

describe('dense points of photos with true poses', () => {
  let points: Points;
  beforeAll(async () => {
    points = await makePoints({});
  }, 120_000);

  test('lie on the ground as their deviations say', () => {
    const ratios: number[] = [];
    const errors: number[] = [];
    for (let k = 0; k < points.count; k++) {
      const [x, y, z] = [0, 1, 2].map((axis) => points.xyz[3 * k + axis]!) as [number, number, number];
      const part = groundPart(flight.simulation, x, y);
      if (part === null || part === 'trees' || flight.simulation.terrain.kindAt(x, y) === 'water') continue;
      if (
        flight.simulation.objects.trees.some(
          (tree) => Math.hypot(tree.x - x, tree.y - y) < tree.crownRadius + 1.5,
        )
      )
        continue;
      const error = z - flight.simulation.terrain.heightAt(x, y);
      errors.push(error);
      ratios.push(Math.abs(error) / points.sigma[k]!);
    }
    const within = (limit: number) => ratios.filter((ratio) => ratio < limit).length / ratios.length;
    expect(errors.length).toBeGreaterThan(10_000);
    expect(Math.abs(mean(errors))).toBeLessThan(0.1 * gsdM());
    expect(within(1)).toBeGreaterThan(0.6);
    expect(within(1)).toBeLessThan(0.92);
    expect(within(2)).toBeGreaterThan(0.9);
    expect(within(3)).toBeGreaterThan(0.96);
  });

  test('of all photos together are seen by more than those of a cluster, and are told of once', async () => {
    const together = await makePoints({ runDenseUnclustered: true });
    expect(points.views.reduce((most, seen) => Math.max(most, seen), 0)).toBeLessThanOrEqual(places.length);
    expect(mean(together.views)).toBeGreaterThan(mean(points.views));
    expect(together.count).toBeLessThan(points.count);
  }, 60_000);
});

describe('products of photos', () => {
  test('have the cells that the settings ask for, each of its own', async () => {
    const context = await createContext({
      demGsdMultiplier: 2,
      surfaceModelScale: 1.5,
      orthoGsdMultiplier: 3,
    });
    await makeDenseProducts(context, createSparse(context));
    expect(context.failures).toEqual([]);
    const { out } = context.request;
    expect((await readDem(join(out, 'elevation-model.tif'))).cellSize).toBeCloseTo(2 * gsdM(), 6);
    expect((await readDem(join(out, 'surface-model.tif'))).cellSize).toBeCloseTo(3 * gsdM(), 6);
    const { frame, photos } = factsOf(out, 'orthomosaic');
    expect(frame.cellSize).toBeCloseTo(3 * gsdM(), 2);
    expect(photos).toBeLessThanOrEqual(places.length);
  }, 120_000);

  test('show what a photo outside the block sees where that is asked for', async () => {
    const ask = async (useUnreconstructedCameras: boolean) => {
      const settings = { demGsdMultiplier: 2, surfaceModelScale: 1.5 };
      const context = await createContext({ ...settings, useUnreconstructedCameras });
      await makeDenseProducts(context, createSparse(context));
      return factsOf(context.request.out, 'orthomosaic').photos as number;
    };
    const without = await ask(false);
    expect(await ask(true)).toBe(without + 1);
  }, 120_000);
});
