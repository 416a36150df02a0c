import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geoKeysFor } from '#domain/crs/geokeys/geokeys-write.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import type { CrsReport } from '#domain/crs/types.ts';
import { memorySource } from '#domain/formats/byte-source.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import { openLas } from '#domain/formats/las/las-file.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';
import { createLocalFrame, type LocalFrame } from '#domain/photogrammetry/model/local-frame.ts';
import type { Product } from '#server/pipeline/context.ts';
import { colourCloud, colouredCloudFile } from '#server/pipeline/photo/colour-cloud/colour-cloud.ts';
import type { PhotoContext } from '#server/pipeline/photo/context.ts';
import { createPartWriter } from '#server/pipeline/photo/dense/las-part.ts';
import { makeOrthomosaic, type OrthoFacts } from '#server/pipeline/photo/ortho/make-orthomosaic.ts';
import { createStepRunner } from '#server/pipeline/steps.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { decodeOn, readCloud } from '#workers/io/read-cloud.ts';
import { writeCog } from '../support/cog-file.ts';
import { describeWithGdal, gdalInfo, scratchFolder, validateCog } from '../support/gdal-tools.ts';
import { createLocalPool } from '../support/local-pool.ts';
import { type BoxScene, flyOver, type ScenePhoto, wavyGround } from '../support/ortho-scene.ts';

const folder = scratchFolder();
const scene: BoxScene = { box: null, ground: wavyGround, roof: [0, 0, 0], wall: [0, 0, 0] };
const origin = [576_700, 5_188_100, 160] as const;
const pool = createLocalPool();

/** The level ground of the scene as a COG in the world's system, with a gap that must be closed. */
async function writeGround(path: string, crs: CrsReport, frame: LocalFrame): Promise<void> {
  const [side, cell] = [220, 0.1];
  const [left, top] = [origin[0] - 11, origin[1] + 11];
  const samples = new Float32Array(side * side);
  for (let at = 0; at < samples.length; at++) {
    const [column, row] = [at % side, Math.floor(at / side)];
    const place = frame.toLocal([left + (column + 0.5) * cell, top - (row + 0.5) * cell, origin[2]]);
    const isGap = column > 100 && column < 104 && row > 90 && row < 95;
    samples[at] = isGap ? -9999 : origin[2] - place[2];
  }
  const { bytes } = await writeCog(
    {
      width: side,
      height: side,
      bands: 1,
      sampleType: 'float32',
      colour: 'gray',
      geotransform: [left, cell, 0, top, 0, -cell],
      geoKeys: geoKeysFor(crs.definition!, { rasterType: 1 }),
      nodata: -9999,
      tileSize: 64,
    },
    { samples },
  );
  writeFileSync(path, bytes);
}

interface Made {
  readonly context: PhotoContext;
  readonly facts: OrthoFacts;
  readonly products: readonly Product[];
}

/** A photo of the scene and what was measured of its sharpness. */
type Shot = Pick<ScenePhoto, 'camera' | 'pose' | 'image'> & { readonly measured: number | null };

const flight: readonly Shot[] = flyOver(
  scene,
  [-3, 3].flatMap((y) => [-4, 0, 4].map((x) => [x, y] as const)),
).map((photo) => ({ ...photo, measured: null }));

async function createContext(out: string, taken: readonly Shot[]) {
  const crs = await readCrs([{ source: 'user', payload: 'EPSG:32615' }]);
  const frame = createLocalFrame(crs.definition, origin);
  const heightsPath = join(out, 'ground.tif');
  await writeGround(heightsPath, crs, frame);
  const photos = await Promise.all(
    taken.map(async ({ image, measured }, index) => {
      const path = join(out, `photo-${index}.tif`);
      const raw = { width: image.width, height: image.height, channels: 3 as const };
      await sharp(image.pixels, { raw }).tiff({ compression: 'deflate' }).toFile(path);
      return { path, identity: path, sharpness: measured, info: { name: `photo-${index}.tif` } };
    }),
  );
  const products: Product[] = [];
  const context = {
    request: { out, crs: null, settings: { orthoGsdMultiplier: 0.5 } },
    photos,
    adjusted: {
      cameras: [taken[0]!.camera],
      photos: taken.map(({ pose }, photo) => ({ photo, camera: 0, pose })),
    },
    adjustedKey: 'a',
    frame,
    crs,
    gsdM: 0.1,
    groundHeightM: 0,
    steps: await createStepRunner(out, () => undefined),
    pool,
    signal: undefined,
    workFolder: out,
    warnings: [],
    failures: [],
    finish: async (product: Product) => {
      products.push(product);
    },
  } as unknown as PhotoContext;
  return { context, products, heightsPath };
}

