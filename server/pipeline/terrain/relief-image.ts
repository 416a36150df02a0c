import type { FileProof } from '#contract/schemas/file-proofs.ts';
import { readElevations } from '#domain/formats/cog/elevations.ts';
import { openRaster, type Raster } from '#domain/formats/cog/open-raster.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import type { TerrainWindow } from '#workers/contract/raster-tasks.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { writeImage } from '../write-image.ts';

/** A raster of heights in memory, at its largest resolution that is not above a side. */
export interface HeightImage {
  readonly terrain: TerrainWindow;
  /** Cells of the raster per cell of the image. */
  readonly reduction: number;
  readonly low: number;
  readonly high: number;
}

function pickLevel(raster: Raster, longestSide: number): number {
  const fits = raster.levels.findIndex(({ width, height }) => Math.max(width, height) <= longestSide);
  return fits < 0 ? raster.levels.length - 1 : fits;
}

/** Reads a raster's heights with the border that shading needs. `cell` is the raster's cell in the unit of the heights. */
export async function readHeights(path: string, longestSide: number, cell: number): Promise<HeightImage> {
  const source = await openFileSource(path);
  try {
    const raster = await openRaster(source);
    const level = pickLevel(raster, longestSide);
    const { width, height } = raster.levels[level]!;
    const values = await readElevations(raster, level, { x: 0, y: 0, width, height });
    const heights = new Float32Array((width + 2) * (height + 2)).fill(Number.NaN);
    let [low, high] = [Infinity, -Infinity];
    for (let row = 0; row < height; row++) {
      heights.set(values.subarray(row * width, (row + 1) * width), (row + 1) * (width + 2) + 1);
    }
    for (const value of values) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
    const reduction = raster.levels[0]!.width / width;
    const terrain = { width, height, heights, cellX: cell * reduction, cellY: cell * reduction };
    return { terrain, reduction, low, high };
  } finally {
    await source.close();
  }
}

/** Colours by height with light from the north-west, as a PNG. */
export async function writeRelief(picture: HeightImage, path: string, pool: TaskPool): Promise<FileProof> {
  const { terrain, low, high } = picture;
  const { rgba } = await pool.run('raster.relief', {
    terrain,
    lighting: { mode: 'multiple' },
    ramp: { name: 'terrain', low, high },
  });
  return writePng(rgba, terrain, path, pool);
}

/** Grey shaded relief, as a PNG; places without a height are transparent. */
export async function writeHillshade(picture: HeightImage, path: string, pool: TaskPool): Promise<FileProof> {
  const { terrain } = picture;
  const { shade } = await pool.run('raster.hillshade', { terrain, lighting: { mode: 'single' } });
  const rgba = new Uint8Array(shade.length * 4);
  for (let k = 0; k < shade.length; k++) {
    rgba.fill(shade[k]!, k * 4, k * 4 + 3);
    rgba[k * 4 + 3] = shade[k] === 0 ? 0 : 255;
  }
  return writePng(rgba, terrain, path, pool);
}

function writePng(
  pixels: Uint8Array,
  { width, height }: TerrainWindow,
  path: string,
  pool: TaskPool,
): Promise<FileProof> {
  return writeImage(path, { width, height, channels: 4, pixels }, pool);
}
