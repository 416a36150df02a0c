import { AppError, type ErrorParams } from '#domain/errors/app-error.ts';
import { createSamples, sampleTypeOf } from '../tiff/sample-types.ts';
import { type EncodedTile, encodeTile, type TileCoding } from './encode-tile.ts';
import { type CogSummary, type SpooledLevel, writeFile } from './file-layout.ts';
import type { TileWatch } from './raster-sums.ts';
import {
  type CogSpec,
  checkSpec,
  type PyramidLevel,
  planPyramid,
  type TilePixels,
  tileSideOf,
} from './spec.ts';
import { type CogScratch, type CogSink, createSpool } from './spool.ts';

/** Encodes one tile: in this thread, or in the worker pool as task `raster.encodeTile`. */
export type TileEncoder = (coding: TileCoding, tile: TilePixels) => Promise<EncodedTile> | EncodedTile;

export interface CogWriterOptions {
  scratch: CogScratch;
  encode?: TileEncoder;
  /** Called with every tile of every level: the full image's, overviews', and missing ones. */
  watch?: (levels: readonly PyramidLevel[], tileSize: number) => TileWatch;
  signal?: AbortSignal;
}

/**
 * Writes a cloud-optimised GeoTIFF from the tiles of the full image. Tiles may arrive in any order and concurrently;
 * overviews are made at the same time, with only those tiles in memory whose four children have not all arrived (row
 * by row: about two rows of tiles). The bytes do not depend on the order.
 */
export interface CogWriter {
  readonly tileSize: number;
  /** Level 0 is the full image. */
  readonly levels: readonly PyramidLevel[];
  /** The window of the image that a tile of level 0 covers. */
  tileWindow(column: number, row: number): { x: number; y: number; width: number; height: number };
  /**
   * Takes the pixels of one tile (borrowed until the call resolves), clipped to the image. Errors: cog.bad-tile,
   * cog.tile-twice, and the scratch's own.
   */
  writeTile(column: number, row: number, tile: TilePixels): Promise<void>;
  /** Fills missing tiles with the missing value, writes the file to the sink, and returns what it wrote. */
  finish(): Promise<CogSummary>;
}

interface Waiting {
  pixels: TilePixels;
  missing: number;
}

interface LevelState extends SpooledLevel {
  readonly given: Uint8Array;
  readonly waiting: Map<number, Waiting>;
}

/** Begins a COG. Error: cog.bad-spec. */
export function createCogWriter(spec: CogSpec, sink: CogSink, options: CogWriterOptions): CogWriter {
  checkSpec(spec);
  const tileSize = tileSideOf(spec);
  const { bands, sampleType, colour, nodata, jpegQuality } = spec;
  const coding: TileCoding = {
    tileSize,
    bands,
    sampleType,
    colour,
    nodata,
    ...(jpegQuality === undefined ? {} : { jpegQuality }),
  };
  const encode = options.encode ?? encodeTile;
  const levels = planPyramid(spec.width, spec.height, tileSize);
  const states = levels.map((level) => createState(level, spec.mask === true));
  const spool = createSpool(options.scratch);
  const watch = options.watch?.(levels, tileSize);
  let blank: EncodedTile | null = null;

  function sizeOf(index: number, column: number, row: number) {
    const { width, height } = levels[index]!;
    return {
      width: Math.min(tileSize, width - column * tileSize),
      height: Math.min(tileSize, height - row * tileSize),
    };
  }

  async function store(index: number, column: number, row: number, tile: TilePixels): Promise<void> {
    options.signal?.throwIfAborted();
    watch?.pixels(index, column, row, tile);
    const encoded = await encode(coding, tile);
    await place(index, column, row, encoded);
    const parent = merge(index, column, row, encoded.half);
    if (parent) await store(index + 1, column >> 1, row >> 1, parent);
  }

  async function place(index: number, column: number, row: number, encoded: EncodedTile): Promise<void> {
    const state = states[index]!;
    const at = row * state.level.columns + column;
    watch?.stored(index, column, row, encoded.bytes);
    state.image.lengths[at] = encoded.bytes.length;
    state.image.offsets[at] = await spool.put(encoded.bytes);
    if (!state.mask || !encoded.maskBytes) return;
    state.mask.lengths[at] = encoded.maskBytes.length;
    state.mask.offsets[at] = await spool.put(encoded.maskBytes);
  }

  /** Puts a quarter into the overview tile above and gives that tile when it is complete. */
  function merge(index: number, column: number, row: number, quarter: TilePixels): TilePixels | null {
    const above = states[index + 1];
    if (!above) return null;
    const [parentColumn, parentRow] = [column >> 1, row >> 1];
    const key = parentRow * above.level.columns + parentColumn;
    let waiting = above.waiting.get(key);
    if (!waiting) {
      const size = sizeOf(index + 1, parentColumn, parentRow);
      waiting = {
        pixels: emptyTile(spec, size),
        missing: childCount(levels[index]!, parentColumn, parentRow),
      };
      above.waiting.set(key, waiting);
    }
    copyQuarter(quarter, waiting.pixels, (column & 1) * (tileSize / 2), (row & 1) * (tileSize / 2), bands);
    if (--waiting.missing > 0) return null;
    above.waiting.delete(key);
    return waiting.pixels;
  }

  async function fillMissing(): Promise<void> {
    const { level, given } = states[0]!;
    for (let at = 0; at < given.length; at++) {
      if (given[at]) continue;
      const column = at % level.columns;
      const row = Math.floor(at / level.columns);
      const tile = emptyTile(spec, sizeOf(0, column, row));
      watch?.pixels(0, column, row, tile);
      blank ??= await encode(coding, emptyTile(spec, { width: tileSize, height: tileSize }));
      await place(0, column, row, blank);
      const quarter = emptyTile(spec, {
        width: Math.ceil(tile.width / 2),
        height: Math.ceil(tile.height / 2),
      });
      const parent = merge(0, column, row, quarter);
      if (parent) await store(1, column >> 1, row >> 1, parent);
    }
  }

  return {
    tileSize,
    levels,
    tileWindow: (column, row) => ({ x: column * tileSize, y: row * tileSize, ...sizeOf(0, column, row) }),
    async writeTile(column, row, tile) {
      const { level, given } = states[0]!;
      checkTile(spec, level, column, row, tile, sizeOf(0, column, row));
      const at = row * level.columns + column;
      if (given[at]) throw new AppError('cog.tile-twice', { column, row });
      given[at] = 1;
      await store(0, column, row, tile);
    },
    async finish() {
      await fillMissing();
      return writeFile(spec, states, spool, sink, options.signal);
    },
  };
}

