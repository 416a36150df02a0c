import type { GeoKeyRecords } from '#domain/crs/types.ts';
import type { GeoTransform } from '../../geometry/plane/affine.ts';
import { withoutEnd } from '../../math/without-end.ts';
import { pointSpacingItem } from '../tiff/gdal-metadata.ts';
import { photometric } from '../tiff/layout.ts';
import { formatNodata } from '../tiff/nodata.ts';
import { isFloatType, sampleBytes } from '../tiff/sample-types.ts';
import { fieldSize, fieldType, tiffCompression, tiffTag } from '../tiff/tags.ts';
import { type CogSpec, cogSoftware, type PyramidLevel, tileSideOf } from './spec.ts';

/** Offsets of the tiles of one image (or of its mask) in the finished file, row-major. */
export interface TilePlaces {
  readonly offsets: Float64Array;
  readonly lengths: Float64Array;
}

/** One level with its places; the mask's where there is one. */
export interface PlacedLevel {
  readonly level: PyramidLevel;
  readonly image: TilePlaces;
  readonly mask: TilePlaces | null;
}

interface Field {
  tag: number;
  type: number;
  values: ArrayLike<number>;
}

/**
 * The bytes before the first tile: TIFF or BigTIFF header, GDAL's structural metadata, the directories (image, its
 * mask, overviews from large to small, each followed by its values) and last the tables of tile offsets. Its length
 * depends only on the number of tiles, not on their offsets. Layout source: GDAL's COG driver documentation, "Header
 * ghost area" and "File layout" (2023).
 */
export function writeHeader(
  spec: CogSpec,
  levels: readonly PlacedLevel[],
  bigTiff: boolean,
): Uint8Array<ArrayBuffer> {
  const directories = levels.flatMap((placed, index) => {
    const image = imageFields(spec, placed, index);
    return placed.mask ? [image, maskFields(spec, placed.level, placed.mask, index)] : [image];
  });
  const ghost = structuralMetadata(levels[0]?.mask != null);
  const start = align((bigTiff ? 16 : 8) + ghost.length);
  const plan = placeDirectories(directories, start, bigTiff);
  const bytes = new Uint8Array(plan.end);
  const view = new DataView(bytes.buffer);
  bytes.set(bigTiff ? [0x49, 0x49, 43, 0, 8, 0, 0, 0] : [0x49, 0x49, 42, 0]);
  writeOffset(view, bigTiff ? 8 : 4, start, bigTiff);
  bytes.set(ghost, bigTiff ? 16 : 8);
  directories.forEach((fields, i) => {
    writeDirectory(view, fields, plan.directories[i]!, plan.directories[i + 1]?.offset ?? 0, bigTiff);
  });
  return bytes;
}

/** Strips of a plain TIFF, from the top. */
export interface StripPlaces extends TilePlaces {
  readonly rowsPerStrip: number;
}

/**
 * The bytes before the first strip of a plain TIFF or BigTIFF with one image in deflated strips, for programs that do
 * not read tiles. Its length depends only on the number of strips.
 */
export function writeStripHeader(
  spec: CogSpec,
  strips: StripPlaces,
  bigTiff: boolean,
): Uint8Array<ArrayBuffer> {
  const blocks = [
    { tag: tiffTag.stripOffsets, type: fieldType.long8, values: strips.offsets },
    long(tiffTag.rowsPerStrip, strips.rowsPerStrip),
    { tag: tiffTag.stripByteCounts, type: fieldType.long, values: strips.lengths },
  ];
  const fields = imageTags(spec, spec, blocks, 0);
  const start = bigTiff ? 16 : 8;
  const plan = placeDirectories([fields], start, bigTiff);
  const bytes = new Uint8Array(plan.end);
  const view = new DataView(bytes.buffer);
  bytes.set(bigTiff ? [0x49, 0x49, 43, 0, 8, 0, 0, 0] : [0x49, 0x49, 42, 0]);
  writeOffset(view, bigTiff ? 8 : 4, start, bigTiff);
  writeDirectory(view, fields, plan.directories[0]!, 0, bigTiff);
  return bytes;
}

function structuralMetadata(hasMask: boolean): Uint8Array {
  const lines = [
    'LAYOUT=IFDS_BEFORE_DATA',
    'BLOCK_ORDER=ROW_MAJOR',
    'BLOCK_LEADER=SIZE_AS_UINT4',
    'BLOCK_TRAILER=LAST_4_BYTES_REPEATED',
    ...(hasMask ? ['MASK_INTERLEAVED_WITH_IMAGERY=YES'] : []),
    'KNOWN_INCOMPATIBLE_EDITION=NO',
  ];
  const body = `${lines.join('\n')}\n `;
  const size = String(body.length).padStart(6, '0');
  return asciiBytes(`GDAL_STRUCTURAL_METADATA_SIZE=${size} bytes\n${body}`);
}

function asciiBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 0xff);
}

function ascii(tag: number, text: string): Field {
  return { tag, type: fieldType.ascii, values: asciiBytes(`${text}\0`) };
}

function short(tag: number, ...values: number[]): Field {
  return { tag, type: fieldType.short, values };
}

