import type { BlockCoding, BlockKernel, BlockPlace, BlockPlanes, PackedBlock } from './block-coding.ts';
import { isOldLzw } from './lzw.ts';
import { isFloatType, sampleBytes } from './sample-types.ts';
import { tiffCompression } from './tags.ts';

/** A block without the place of its planes. */
export type UnplacedBlock = Omit<PackedBlock, 'place'>;

/** The layout of a block of whole samples that are what they say; null where more is to be done to them. */
export function planesOf(coding: BlockCoding): BlockPlanes | null {
  const { bits, sampleType, predictor, samples, width, height, littleEndian } = coding;
  const size = sampleBytes(sampleType);
  const isSwapped = !littleEndian && coding.compression !== tiffCompression.sgiLog;
  const isPlain = bits === 8 * size && !coding.colours && coding.conversion === 'none';
  if (!isPlain || !(predictor === 1 || predictor === 2 || (predictor === 3 && isFloatType(sampleType))))
    return null;
  return { bands: samples, width, rows: height, sampleBytes: size, predictor, isSwapped };
}

/** A block that a kernel does wholly, decompression and layout; null where it does not. */
export function packBlock(coding: BlockCoding, bytes: Uint8Array): UnplacedBlock | null {
  const planes = planesOf(coding);
  const scheme = kernelScheme(coding, bytes);
  return planes && scheme && { scheme, input: bytes, planes };
}

function kernelScheme({ compression }: BlockCoding, bytes: Uint8Array): 'zlib' | 'lzw' | null {
  if (compression === tiffCompression.deflate || compression === tiffCompression.oldDeflate) return 'zlib';
  return compression === tiffCompression.lzw && !isOldLzw(bytes) ? 'lzw' : null;
}

/** Expands bytes that are not whole samples; null where the kernel does not know the compression. */
export function expandRaw(
  kernel: BlockKernel,
  coding: BlockCoding,
  bytes: Uint8Array,
  output: Uint8Array,
): number | null {
  const scheme = kernelScheme(coding, bytes);
  if (!scheme) return null;
  const planes = { bands: 1, width: output.length, rows: 1, sampleBytes: 1, predictor: 1, isSwapped: false };
  return kernel.expand([{ scheme, input: bytes, planes, place: wholePlace(planes, output) }])[0]!;
}

/** Lays out what was expanded elsewhere. */
export function layOut(
  kernel: BlockKernel,
  planes: BlockPlanes,
  expanded: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const output = new Uint8Array(planes.bands * planes.width * planes.rows * planes.sampleBytes);
  kernel.expand([{ scheme: 'none', input: expanded, planes, place: wholePlace(planes, output) }]);
  return output;
}

/** All planes, one after the other. */
export function wholePlace({ bands, width, rows, sampleBytes }: BlockPlanes, output: Uint8Array): BlockPlace {
  const rowBytes = width * sampleBytes;
  const targets = Array.from({ length: bands }, (_, plane) =>
    output.subarray(plane * rows * rowBytes, (plane + 1) * rows * rowBytes),
  );
  return { targets, offset: 0, stride: rowBytes, left: 0, top: 0, rowBytes, rows };
}