function checkTile(
  spec: CogSpec,
  level: PyramidLevel,
  column: number,
  row: number,
  tile: TilePixels,
  size: { width: number; height: number },
): void {
  const refuse = (reason: string, values: ErrorParams = {}) => {
    throw new AppError('cog.bad-tile', { ...values, column, row, reason });
  };
  const isIndex = (value: number, count: number) => Number.isInteger(value) && value >= 0 && value < count;
  if (!isIndex(column, level.columns) || !isIndex(row, level.rows)) refuse('no-such-tile');
  if (tile.width !== size.width || tile.height !== size.height) {
    const { width, height } = tile;
    refuse('tile-of-another-size', { width, height, wantedWidth: size.width, wantedHeight: size.height });
  }
  const pixels = size.width * size.height;
  if (tile.samples.length !== pixels * spec.bands)
    refuse('so-many-samples', { samples: tile.samples.length });
  if (sampleTypeOf(tile.samples) !== spec.sampleType)
    refuse('samples-are-not-of-type', { sampleType: spec.sampleType });
  if ((tile.mask?.length ?? 0) !== (spec.mask ? pixels : 0)) refuse('mask-is-not-what-was-announced');
}

/** A tile where nothing is valid. */
function emptyTile(spec: CogSpec, size: { width: number; height: number }): TilePixels {
  const pixels = size.width * size.height;
  const samples = createSamples(spec.sampleType, pixels * spec.bands);
  if (spec.nodata !== null) (samples as Float64Array).fill(spec.nodata);
  return spec.mask ? { ...size, samples, mask: new Uint8Array(pixels) } : { ...size, samples };
}

function childCount(below: PyramidLevel, column: number, row: number): number {
  return Math.min(2, below.columns - 2 * column) * Math.min(2, below.rows - 2 * row);
}

function copyQuarter(from: TilePixels, to: TilePixels, x: number, y: number, bands: number): void {
  const source = from.samples as Float64Array;
  const target = to.samples as Float64Array;
  const count = from.width * bands;
  for (let row = 0; row < from.height; row++) {
    target.set(source.subarray(row * count, (row + 1) * count), ((y + row) * to.width + x) * bands);
    if (from.mask && to.mask) {
      to.mask.set(from.mask.subarray(row * from.width, (row + 1) * from.width), (y + row) * to.width + x);
    }
  }
}

function createState(level: PyramidLevel, hasMask: boolean): LevelState {
  const count = level.columns * level.rows;
  const places = () => ({ offsets: new Float64Array(count), lengths: new Float64Array(count) });
  return {
    level,
    image: places(),
    mask: hasMask ? places() : null,
    given: new Uint8Array(count),
    waiting: new Map(),
  };
}
