import type { FileProof } from '#contract/schemas/file-proofs.ts';
import { geoKeysFor } from '#domain/crs/geokeys/geokeys-write.ts';
import type { CrsReport } from '#domain/crs/types.ts';
import type { ProductPurpose } from '#domain/drawing/feature.ts';
import type { Shape } from '#domain/drawing/shapes.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { openRaster, type PixelWindow } from '#domain/formats/cog/open-raster.ts';
import type { TilePixels } from '#domain/formats/cog/spec.ts';
import { createSamples, isFloatType } from '#domain/formats/tiff/sample-types.ts';
import type { GridFrame } from '#domain/geometry/grid/grid.ts';
import type { GeoTransform } from '#domain/geometry/plane/affine.ts';
import { applyGeoTransform } from '#domain/geometry/plane/affine.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { bulkBlockDecoder } from '#workers/contract/raster-pool.ts';
import { describeSource, type SourcePixels } from '../transform/source-pixels.ts';
import { readSystem } from '../transform/target-system.ts';
import { writeTiles } from '../transform/write-tiles.ts';
import { projectShapes, type RasterShapes } from './raster-shapes.ts';

/** A raster to be cropped and flattened. */
export interface RasterCut {
  readonly shapes: readonly Shape[];
  /** The purposes that apply to this kind of product. */
  readonly purposes: readonly ProductPurpose[];
  /** The system of files that declare none. */
  readonly sourceCrs: string;
  /** The product's name in texts. */
  readonly name: string;
  readonly pool: TaskPool;
  readonly signal?: AbortSignal | undefined;
  report?(fraction: number): void;
}

/**
 * Writes a GeoTIFF again as a cloud-optimised one, cropped and flattened by shapes as `projectShapes` describes.
 * Pixels are not resampled, the extent is that of the kept pixels, and pixels outside are missing by the source's own
 * means (missing value, mask or opacity; a mask where it had none). Errors: `shapes.nothing-left`; those of
 * `openRaster` and of writing files; `cog.bad-spec` for palettes, 64-bit values and files without a georeference.
 */
export async function cutRaster(
  source: ByteSource,
  path: string,
  cut: RasterCut,
): Promise<{
  readonly bands: number;
  readonly cell: number;
  readonly width: number;
  readonly height: number;
  readonly crs: CrsReport;
  /** The grid of its pixels, if they are square and not rotated. */
  readonly frame: GridFrame;
  readonly proof: FileProof;
}> {
  const { pool, signal, name } = cut;
  const raster = await openRaster(source, {
    decode: bulkBlockDecoder(pool),
    ...(signal ? { signal } : {}),
  });
  const { info } = raster;
  const { geotransform, width, height } = info;
  if (!geotransform) throw new AppError('cog.bad-spec', { reason: 'no-georeference' });
  const pixels = describeSource(raster, 1);
  const laid = projectShapes(cut.shapes, cut.purposes, { geotransform, width, height });
  const { window } = laid;
  if (!window) throw new AppError('shapes.nothing-left', { name });
  const crs = await readSystem(info.crsDeclarations, cut.sourceCrs);
  const { definition } = crs;
  const { bands, sampleType, colour, nodata, masked, unit, pointSpacing } = pixels;
  const spec = {
    width: window.width,
    height: window.height,
    bands,
    sampleType,
    colour,
    geotransform: shifted(geotransform, window),
    geoKeys: definition ? geoKeysFor(definition, { rasterType: 1 }) : null,
    nodata,
    mask: masked,
    ...(unit === null ? {} : { unit }),
    ...(pointSpacing === null ? {} : { pointSpacing }),
  };
  const makeTile = async (tile: PixelWindow): Promise<TilePixels | null> => {
    const area = { ...tile, x: tile.x + window.x, y: tile.y + window.y };
    const into = emptyTile(area, pixels);
    if (!hasKept(laid, area)) return into;
    const read = await raster.readWindow(0, area, signal ? { signal } : {});
    fillTile(into, area, pixels.read(read), read.mask, laid, pixels);
    return into;
  };
  const proof = await writeTiles(path, spec, makeTile, cut);
  const cell = Math.hypot(geotransform[1], geotransform[4]);
  const { width: columns, height: rows } = window;
  const [west, , , north] = spec.geotransform;
  const frame = {
    width: columns,
    height: rows,
    originX: west + cell / 2,
    originY: north - cell / 2,
    cellSize: cell,
  };
  return { bands, cell, width: columns, height: rows, crs, frame, proof };
}