function long(tag: number, ...values: number[]): Field {
  return { tag, type: fieldType.long, values };
}

function double(tag: number, values: ArrayLike<number>): Field {
  return { tag, type: fieldType.double, values };
}

function tileFields(spec: CogSpec, places: TilePlaces): Field[] {
  const side = tileSideOf(spec);
  return [
    short(tiffTag.tileWidth, side),
    short(tiffTag.tileLength, side),
    { tag: tiffTag.tileOffsets, type: fieldType.long8, values: places.offsets },
    { tag: tiffTag.tileByteCounts, type: fieldType.long, values: places.lengths },
  ];
}

function imageFields(spec: CogSpec, { level, image }: PlacedLevel, index: number): Field[] {
  return imageTags(spec, level, tileFields(spec, image), index);
}

/** Fields of an image whose tiles or strips are `blocks`. */
function imageTags(
  spec: CogSpec,
  level: { readonly width: number; readonly height: number },
  blocks: readonly Field[],
  index: number,
): Field[] {
  const { bands, sampleType, colour, nodata } = spec;
  const colours = colour === 'gray' ? 1 : 3;
  const extras = bands - colours;
  const isFloat = isFloatType(sampleType);
  const format = isFloat ? 3 : sampleType.startsWith('u') ? 1 : 2;
  const each = (value: number) => new Array<number>(bands).fill(value);
  const fields = [
    ...(index > 0 ? [long(tiffTag.newSubfileType, 1)] : []),
    long(tiffTag.imageWidth, level.width),
    long(tiffTag.imageLength, level.height),
    short(tiffTag.bitsPerSample, ...each(8 * sampleBytes(sampleType))),
    ...codingFields(spec, isFloat),
    short(tiffTag.samplesPerPixel, bands),
    short(tiffTag.planarConfiguration, 1),
    ...(extras > 0 ? [short(tiffTag.extraSamples, ...extraSamples(colour, extras))] : []),
    short(tiffTag.sampleFormat, ...each(format)),
    ...blocks,
    ...(nodata === null ? [] : [ascii(tiffTag.gdalNodata, formatNodata(nodata))]),
    ...(index === 0 ? [ascii(tiffTag.software, cogSoftware), ...geoFields(spec)] : []),
  ];
  return fields.sort((a, b) => a.tag - b.tag);
}

/** How blocks are compressed and what their colours are. */
function codingFields({ colour, jpegQuality }: CogSpec, isFloat: boolean): Field[] {
  const isJpeg = jpegQuality !== undefined;
  const stored = isJpeg ? photometric.yCbCr : photometric.rgb;
  return [
    short(tiffTag.compression, isJpeg ? tiffCompression.jpeg : tiffCompression.deflate),
    short(tiffTag.photometric, colour === 'gray' ? photometric.blackIsZero : stored),
    ...(isJpeg ? [] : [short(tiffTag.predictor, isFloat ? 3 : 2)]),
    ...(isJpeg && colour !== 'gray' ? [short(tiffTag.yCbCrSubsampling, 2, 2)] : []),
  ];
}

/** 2: opacity not multiplied into the colours; 0: no meaning stated. */
function extraSamples(colour: CogSpec['colour'], count: number): number[] {
  return new Array<number>(count).fill(colour === 'rgba' ? 2 : 0);
}

function maskFields(spec: CogSpec, level: PyramidLevel, places: TilePlaces, index: number): Field[] {
  return [
    long(tiffTag.newSubfileType, index > 0 ? 5 : 4),
    long(tiffTag.imageWidth, level.width),
    long(tiffTag.imageLength, level.height),
    short(tiffTag.bitsPerSample, 1),
    short(tiffTag.compression, tiffCompression.deflate),
    short(tiffTag.photometric, photometric.mask),
    short(tiffTag.samplesPerPixel, 1),
    short(tiffTag.planarConfiguration, 1),
    ...tileFields(spec, places),
    short(tiffTag.sampleFormat, 1),
  ];
}

function geoFields(spec: CogSpec): Field[] {
  const keys = withRasterType(spec.geoKeys ?? { directory: [1, 1, 0, 0] });
  return [
    ...transformFields(spec.geotransform),
    { tag: tiffTag.geoKeyDirectory, type: fieldType.short, values: keys.directory },
    ...(keys.doubles && keys.doubles.length > 0 ? [double(tiffTag.geoDoubleParams, keys.doubles)] : []),
    ...(keys.ascii ? [ascii(tiffTag.geoAsciiParams, withoutEnd(keys.ascii, '\0'))] : []),
    ...metadataFields(spec),
  ];
}

function transformFields([x, dxc, dxr, y, dyc, dyr]: GeoTransform): Field[] {
  if (dxr === 0 && dyc === 0 && dyr < 0) {
    return [
      double(tiffTag.modelPixelScale, [dxc, -dyr, 0]),
      double(tiffTag.modelTiepoint, [0, 0, 0, x, y, 0]),
    ];
  }
  return [double(tiffTag.modelTransformation, [dxc, dxr, 0, x, dyc, dyr, 0, y, 0, 0, 0, 0, 0, 0, 0, 1])];
}

