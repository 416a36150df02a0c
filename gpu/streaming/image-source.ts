import { AppError } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { openRaster, type PixelWindow, type Raster } from '#domain/formats/cog/open-raster.ts';
import type { RasterBand } from '#domain/formats/tiff/info.ts';
import type { GeoTransform } from '#domain/geometry/plane/affine.ts';
import { invertGeoTransform } from '#domain/geometry/plane/affine.ts';
import type { ImageRecipe, ImageSamples } from '#domain/view/image-tile.ts';
import type { ImagePixels } from '#domain/warp/image-warp.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { poolBlockDecoder } from '#workers/contract/raster-pool.ts';

/** Texels of an image and their position in it. */
export interface ImageWindow extends ImagePixels {
  /** Full-resolution pixel position of the corner of the first texel. */
  readonly origin: readonly [x: number, y: number];
  /** Full-resolution pixels along the edges of a texel. */
  readonly scale: readonly [x: number, y: number];
  readonly isEmpty: boolean;
}

/** A rectangle in full-resolution pixels. */
export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** An image that can be read at any resolution. */
export interface PixelSource {
  /** For labels. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /**
   * The texels under a box and one further on every side, clipped to the image, each about `texel` full-resolution
   * pixels wide; null where the box misses the image. Errors: those of reading blocks.
   */
  read(box: PixelBox, texel: number, signal: AbortSignal): Promise<ImageWindow | null>;
}

/** An image in a file. */
export interface PictureSource extends PixelSource {
  readonly raster: Raster;
  /** Null where the file does not say where it lies. */
  readonly geotransform: GeoTransform | null;
  /** False where coarse views must read the full resolution. */
  readonly hasOverviews: boolean;
}

/** Pixels along the edge of a part read at a time where there is no overview. */
const chunkPixels = 1024;
/** Ratio of the requested texel to a level's pixel above which the level is reduced on reading. */
const fairRatio = 1.5;
/** A raster wider or higher than this needs overviews. */
const plainPixels = 1024;

/** A georeferenced image in a file. */
export interface ImageSource extends PictureSource {
  readonly geotransform: GeoTransform;
}

interface SourceLevel {
  readonly index: number;
  readonly width: number;
  readonly height: number;
  readonly scale: readonly [x: number, y: number];
}

function levelsOf(raster: Raster): SourceLevel[] {
  return raster.levels.map(({ width, height, scale }, index) => ({ index, width, height, scale }));
}

const wholeRange: Readonly<Partial<Record<RasterBand['type'], number>>> = { uint8: 255, uint16: 65_535 };

function coloursOf(bands: readonly RasterBand[]): number[] {
  const named = (['red', 'green', 'blue'] as const).map((name) =>
    bands.findIndex(({ colour }) => colour === name),
  );
  if (named.every((band) => band >= 0)) return named;
  const first = bands.findIndex(({ colour }) => colour === 'gray' || colour === 'palette');
  if (first >= 0) return [first];
  return bands.filter(({ colour }) => colour !== 'alpha').length >= 3 ? [0, 1, 2] : [0];
}

/** The bands to read, colours first, and their conversion to colours before the range is known. */
function plainRecipe({ info }: Raster): { bands: number[]; recipe: ImageRecipe } {
  const colours = coloursOf(info.bands);
  const alpha = info.bands.findIndex(({ colour }) => colour === 'alpha');
  const declared = info.bands[colours[0]!]!.nodata;
  const isSingle = info.bands[0]!.type === 'float32';
  const nodata = declared === null ? null : isSingle ? Math.fround(Number(declared)) : Number(declared);
  const recipe: ImageRecipe = {
    colours: colours.map((_, i) => i),
    alpha: alpha < 0 ? null : colours.length,
    alphaMax: alpha < 0 ? 255 : (wholeRange[info.bands[alpha]!.type] ?? 1),
    nodata: nodata !== null && Number.isNaN(nodata) ? null : nodata,
    range: [0, 255],
    palette: info.palette ? paletteOf(info.palette) : null,
  };
  return { bands: alpha < 0 ? colours : [...colours, alpha], recipe };
}

/** From 16 bits, all reds first, to 8 bits, colour by colour. */
function paletteOf(stored: readonly number[]): Uint8Array<ArrayBuffer> {
  const count = stored.length / 3;
  return Uint8Array.from({ length: stored.length }, (_, i) =>
    Math.round(stored[(i % 3) * count + Math.floor(i / 3)]! / 257),
  );
}

/** `openPicture` of an image that says where it lies. Errors: `gpu.image-not-placed` without a georeference. */
export async function openImage(
  source: ByteSource,
  pool: TaskPool,
  signal: AbortSignal,
): Promise<ImageSource> {
  const picture = await openPicture(source, pool, signal);
  const { geotransform } = picture;
  if (geotransform === null) throw new AppError('gpu.image-not-placed', { file: source.name });
  return { ...picture, geotransform };
}

