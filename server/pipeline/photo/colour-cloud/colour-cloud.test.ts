import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { geoKeysFor } from '#domain/crs/geokeys/geokeys-write.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import { gridRect } from '#domain/geometry/grid/grid.ts';
import { createLocalFrame } from '#domain/photogrammetry/model/local-frame.ts';
import { createStepRunner } from '#server/pipeline/steps.ts';
import { writeCog } from '#tests/support/cog-file.ts';
import { type CloudPoint, writeGroundCloud } from '#tests/support/ground-cloud.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';
import { type BoxScene, flyOver, sceneSurface, wavyGround } from '#tests/support/ortho-scene.ts';
import { readCopcByPeer } from '#tests/support/read-copc.ts';
import { verifyFile } from '../../proof/verify-file.ts';
import type { PhotoContext } from '../context.ts';
import { colourCloud, colouredCloudFile, colouredCloudImage } from './colour-cloud.ts';

const system = 'EPSG:32632';
const [west, south] = [500_000, 5_200_000];
/** World coordinates of the scene's middle. */
const middle = [west + 20, south + 20] as const;
const scene: BoxScene = {
  box: { minX: -2, minY: -2, maxX: 2, maxY: 2, top: 2 },
  ground: wavyGround,
  roof: [200, 40, 30],
  wall: [10, 10, 10],
};
const halfM = 6;

let folder = '';
let context: (out: string, onProgress?: (fraction: number) => void) => Promise<PhotoContext>;
let cloud = '';
let surface = '';
const points: CloudPoint[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-colours-'));
  const photos = flyOver(
    scene,
    [-3, 0, 3].flatMap((x) => [-3, 0, 3].map((y) => [x, y] as const)),
  );
  const paths = photos.map((_, index) => join(folder, `${index}.png`));
  for (const [index, { image }] of photos.entries()) {
    const { width, height, pixels } = image;
    await sharp(pixels, { raw: { width, height, channels: 3 } }).toFile(paths[index]!);
  }
  const crs = await readCrs([{ source: 'user', payload: system }]);
  const { width, height, cellSize, ...grid } = sceneSurface(scene, halfM);
  const rect = gridRect({ width, height, cellSize, ...grid });
  const spec = {
    width,
    height,
    bands: 1,
    sampleType: 'float32',
    colour: 'gray',
    geotransform: [middle[0] + rect.minX, cellSize, 0, middle[1] + rect.maxY, 0, -cellSize],
    geoKeys: geoKeysFor(crs.definition!, { rasterType: 1 }),
    nodata: -9999,
  } as const;
  surface = join(folder, 'surface.tif');
  await writeFile(surface, (await writeCog(spec, { samples: Float32Array.from(grid.values) })).bytes);
  for (let row = 0; row < 40; row++) {
    for (let column = 0; column < 40; column++) {
      const [x, y] = [-5 + column / 4 + 0.01, -5 + row / 4 + 0.01];
      const isRoof = Math.abs(x) < 1.9 && Math.abs(y) < 1.9;
      points.push({ x: middle[0] + x, y: middle[1] + y, z: isRoof ? 2 : 0, time: points.length });
    }
  }
  // Far from every photo: it keeps its colour.
  points.push({ x: middle[0] + 400, y: middle[1] + 400, z: 0, time: points.length });
  cloud = await writeGroundCloud(join(folder, 'scan.las'), points, { crs: system });
  const pool = createLocalPool();
  context = async (name, onProgress = () => {}) => {
    const out = join(folder, name);
    return {
      request: { out, crs: null },
      photos: paths.map((path, index) => ({ info: { name: `${index}.png` }, path, sharpness: null })),
      adjusted: {
        cameras: [photos[0]!.camera],
        photos: photos.map(({ pose }, photo) => ({ photo, camera: 0, pose })),
      },
      adjustedKey: 'truth',
      frame: createLocalFrame(null, [...middle, 0]),
      crs,
      gsdM: 0.1,
      groundHeightM: 0,
      steps: await createStepRunner(out, ({ fraction }) => onProgress(fraction)),
      pool,
      signal: undefined,
      workFolder: out,
      warnings: [],
      finish: async () => {},
    } as unknown as PhotoContext;
  };
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const colour = async (made: PhotoContext) =>
  colourCloud(made, [{ path: cloud, name: 'scan.las' }], { path: surface, key: 'true' });

describe('a cloud that is coloured from photos', () => {
  test('keeps every point, gets the colours that the photos show, and is proved by its sums', async () => {
    const made = await context('whole');
    const facts = await colour(made);
    expect(facts.points).toBe(points.length);
    const proofs = made.steps.proofs();
    expect(proofs).toMatchObject({
      [colouredCloudFile]: { kind: 'points', count: points.length },
      [colouredCloudImage]: { kind: 'picture' },
    });
    const path = join(folder, 'whole', colouredCloudFile);
    await verifyFile(path, proofs[colouredCloudFile]!, { pool: createLocalPool() });
    const { records, copc } = await readCopcByPeer(await readFile(path));
    const length = copc.header.pointDataRecordLength;
    let [worst, plain] = [0, 0];
    const seen = new Set<number>();
    for (let at = 0; at < records.length; at += length) {
      const index = records.readDoubleLE(at + 22);
      seen.add(index);
      const { x, y, z } = points[index]!;
      const rgb = [0, 1, 2].map((channel) => records.readUInt16LE(at + 30 + 2 * channel));
      if (rgb.every((value) => value === 0)) plain++;
      const [u, v] = [x - middle[0], y - middle[1]];
      const reach = Math.max(Math.abs(u), Math.abs(v));
      if (reach > 100) expect(rgb).toEqual([0, 0, 0]);
      if (reach > 100 || (reach > 1.7 && reach < 2.6)) continue;
      const truth = z > 0 ? scene.roof : wavyGround(u, v);
      rgb.forEach((value, channel) => {
        worst = Math.max(worst, Math.abs(value / 257 - truth[channel]!));
      });
    }
    expect(seen.size).toBe(points.length);
    expect(facts.coloured).toBe(points.length - plain);
    expect(worst).toBeLessThan(25);
  });

  test('does not appear where a point changes on disk after it was coloured', async () => {
    const spool = join(folder, 'changed', 'coloured-spool');
    let isChanged = false;
    const made = await context('changed', (fraction) => {
      // Ingest ends at 0.2 and colouring at 0.8 of the step.
      if (isChanged || fraction < 0.79) return;
      const name = readdirSync(spool).find((file) => file.endsWith('.points'))!;
      const bytes = readFileSync(join(spool, name));
      bytes[1]! ^= 1;
      writeFileSync(join(spool, name), bytes);
      isChanged = true;
    });
    await expect(colour(made)).rejects.toMatchObject({
      code: 'product.spool-differs',
      params: { file: expect.stringContaining(colouredCloudFile) },
    });
    expect(isChanged).toBe(true);
    expect(readdirSync(join(folder, 'changed'))).not.toContain(colouredCloudFile);
  });
});