async function make(out: string, taken: readonly Shot[] = flight): Promise<Made> {
  const { context, products, heightsPath } = await createContext(out, taken);
  const facts = await makeOrthomosaic(context, { heightsPath, heights: 'surface', heightsKey: 'b' });
  return { context, facts, products };
}

/** The same view twice: sharp, and with each pixel the mean of a square around it. */
function sharpAndBlurred(): readonly [Shot, Shot] {
  const [photo] = flyOver(scene, [[0, 0]]);
  const { width, height, pixels } = photo!.image;
  const reach = 6;
  const soft = new Uint8Array(pixels.length);
  for (let at = 0; at < pixels.length; at++) {
    const [column, row] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
    let [sum, count] = [0, 0];
    for (let y = Math.max(0, row - reach); y <= Math.min(height - 1, row + reach); y++) {
      for (let x = Math.max(0, column - reach); x <= Math.min(width - 1, column + reach); x++) {
        sum += pixels[3 * (y * width + x) + (at % 3)]!;
        count++;
      }
    }
    soft[at] = Math.round(sum / count);
  }
  return [
    { ...photo!, measured: 0.9 },
    { ...photo!, image: { width, height, pixels: soft }, measured: 0.45 },
  ];
}

const shots = sharpAndBlurred();
const orders = [
  ['last', [shots[1], shots[0]]],
  ['first', [shots[0], shots[1]]],
] as const;

/** Root mean square of colours less those of the scene. */
function errorOf(places: readonly (readonly [number, number])[], colours: readonly (readonly number[])[]) {
  const squares = places.flatMap(([x, y], k) =>
    wavyGround(x, y).map((value, channel) => (value - colours[k]![channel]!) ** 2),
  );
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
}

describe('of two views that differ in sharpness alone', () => {
  it.each(orders)('the orthomosaic shows the sharper one, given %s', async (name, taken) => {
    const out = join(folder, `sharp-${name}`);
    mkdirSync(out);
    const { context, facts } = await make(out, taken);
    const raster = await openRaster(
      memorySource('o.tif', new Uint8Array(readFileSync(join(out, 'orthomosaic.tif')))),
    );
    const { width, height, originX, originY, cellSize } = facts.frame;
    const { bands } = await raster.readWindow(0, { x: 0, y: 0, width, height });
    const cells = Array.from({ length: 900 }, (_, k) => {
      const [column, row] = [
        Math.round((0.3 + (0.4 * (k % 30)) / 30) * width),
        Math.round((0.3 + (0.4 * k) / 900) * height),
      ];
      const [x, y] = context.frame.toLocal([
        originX + column * cellSize,
        originY - row * cellSize,
        origin[2],
      ]);
      const at = row * width + column;
      return { place: [x, y] as const, colour: [0, 1, 2].map((band) => Number(bands[band]![at])) };
    });
    const error = errorOf(
      cells.map(({ place }) => place),
      cells.map(({ colour }) => colour),
    );
    expect(error).toBeLessThan(3);
  });

  it.each(orders)('points get the colour of the sharper one, given %s', async (name, taken) => {
    const out = join(folder, `coloured-${name}`);
    mkdirSync(out);
    const { context, heightsPath } = await createContext(out, taken);
    const places = Array.from(
      { length: 400 },
      (_, k) => [(k % 20) / 4 - 2.5, Math.floor(k / 20) / 4 - 2.5] as const,
    );
    const writer = await createPartWriter(join(out, 'points.las'), context);
    await writer.write({
      count: places.length,
      xyz: Float64Array.from(places.flatMap(([x, y]) => [x, y, 0])),
      normals: new Float32Array(3 * places.length),
      rgb: new Uint8Array(3 * places.length),
      views: new Uint8Array(places.length),
      sigma: new Float32Array(places.length),
      level: new Uint8Array(places.length),
    });
    await writer.finish();
    const cloud = { path: join(out, 'points.las'), name: 'points.las' };
    const made = await colourCloud(context, [cloud], { path: heightsPath, key: 'b' });
    expect(made).toMatchObject({ points: places.length, coloured: places.length });
    const source = await openFileSource(join(out, colouredCloudFile));
    const file = await openLas(source);
    const { scale, offset } = file.header;
    const seen: { place: [number, number]; colour: number[] }[] = [];
    for await (const { bytes, count, recordLength, format } of readCloud(file, decodeOn(pool))) {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const { rgb } = pointFormat(format);
      for (let at = 0; at < count * recordLength; at += recordLength) {
        const world = [0, 1, 2].map((k) => view.getInt32(at + 4 * k, true) * scale[k]! + offset[k]!);
        const [x, y] = context.frame.toLocal(world as unknown as [number, number, number]);
        seen.push({
          place: [x, y],
          colour: [0, 1, 2].map((k) => view.getUint16(at + rgb! + 2 * k, true) / 257),
        });
      }
    }
    await source.close();
    expect(seen).toHaveLength(places.length);
    const error = errorOf(
      seen.map(({ place }) => place),
      seen.map(({ colour }) => colour),
    );
    expect(error).toBeLessThan(3);
  });
});

