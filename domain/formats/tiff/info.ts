import type { CrsDeclaration, GeoKeyRecords } from '#domain/crs/types.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { GeoTransform } from '../../geometry/plane/affine.ts';
import type { ByteSource } from '../byte-source.ts';
import { latin1, type TiffDirectory } from './directory.ts';
import { type BandMetadata, parseGdalMetadata, parsePointSpacing } from './gdal-metadata.ts';
import { type RasterTiepoint, readGeoTransform, readTiepoints } from './geotransform.ts';
import { type ImageLayout, photometric, readLayout } from './layout.ts';
import { canHold, formatNodata, parseNodata } from './nodata.ts';
import type { SampleType } from './sample-types.ts';
import { readTiff, type TiffFile } from './structure.ts';
import { compressionName, tiffTag } from './tags.ts';

/** What a band's numbers are drawn as. */
export type BandColour =
  | 'gray'
  | 'red'
  | 'green'
  | 'blue'
  | 'alpha'
  | 'palette'
  | 'cyan'
  | 'magenta'
  | 'yellow'
  | 'black'
  | 'undefined';

/** One band of a raster. */
export interface RasterBand {
  readonly type: SampleType;
  /** Stored bits a sample; below the type's width in files of 1 to 7, 12 or 24 bits. */
  readonly bits: number;
  readonly nodata: number | bigint | null;
  readonly colour: BandColour;
  /** Unit of the values as the file states it (GDAL metadata), null where it does not. */
  readonly unit: string | null;
  readonly description: string | null;
  /** Stored value times scale plus offset is the real value. */
  readonly scale: number;
  readonly offset: number;
}

/** What a GeoTIFF says of itself, read from its directories alone. */
export interface GeoTiffInfo {
  readonly name: string;
  /** File length in bytes. */
  readonly size: number;
  readonly width: number;
  readonly height: number;
  readonly bands: readonly RasterBand[];
  /** GDAL order, pixel corner; null where the file has none. */
  readonly geotransform: GeoTransform | null;
  /** Ground control points, where there is no geotransform. */
  readonly tiepoints: readonly RasterTiepoint[];
  /** True where the file's own coordinates mean pixel centres (already allowed for in `geotransform`). */
  readonly pixelIsPoint: boolean;
  /** What `readCrs` takes; empty where the file declares nothing. */
  readonly crsDeclarations: readonly CrsDeclaration[];
  /**
   * Mean plan spacing of the points that a model of heights comes from, horizontal unit; null where the file does not
   * state it.
   */
  readonly pointSpacing: number | null;
  /** The first band's missing value. */
  readonly nodata: number | bigint | null;
  readonly compression: string;
  readonly predictor: number;
  /** `pixel`: bands interleaved; `band`: a block a band. */
  readonly interleave: 'pixel' | 'band';
  readonly tiled: boolean;
  readonly blockSize: readonly [number, number];
  /** Smaller copies, largest first. */
  readonly overviews: readonly { readonly width: number; readonly height: number }[];
  /** True where a mask says which pixels are valid. */
  readonly mask: boolean;
  /** RGBA-free palette: 3 × 2^bits 16-bit values, reds first; null where there is none. */
  readonly palette: readonly number[] | null;
  readonly bigTiff: boolean;
  readonly littleEndian: boolean;
  /** True where the file carries GDAL's COG structural metadata with directories before data. */
  readonly cog: boolean;
  readonly warnings: readonly ErrorRecord[];
}

/** The directories of a raster by what they are for. */
export interface RasterDirectories {
  readonly main: TiffDirectory;
  /** Smaller copies, largest first. */
  readonly overviews: readonly TiffDirectory[];
  /** Masks of the image and of its overviews, any size. */
  readonly masks: readonly TiffDirectory[];
}

/**
 * Reads the metadata of a GeoTIFF, without its pixels: a few requests for any size. Errors: those of `readTiff` and
 * `readLayout`.
 */
export async function readGeoTiffInfo(source: ByteSource, signal?: AbortSignal): Promise<GeoTiffInfo> {
  return describeTiff(await readTiff(source, signal));
}

/** Sorts directories into the image, its overviews and its masks */
export function sortDirectories(file: TiffFile): RasterDirectories {
  const [main, ...others] = file.directories;
  const kind = (directory: TiffDirectory) => directory.number(tiffTag.newSubfileType, 0);
  const area = (d: TiffDirectory) => d.number(tiffTag.imageWidth, 0) * d.number(tiffTag.imageLength, 0);
  return {
    main: main!,
    overviews: others.filter((d) => (kind(d) & 5) === 1).sort((a, b) => area(b) - area(a)),
    masks: others.filter((d) => (kind(d) & 4) === 4),
  };
}