/**
 * Opens a TIFF of colours for drawing; samples of other than eight bits are stretched between black and white by the
 * range of its coarsest level. Errors: those of `openRaster`.
 */
export async function openPicture(
  source: ByteSource,
  pool: TaskPool,
  signal: AbortSignal,
): Promise<PictureSource> {
  const raster = await openRaster(source, { decode: poolBlockDecoder(pool), signal });
  const { geotransform: declared, width, height } = raster.info;
  const geotransform = declared && invertGeoTransform(declared) ? declared : null;
  const levels = levelsOf(raster);
  const { bands, recipe: plain } = plainRecipe(raster);
  const readSamples = async (level: number, window: PixelWindow, stop: AbortSignal): Promise<ImageSamples> =>
    await raster.readWindow(level, window, { bands, signal: stop });
  const recipe = await rangedRecipe(plain, levels.at(-1)!, pool, raster, readSamples, signal);
  const compose = async (level: number, window: PixelWindow, factor: number, stop: AbortSignal) => {
    const samples = await readSamples(level, window, stop);
    const buffers = [...samples.bands, ...(samples.mask ? [samples.mask] : [])].map(({ buffer }) => buffer);
    const options = { signal: stop, transfer: buffers };
    return await pool.run('view.composeImage', { samples, recipe, factor }, options);
  };
  return {
    raster,
    name: source.name,
    width,
    height,
    geotransform,
    hasOverviews: levels.length > 1 || Math.max(width, height) <= plainPixels,
    async read(box, texel, stop) {
      const level = levels.findLast(({ scale }) => Math.max(...scale) <= texel * 1.05) ?? levels[0]!;
      const ratio = texel / Math.max(...level.scale);
      const factor = ratio > fairRatio ? Math.round(ratio) : 1;
      const window = textureWindow(box, level, factor);
      if (!window) return null;
      const scale = [level.scale[0] * factor, level.scale[1] * factor] as const;
      const origin = [window.x * scale[0], window.y * scale[1]] as const;
      const read = (part: PixelWindow) => compose(level.index, part, factor, stop);
      if (factor === 1) return { ...(await read(window)), origin, scale };
      return { ...(await readReduced(window, level, factor, read)), origin, scale };
    },
  };
}

/** Texels under a box with one more on every side; a texel is `factor` pixels of the level. */
function textureWindow(box: PixelBox, level: SourceLevel, factor: number): PixelWindow | null {
  const [x, y] = [level.scale[0] * factor, level.scale[1] * factor];
  const left = Math.max(0, Math.floor(box.left / x) - 1);
  const top = Math.max(0, Math.floor(box.top / y) - 1);
  const right = Math.min(Math.ceil(level.width / factor), Math.ceil(box.right / x) + 1);
  const bottom = Math.min(Math.ceil(level.height / factor), Math.ceil(box.bottom / y) + 1);
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null;
}

type ReadPart = (part: PixelWindow) => Promise<ImagePixels & { isEmpty: boolean }>;

/** Reads a finer level part by part, each reduced immediately, so that few parts are in memory. */
async function readReduced(
  window: PixelWindow,
  level: SourceLevel,
  factor: number,
  read: ReadPart,
): Promise<ImagePixels & { isEmpty: boolean }> {
  const rgba = new Uint8Array(window.width * window.height * 4);
  const step = Math.max(1, Math.floor(chunkPixels / factor));
  let isEmpty = true;
  for (let row = 0; row < window.height; row += step) {
    for (let column = 0; column < window.width; column += step) {
      const x = (window.x + column) * factor;
      const y = (window.y + row) * factor;
      const width = Math.min(level.width - x, Math.min(step, window.width - column) * factor);
      const height = Math.min(level.height - y, Math.min(step, window.height - row) * factor);
      const part = await read({ x, y, width, height });
      isEmpty &&= part.isEmpty;
      for (let line = 0; line < part.height; line++) {
        const from = part.rgba.subarray(line * part.width * 4, (line + 1) * part.width * 4);
        rgba.set(from, ((row + line) * window.width + column) * 4);
      }
    }
  }
  return { width: window.width, height: window.height, rgba, isEmpty };
}

/** Eight-bit samples are used unchanged; others are stretched by the range of the middle of the coarsest level. */
async function rangedRecipe(
  recipe: ImageRecipe,
  coarsest: SourceLevel,
  pool: TaskPool,
  raster: Raster,
  readSamples: (level: number, window: PixelWindow, signal: AbortSignal) => Promise<ImageSamples>,
  signal: AbortSignal,
): Promise<ImageRecipe> {
  if (recipe.palette || raster.sampleType === 'uint8') return recipe;
  const [width, height] = [Math.min(512, coarsest.width), Math.min(512, coarsest.height)];
  const window = {
    x: (coarsest.width - width) >> 1,
    y: (coarsest.height - height) >> 1,
    width,
    height,
  };
  const samples = await readSamples(coarsest.index, window, signal);
  const range = await pool.run('view.imageRange', { samples, recipe }, { signal });
  return range ? { ...recipe, range } : recipe;
}