describe('orthomosaic step', () => {
  let made: Made;
  const mosaic = join(folder, 'orthomosaic.tif');

  beforeAll(async () => {
    made = await make(folder);
  });
  afterAll(() => pool.dispose());

  it('puts the ground where it is in the system of the project', async () => {
    const { frame, facts } = { frame: made.context.frame, facts: made.facts };
    const raster = await openRaster(memorySource('o.tif', new Uint8Array(readFileSync(mosaic))));
    const { width, height } = raster.levels[0]!;
    expect([width, height]).toEqual([facts.frame.width, facts.frame.height]);
    const { bands } = await raster.readWindow(0, { x: 0, y: 0, width, height });
    const [left, cell, , top] = raster.info.geotransform!;
    let [squares, count, empty] = [0, 0, 0];
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        const at = row * width + column;
        const world = [left! + (column + 0.5) * cell!, top! - (row + 0.5) * cell!, origin[2]] as const;
        const [x, y] = frame.toLocal(world);
        if (Math.abs(x) > 7 || Math.abs(y) > 6) continue;
        if (bands[3]![at] !== 255) empty++;
        wavyGround(x, y).forEach((value, channel) => {
          squares += (value - Number(bands[channel]![at])) ** 2;
          count++;
        });
      }
    }
    // The texture changes by up to 12 levels a photo pixel.
    expect(Math.sqrt(squares / count)).toBeLessThan(1.5);
    expect(empty).toBe(0);
  });

  it('has a JPEG with a world file at the same place', async () => {
    const lines = readFileSync(join(folder, 'orthomosaic.jgw'), 'utf8').trim().split('\n').map(Number);
    const { frame } = made.facts;
    expect(lines).toEqual([frame.cellSize, 0, 0, -frame.cellSize, frame.originX, frame.originY]);
    expect(readFileSync(join(folder, 'orthomosaic.prj'), 'utf8')).toContain('UTM');
    const jpeg = await sharp(join(folder, 'orthomosaic.jpg')).raw().toBuffer({ resolveWithObject: true });
    const tiff = await sharp(mosaic).raw().toBuffer({ resolveWithObject: true });
    expect([jpeg.info.width, jpeg.info.height]).toEqual([tiff.info.width, tiff.info.height]);
    let worst = 0;
    for (let row = 60; row < 160; row += 7) {
      for (let column = 60; column < 160; column += 7) {
        const at = row * jpeg.info.width + column;
        for (let channel = 0; channel < 3; channel++) {
          worst = Math.max(worst, Math.abs(jpeg.data[3 * at + channel]! - tiff.data[4 * at + channel]!));
        }
      }
    }
    expect(worst).toBeLessThan(16);
    expect((await sharp(join(folder, 'orthomosaic.png')).metadata()).hasAlpha).toBe(true);
  });

  it('is told as a product and taken over by a second run', async () => {
    const { frame } = made.facts;
    expect(made.products).toMatchObject([
      {
        name: 'orthoimage',
        path: 'orthomosaic.tif',
        resolution: 0.05,
        width: frame.width,
        height: frame.height,
      },
    ]);
    const before = readFileSync(mosaic);
    const again = await make(folder);
    expect(again.facts).toEqual(made.facts);
    expect(readFileSync(mosaic)).toEqual(before);
    expect(again.context.steps.files()).toContain('orthomosaic.jgw');
  });
});

describeWithGdal('orthomosaic read by GDAL', () => {
  it('is a valid COG with colours, opacity, system and overviews', () => {
    const path = join(folder, 'orthomosaic.tif');
    const info = gdalInfo(path);
    expect(info.bands.map(({ colorInterpretation }) => colorInterpretation)).toEqual([
      'Red',
      'Green',
      'Blue',
      'Alpha',
    ]);
    expect(info.coordinateSystem?.wkt).toContain('UTM zone 15N');
    expect(info.geoTransform[1]).toBeCloseTo(0.05, 12);
    const verdict = validateCog(path);
    if (verdict !== null) expect(verdict).toContain('is a valid cloud optimized GeoTIFF');
  });
});