const rasterTypeKey = 1025;
const firstVerticalKey = 4096;

/**
 * The keys with GTRasterTypeGeoKey = PixelIsArea, in ascending order as the standard requires. With a vertical system
 * they are declared as GeoTIFF 1.1, since GDAL ignores it in 1.0.
 */
function withRasterType(keys: GeoKeyRecords): GeoKeyRecords {
  const words = Array.from(keys.directory);
  const entries: number[][] = [];
  for (let i = 4; i + 3 < words.length; i += 4) {
    if (words[i] !== rasterTypeKey) entries.push(words.slice(i, i + 4));
  }
  entries.push([rasterTypeKey, 0, 1, 1]);
  entries.sort((a, b) => a[0]! - b[0]!);
  const minor = entries.some(([key]) => key! >= firstVerticalKey) ? 1 : (words[2] ?? 0);
  return { ...keys, directory: [1, 1, minor, entries.length, ...entries.flat()] };
}

function metadataFields({ unit, bands, pointSpacing }: CogSpec): Field[] {
  const items = [
    ...(unit ? unitItems(unit, bands) : []),
    ...(pointSpacing === undefined ? [] : [`  <Item name="${pointSpacingItem}">${pointSpacing}</Item>\n`]),
  ];
  if (items.length === 0) return [];
  return [ascii(tiffTag.gdalMetadata, `<GDALMetadata>\n${items.join('')}</GDALMetadata>\n`)];
}

function unitItems(unit: string, bands: number): string[] {
  const text = unit.replace(/[&<>]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[letter]!);
  return Array.from(
    { length: bands },
    (_, band) => `  <Item name="UNITTYPE" sample="${band}" role="unittype">${text}</Item>\n`,
  );
}

interface DirectoryPlan {
  offset: number;
  /** File offset of each field's values, or -1 where they fit the entry. */
  values: number[];
}

function align(offset: number): number {
  return offset + (offset % 2);
}

function storedType(field: Field, bigTiff: boolean): number {
  return field.type === fieldType.long8 && !bigTiff ? fieldType.long : field.type;
}

function byteLength(field: Field, bigTiff: boolean): number {
  return fieldSize(storedType(field, bigTiff)) * field.values.length;
}

function isTileTable(field: Field): boolean {
  return field.tag === tiffTag.tileOffsets || field.tag === tiffTag.tileByteCounts;
}

function placeDirectories(directories: readonly Field[][], start: number, bigTiff: boolean) {
  const inline = bigTiff ? 8 : 4;
  let at = start;
  const plans = directories.map((fields): DirectoryPlan => {
    const offset = at;
    at += bigTiff ? 16 + 20 * fields.length : 6 + 12 * fields.length;
    const values = fields.map((field) => {
      const length = byteLength(field, bigTiff);
      if (length <= inline || isTileTable(field)) return -1;
      const place = at;
      at = align(at + length);
      return place;
    });
    return { offset, values };
  });
  directories.forEach((fields, i) => {
    fields.forEach((field, j) => {
      const length = byteLength(field, bigTiff);
      if (!isTileTable(field) || length <= inline) return;
      plans[i]!.values[j] = at;
      at = align(at + length);
    });
  });
  return { directories: plans, end: at };
}

function writeOffset(view: DataView, at: number, value: number, bigTiff: boolean): void {
  if (bigTiff) view.setBigUint64(at, BigInt(value), true);
  else view.setUint32(at, value, true);
}

function writeDirectory(
  view: DataView,
  fields: Field[],
  plan: DirectoryPlan,
  next: number,
  bigTiff: boolean,
): void {
  let at = plan.offset;
  if (bigTiff) view.setBigUint64(at, BigInt(fields.length), true);
  else view.setUint16(at, fields.length, true);
  at += bigTiff ? 8 : 2;
  fields.forEach((field, i) => {
    const valuesAt = plan.values[i]!;
    const valueField = at + (bigTiff ? 12 : 8);
    view.setUint16(at, field.tag, true);
    view.setUint16(at + 2, storedType(field, bigTiff), true);
    writeOffset(view, at + 4, field.values.length, bigTiff);
    if (valuesAt >= 0) writeOffset(view, valueField, valuesAt, bigTiff);
    writeValues(view, valuesAt >= 0 ? valuesAt : valueField, field, bigTiff);
    at += bigTiff ? 20 : 12;
  });
  writeOffset(view, at, next, bigTiff);
}

function writeValues(view: DataView, start: number, field: Field, bigTiff: boolean): void {
  const type = storedType(field, bigTiff);
  const size = fieldSize(type);
  for (let i = 0; i < field.values.length; i++) {
    const at = start + i * size;
    const value = field.values[i]!;
    if (type === fieldType.ascii) view.setUint8(at, value);
    else if (type === fieldType.short) view.setUint16(at, value, true);
    else if (type === fieldType.long) view.setUint32(at, value, true);
    else if (type === fieldType.long8) view.setBigUint64(at, BigInt(value), true);
    else view.setFloat64(at, value, true);
  }
}
