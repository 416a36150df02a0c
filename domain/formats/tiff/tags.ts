/** TIFF tag numbers that Plumbline reads or writes (TIFF 6.0, GeoTIFF 1.1, GDAL and Adobe extensions). */
export const tiffTag = {
  newSubfileType: 254,
  imageWidth: 256,
  imageLength: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  planarConfiguration: 284,
  faxOptions: 292,
  software: 305,
  predictor: 317,
  colorMap: 320,
  tileWidth: 322,
  tileLength: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  extraSamples: 338,
  sampleFormat: 339,
  jpegTables: 347,
  yCbCrCoefficients: 529,
  yCbCrSubsampling: 530,
  referenceBlackWhite: 532,
  modelPixelScale: 33550,
  modelTiepoint: 33922,
  modelTransformation: 34264,
  geoKeyDirectory: 34735,
  geoDoubleParams: 34736,
  geoAsciiParams: 34737,
  gdalMetadata: 42112,
  gdalNodata: 42113,
  lercParameters: 50674,
} as const;

/** Field types of directory entries. */
export const fieldType = {
  byte: 1,
  ascii: 2,
  short: 3,
  long: 4,
  rational: 5,
  sbyte: 6,
  undefined: 7,
  sshort: 8,
  slong: 9,
  srational: 10,
  float: 11,
  double: 12,
  ifd: 13,
  long8: 16,
  slong8: 17,
  ifd8: 18,
} as const;

const sizes = new Map<number, number>([
  [fieldType.byte, 1],
  [fieldType.ascii, 1],
  [fieldType.short, 2],
  [fieldType.long, 4],
  [fieldType.rational, 8],
  [fieldType.sbyte, 1],
  [fieldType.undefined, 1],
  [fieldType.sshort, 2],
  [fieldType.slong, 4],
  [fieldType.srational, 8],
  [fieldType.float, 4],
  [fieldType.double, 8],
  [fieldType.ifd, 4],
  [fieldType.long8, 8],
  [fieldType.slong8, 8],
  [fieldType.ifd8, 8],
]);

/** Bytes one value of a field type takes, or 0 for a type that does not exist. */
export function fieldSize(type: number): number {
  return sizes.get(type) ?? 0;
}

/** Compression schemes by the number in tag 259: all that are decoded. Others are refused by their names below. */
export const tiffCompression = {
  none: 1,
  ccittRle: 2,
  ccittFax3: 3,
  ccittFax4: 4,
  lzw: 5,
  jpeg: 7,
  deflate: 8,
  next: 32766,
  packbits: 32773,
  thunderScan: 32809,
  oldDeflate: 32946,
  sgiLog: 34676,
  lerc: 34887,
  lzma: 34925,
  zstd: 50000,
  webp: 50001,
} as const;

const compressionNames = new Map<number, string>([
  [1, 'none'],
  [2, 'CCITT RLE'],
  [3, 'CCITT fax 3'],
  [4, 'CCITT fax 4'],
  [5, 'LZW'],
  [6, 'old JPEG'],
  [7, 'JPEG'],
  [8, 'DEFLATE'],
  [32766, 'NeXT'],
  [32773, 'PackBits'],
  [32809, 'ThunderScan'],
  [32946, 'DEFLATE'],
  [34676, 'SGI log'],
  [34712, 'JPEG 2000'],
  [34887, 'LERC'],
  [34925, 'LZMA'],
  [50000, 'ZSTD'],
  [50001, 'WebP'],
  [50002, 'JPEG XL'],
  [52546, 'JPEG XL'],
]);

/** The compression schemes whose files are at least described, although not all can be decoded. */
export function compressionName(code: number): string | undefined {
  return compressionNames.get(code);
}

/** Names of the compression schemes that are decoded. */
export function decodedCompressions(): string[] {
  return [
    ...new Set(Object.values(tiffCompression).map((code) => compressionNames.get(code) ?? String(code))),
  ];
}
