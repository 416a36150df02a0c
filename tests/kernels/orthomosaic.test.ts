import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geoKeysFor } from '#domain/crs/geokeys-write.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import type { CrsReport } from '#domain/crs/types.ts';
import { memorySource } from '#domain/formats/byte-source.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import { createLocalFrame, type LocalFrame } from '#domain/photogrammetry/local-frame.ts';
import type { Product } from '#server/pipeline/context.ts';
import type { PhotoContext } from '#server/pipeline/photo/context.ts';
import { makeOrthomosaic, type OrthoFacts } from '#server/pipeline/photo/ortho/make-orthomosaic.ts';
import { createStepRunner } from '#server/pipeline/steps.ts';
import { writeCog } from '../support/cog-file.ts';
import { describeWithGdal, gdalInfo, scratchFolder, validateCog } from '../support/gdal-tools.ts';
import { createLocalPool } from '../support/local-pool.ts';
import { type BoxScene, flyOver, wavyGround } from '../support/ortho-scene.ts';

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

async function make(out: string): Promise<Made> {
  const crs = await readCrs([{ source: 'user', payload: 'EPSG:32615' }]);
  const frame = createLocalFrame(crs.definition, origin);
  const heightsPath = join(folder, 'ground.tif');
  await writeGround(heightsPath, crs, frame);
  const taken = flyOver(
    scene,
    [-3, 3].flatMap((y) => [-4, 0, 4].map((x) => [x, y] as const)),
  );
  const photos = await Promise.all(
    taken.map(async ({ image }, index) => {
      const path = join(folder, `photo-${index}.tif`);
      const raw = { width: image.width, height: image.height, channels: 3 as const };
      await sharp(image.pixels, { raw }).tiff({ compression: 'deflate' }).toFile(path);
      return { path, identity: path, info: { name: `photo-${index}.tif` } };
    }),
  );
  const products: Product[] = [];
  const context = {
    request: { out, settings: { orthoGsdMultiplier: 0.5 } },
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
    warnings: [],
    failures: [],
    finish: async (product: Product) => {
      products.push(product);
    },
  } as unknown as PhotoContext;
  const facts = await makeOrthomosaic(context, { heightsPath, heights: 'surface', heightsKey: 'b' });
  return { context, facts, products };
}

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