/** The description of an already parsed file. Errors: those of `readLayout`. */
export function describeTiff(file: TiffFile): GeoTiffInfo {
  const { main, overviews, masks } = sortDirectories(file);
  const layout = readLayout(file, main);
  const geoKeys = readGeoKeys(main);
  const pixelIsPoint = geoKeys ? geoKeyValue(geoKeys, rasterTypeKey) === 2 : false;
  const geotransform = readGeoTransform(main, pixelIsPoint);
  const bands = readBands(main, layout);
  return {
    name: file.source.name,
    size: file.source.size,
    width: layout.width,
    height: layout.height,
    bands,
    geotransform,
    tiepoints: geotransform ? [] : readTiepoints(main, pixelIsPoint),
    pixelIsPoint,
    crsDeclarations: geoKeys ? [{ source: 'geokeys', payload: geoKeys }] : [],
    pointSpacing: parsePointSpacing(main.text(tiffTag.gdalMetadata) ?? ''),
    nodata: bands[0]?.nodata ?? null,
    compression: compressionName(layout.compression)!,
    predictor: layout.predictor,
    interleave: layout.separate ? 'band' : 'pixel',
    tiled: layout.tiled,
    blockSize: [layout.blockWidth, layout.blockHeight],
    overviews: overviews.map((directory) => ({
      width: directory.number(tiffTag.imageWidth, 0),
      height: directory.number(tiffTag.imageLength, 0),
    })),
    mask: masks.some((mask) => sameSize(mask, main)),
    palette: layout.photometric === photometric.palette ? (main.numbers(tiffTag.colorMap) ?? null) : null,
    bigTiff: file.bigTiff,
    littleEndian: file.littleEndian,
    cog: latin1(file.ghost.subarray(0, 200)).includes('LAYOUT=IFDS_BEFORE_DATA'),
    warnings: [...file.warnings, ...impossibleNodata(bands, file.source.name)],
  };
}

/** Whether two directories hold images of the same size. */
export function sameSize(a: TiffDirectory, b: TiffDirectory): boolean {
  return [tiffTag.imageWidth, tiffTag.imageLength].every((tag) => a.number(tag, 0) === b.number(tag, -1));
}

const rasterTypeKey = 1025;

function readGeoKeys(directory: TiffDirectory): GeoKeyRecords | null {
  const words = directory.numbers(tiffTag.geoKeyDirectory);
  if (!words || words.length < 4) return null;
  const ascii = directory.raw(tiffTag.geoAsciiParams);
  return {
    directory: words,
    doubles: directory.numbers(tiffTag.geoDoubleParams) ?? [],
    ascii: ascii ? latin1(ascii) : '',
  };
}

/** A declared missing value that no sample can have marks nothing. */
function impossibleNodata([band]: readonly RasterBand[], file: string): ErrorRecord[] {
  if (!band || band.nodata === null || canHold(band.type, band.nodata)) return [];
  const params = { file, value: formatNodata(band.nodata), type: band.type };
  return [{ code: 'raster.nodata-impossible', params }];
}

/** The value of a key held in the directory itself, or undefined. */
function geoKeyValue(keys: GeoKeyRecords, key: number): number | undefined {
  for (let i = 4; i + 3 < keys.directory.length; i += 4) {
    if (keys.directory[i] === key && keys.directory[i + 1] === 0) return keys.directory[i + 3];
  }
  return undefined;
}

function readBands(directory: TiffDirectory, layout: ImageLayout): RasterBand[] {
  const metadata = parseGdalMetadata(directory.text(tiffTag.gdalMetadata) ?? '');
  const nodata = parseNodata(directory.text(tiffTag.gdalNodata) ?? '', layout.sampleType);
  return Array.from({ length: layout.bands }, (_, band) => {
    const facts: BandMetadata = metadata.get(band) ?? {};
    return {
      type: layout.sampleType,
      bits: layout.bits,
      nodata,
      colour: namedColour(facts.colour) ?? bandColour(layout, band),
      unit: facts.unit ?? null,
      description: facts.description ?? null,
      scale: facts.scale ?? 1,
      offset: facts.offset ?? 0,
    };
  });
}

const colourNames = [
  'gray',
  'red',
  'green',
  'blue',
  'alpha',
  'palette',
  'cyan',
  'magenta',
  'yellow',
  'black',
  'undefined',
] as const;

function namedColour(name: string | undefined): BandColour | undefined {
  return colourNames.find((colour) => colour === name);
}

/** Extra samples 1 (premultiplied) and 2 (independent) are opacity. */
function bandColour(layout: ImageLayout, band: number): BandColour {
  const base = baseColours(layout);
  const colour = base[band];
  if (colour) return colour;
  const colours = Math.max(0, layout.samples - layout.extraSamples.length);
  const extra = layout.extraSamples[band - colours];
  return band >= colours && (extra === 1 || extra === 2) ? 'alpha' : 'undefined';
}

function baseColours(layout: ImageLayout): readonly BandColour[] {
  if (layout.conversion === 'cmyk' || layout.conversion === 'lab') return ['red', 'green', 'blue', 'alpha'];
  switch (layout.photometric) {
    case photometric.rgb:
    case photometric.yCbCr:
      return layout.samples >= 3 ? ['red', 'green', 'blue'] : ['gray'];
    case photometric.palette:
      return ['palette'];
    case photometric.cmyk:
      return layout.samples >= 4 ? ['cyan', 'magenta', 'yellow', 'black'] : ['undefined'];
    case photometric.logLuminance:
      return ['undefined'];
    default:
      return ['gray'];
  }
}
