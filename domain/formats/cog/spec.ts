import type { GeoKeyRecords } from '#domain/crs/types.ts';
import { AppError, type ErrorParams } from '#domain/errors/app-error.ts';
import type { GeoTransform } from '../../geometry/plane/affine.ts';
import { isFloatType, type RealSampleType, type SampleArray } from '../tiff/sample-types.ts';

/** Sample types that are written; 64-bit integers are read only. */
export type CogSampleType = Exclude<RealSampleType, 'uint64' | 'int64'>;

/** What the bands are: one or more surfaces, colours, or colours with opacity as the fourth band. */
export type CogColour = 'gray' | 'rgb' | 'rgba';

/** A raster to be written. */
export interface CogSpec {
  readonly width: number;
  readonly height: number;
  /** 3 for `rgb`, 4 for `rgba`, any number for `gray`. */
  readonly bands: number;
  readonly sampleType: CogSampleType;
  readonly colour: CogColour;
  /** GDAL order, pixel corner. */
  readonly geotransform: GeoTransform;
  /** CRS with its vertical part, as `geoKeysFor` gives it; null when unknown. */
  readonly geoKeys: GeoKeyRecords | null;
  /** Missing value (tag 42113); null where every pixel is valid or `mask` says which are. */
  readonly nodata: number | null;
  /** True: every tile comes with a mask, kept as an internal mask. */
  readonly mask?: boolean;
  /** Side of the square tiles, a multiple of 16. Default: as `tileSideOf` says. */
  readonly tileSize?: number;
  /**
   * Grey or RGB bytes are kept as JPEG of this quality (1 to 100), which loses detail; without loss where left out.
   * What is missing is given by `mask`.
   */
  readonly jpegQuality?: number;
  /** True: 64-bit offsets, which larger files have in any case. */
  readonly bigTiff?: boolean;
  /** Unit of the values (`metre`, `foot`, `US survey foot`), stored in GDAL's metadata. */
  readonly unit?: string;
  /** Mean plan spacing of the points that the heights come from, horizontal unit; stored in GDAL's metadata. */
  readonly pointSpacing?: number;
}

/** Pixels of one tile, clipped to the image. */
export interface TilePixels {
  readonly width: number;
  readonly height: number;
  /** Pixel by pixel, `width × height × bands`, of the spec's sample type. */
  readonly samples: SampleArray;
  /** `width × height`, 0 where invalid; only where the spec says `mask`. */
  readonly mask?: Uint8Array<ArrayBuffer>;
}

/** Size of one level and of its tiling. */
export interface PyramidLevel {
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
}

const largestDefaultTile = 512;
const tileStep = 16;

/** Side of a raster's tiles: 512 by default, less for small images, since some readers refuse others. */
export function tileSideOf({
  width,
  height,
  tileSize,
}: Pick<CogSpec, 'width' | 'height' | 'tileSize'>): number {
  return tileSize ?? Math.min(largestDefaultTile, Math.ceil(Math.max(width, height) / tileStep) * tileStep);
}

const maxSide = 2 ** 31 - 1;

/** Refuses a spec that cannot be written. Error: cog.bad-spec. */
export function checkSpec(spec: CogSpec): void {
  const { width, height, bands, colour, nodata, sampleType, geotransform } = spec;
  const tileSize = tileSideOf(spec);
  const refuse = (reason: string, values: ErrorParams = {}) => {
    throw new AppError('cog.bad-spec', { ...values, reason });
  };
  const isSide = (side: number) => Number.isInteger(side) && side >= 1 && side <= maxSide;
  if (!isSide(width) || !isSide(height)) refuse('size-cannot-be', { width, height });
  if (!isSide(tileSize) || tileSize % 16 !== 0) refuse('tiles-are-no-multiple-of-16', { tileSize });
  if (!(Number.isInteger(bands) && bands >= 1 && bands <= 256)) refuse('bands-cannot-be', { bands });
  if (colour === 'rgb' && bands !== 3) refuse('colours-need-3-bands', { bands });
  if (colour === 'rgba' && bands !== 4) refuse('colours-with-opacity-need-4-bands', { bands });
  if (spec.jpegQuality !== undefined) checkJpeg(spec, refuse);
  if (nodata !== null && spec.mask) refuse('both-a-missing-value-and-a-mask');
  if (nodata !== null && !isFloatType(sampleType) && !Number.isInteger(nodata)) {
    refuse('missing-value-is-no-whole-number', { nodata });
  }
  if (!geotransform.every(Number.isFinite)) refuse('georeference-holds-values-that-are-not-finite');
}

function checkJpeg(spec: CogSpec, refuse: (reason: string, values?: ErrorParams) => void): void {
  const { bands, colour, nodata, sampleType, jpegQuality = 0 } = spec;
  const isPicture = sampleType === 'uint8' && (colour === 'rgb' || (colour === 'gray' && bands === 1));
  if (!isPicture) refuse('jpeg-holds-one-or-three-bands', { bands, sampleType });
  if (nodata !== null) refuse('jpeg-changes-values-so-that-none-can-mean-that');
  if (!(jpegQuality >= 1 && jpegQuality <= 100)) refuse('no-quality-from-1-to-100', { jpegQuality });
}

/** Named in our files as their program: their overviews halve exactly. */
export const cogSoftware = 'Plumbline';

/** Full size and every overview, each half of the one before (rounded up), until one fits a tile. */
export function planPyramid(width: number, height: number, tileSize: number): PyramidLevel[] {
  const levels: PyramidLevel[] = [];
  for (let [w, h] = [width, height]; ; [w, h] = [Math.ceil(w / 2), Math.ceil(h / 2)]) {
    levels.push({ width: w, height: h, columns: Math.ceil(w / tileSize), rows: Math.ceil(h / tileSize) });
    if (w <= tileSize && h <= tileSize) return levels;
  }
}