/** The same georeference relative to a window's corner. */
function shifted(geotransform: GeoTransform, { x, y }: PixelWindow): GeoTransform {
  const [, dxColumn, dxRow, , dyColumn, dyRow] = geotransform;
  const [x0, y0] = applyGeoTransform(geotransform, x, y) as [number, number];
  return [x0, dxColumn, dxRow, y0, dyColumn, dyRow];
}

function emptyTile(
  { width, height }: PixelWindow,
  { bands, sampleType, nodata, masked }: SourcePixels,
): TilePixels {
  const samples = createSamples(sampleType, width * height * bands);
  if (nodata !== null) (samples as Float64Array).fill(nodata);
  return { width, height, samples, ...(masked ? { mask: new Uint8Array(width * height) } : {}) };
}

function* keptRuns({ kept }: RasterShapes, area: PixelWindow) {
  for (let row = 0; row < area.height; row++) {
    yield* runsIn(kept(area.y + row), area, row);
  }
}

/** The parts of spans inside an area, as its pixels: first and past the last. */
function* runsIn(spans: readonly number[], { x, width }: PixelWindow, row: number) {
  for (let i = 0; i < spans.length; i += 2) {
    const [from, to] = [Math.max(0, spans[i]! - x), Math.min(width, spans[i + 1]! - x)];
    if (to > from) yield { row, from: row * width + from, to: row * width + to };
  }
}

function hasKept(laid: RasterShapes, area: PixelWindow): boolean {
  return keptRuns(laid, area).next().done !== true;
}

type Bands = ReturnType<SourcePixels['read']>;

function fillTile(
  { samples, mask }: TilePixels,
  area: PixelWindow,
  bands: Bands,
  valid: Uint8Array | null,
  laid: RasterShapes,
  pixels: SourcePixels,
): void {
  const validity = valid ?? new Uint8Array(area.width * area.height).fill(255);
  const into = samples as Float64Array;
  flatten(bands, validity, area, laid, pixels);
  for (const { from, to } of keptRuns(laid, area)) {
    bands.forEach((band, index) => {
      for (let at = from; at < to; at++) into[at * bands.length + index] = Number(band[at]);
    });
    mask?.set(validity.subarray(from, to), from);
  }
}

/** Sets the heights of an area's pixels to the planes over them. */
function flatten(
  [heights]: Bands,
  validity: Uint8Array,
  area: PixelWindow,
  { planes }: RasterShapes,
  { sampleType }: SourcePixels,
): void {
  if (!heights) return;
  const isWhole = !isFloatType(sampleType);
  for (const { spans, bounds, z, gx, gy } of planes) {
    if (bounds.x > area.x + area.width || bounds.x + bounds.width < area.x) continue;
    const lastRow = Math.min(area.height, bounds.y + bounds.height - area.y);
    for (let row = Math.max(0, bounds.y - area.y); row < lastRow; row++) {
      const level = z + gy * (area.y + row);
      for (const { from, to } of runsIn(spans(area.y + row), area, row)) {
        const first = area.x - row * area.width;
        for (let at = from; at < to; at++) {
          const height = level + gx * (first + at);
          (heights as Float64Array)[at] = isWhole ? Math.round(height) : height;
        }
        validity.fill(255, from, to);
      }
    }
  }
}
