/// <reference path="./lerc-module.d.ts" />
import { unzlibSync } from 'fflate';
import { type BlockCoding, BlockFault, decodedBytes, type HostCodecs } from './block-coding.ts';
import { tiffCompression } from './tags.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Decoder = (coding: BlockCoding, bytes: Bytes, host: HostCodecs) => Promise<Bytes>;

const decoders = new Map<number, Decoder>([
  [tiffCompression.lerc, decodeLerc],
  [tiffCompression.zstd, (coding, bytes) => expandZstd(bytes, decodedBytes(coding))],
  [tiffCompression.webp, decodeWebp],
]);

/** Whether a compression scheme is left to a borrowed decoder, loaded only then. */
export function isForeign(compression: number): boolean {
  return decoders.has(compression);
}

/**
 * Expands a block of LERC, ZSTD or WebP, which browsers decode themselves and other hosts by a codec of theirs.
 * Sizes that the data claim are checked before they are believed. Throws `BlockFault`.
 */
export async function decodeForeign(coding: BlockCoding, bytes: Bytes, host: HostCodecs): Promise<Bytes> {
  const expected = decodedBytes(coding);
  let decoded: Bytes;
  try {
    decoded = await decoders.get(coding.compression)!(coding, bytes, host);
  } catch (error) {
    if (error instanceof BlockFault) throw error;
    throw new BlockFault('damaged', 'the-compressed-data-cannot-be', {}, { cause: error });
  }
  if (decoded.length < expected) {
    throw new BlockFault('damaged', 'so-many-of-the-bytes', { written: decoded.length, needed: expected });
  }
  return decoded.byteOffset === 0 && decoded.length === expected ? decoded : decoded.slice(0, expected);
}

async function expandZstd(bytes: Bytes, limit: number): Promise<Bytes> {
  const { ZSTDDecoder } = await import('zstddec');
  const decoder = new ZSTDDecoder();
  await decoder.init();
  return decoder.decode(bytes, limit) as Bytes;
}

async function decodeWebp(coding: BlockCoding, bytes: Bytes, host: HostCodecs): Promise<Bytes> {
  const { samples, width, height } = coding;
  if (!host.decodeWebp) return runGeotiffDecoder(coding, bytes);
  if (samples !== 3 && samples !== 4)
    throw new BlockFault('unsupported', 'webp-of-so-many-bands', { bands: samples });
  return host.decodeWebp(bytes, width, height, samples);
}

async function runGeotiffDecoder(coding: BlockCoding, bytes: Bytes): Promise<Bytes> {
  const { getDecoder } = await import('geotiff');
  const parameters = {
    tileWidth: coding.width,
    tileHeight: coding.height,
    predictor: 1,
    bitsPerSample: coding.bits,
    planarConfiguration: 1,
    samplesPerPixel: coding.samples,
  };
  let decoder: Awaited<ReturnType<typeof getDecoder>>;
  try {
    decoder = await getDecoder(coding.compression, parameters);
  } catch (error) {
    throw new BlockFault('unsupported', 'no-decoder', {}, { cause: error });
  }
  return new Uint8Array((await decoder.decodeBlock(new Uint8Array(bytes).buffer)) as ArrayBuffer);
}

/** Tag 50674, second value: what is wrapped around the LERC blob. */
const lercWrapping = { none: 0, deflate: 1, zstd: 2 } as const;

async function decodeLerc(coding: BlockCoding, bytes: Bytes): Promise<Bytes> {
  const wrapping = coding.lercParameters?.[1] ?? lercWrapping.none;
  const limit = 2 * decodedBytes(coding) + 65_536;
  let blob: Bytes = new Uint8Array(bytes);
  if (wrapping === lercWrapping.deflate) blob = unzlibSync(bytes, { out: new Uint8Array(limit) }).slice();
  else if (wrapping === lercWrapping.zstd) blob = await expandZstd(bytes, limit);
  else if (wrapping !== lercWrapping.none)
    throw new BlockFault('unsupported', 'lerc-wrapped-otherwise', { wrapping });
  const { default: lerc } = await import('lerc');
  const { pixels } = lerc.decode(onlyLerc(coding, blob), { returnPixelInterleavedDims: true });
  const band = pixels[0];
  if (!band) throw new BlockFault('damaged', 'lerc-without-a-band');
  return new Uint8Array(band.buffer, band.byteOffset, band.byteLength);
}

/** Side of the squares in which LERC codes pixels; writers take 8 or a small multiple. */
const longestLercSquare = 1024;

/**
 * The first blob of LERC 2, whose header must match the block: its decoder trusts the sizes in a header, and
 * continues with further blobs as long as there are bytes.
 */
function onlyLerc(coding: BlockCoding, blob: Bytes): ArrayBuffer {
  if (blob.length < 62) throw new BlockFault('damaged', 'lerc-cut-short');
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  const isLerc2 = blob[0] === 0x4c && blob[4] === 0x32;
  if (!isLerc2) throw new BlockFault('unsupported', 'lerc-of-the-first-version');
  const version = view.getInt32(6, true);
  const at = version >= 3 ? 14 : 10;
  const isSameSize =
    view.getInt32(at, true) === coding.height && view.getInt32(at + 4, true) === coding.width;
  if (!isSameSize) throw new BlockFault('damaged', 'lerc-of-another-size');
  const hasBands = version >= 4;
  const bands = hasBands ? view.getInt32(at + 8, true) : 1;
  if (bands !== coding.samples) throw new BlockFault('damaged', 'lerc-of-so-many-bands', { bands });
  const rest = at + (hasBands ? 12 : 8);
  const square = view.getInt32(rest + 4, true);
  if (square < 1 || square > longestLercSquare)
    throw new BlockFault('damaged', 'lerc-in-other-squares', { square });
  const length = view.getInt32(rest + 8, true);
  if (length <= rest || length > blob.length)
    throw new BlockFault('damaged', 'lerc-of-so-many-bytes', { bytes: length });
  return blob.buffer.slice(blob.byteOffset, blob.byteOffset + length);
}
