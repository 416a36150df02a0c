import { unzlibSync } from 'fflate';
import {
  type BlockCoding,
  BlockFault,
  type BlockKernel,
  decodedBytes,
  type HostCodecs,
} from './block-coding.ts';
import { type CcittScheme, expandCcitt } from './ccitt.ts';
import { cmykToRgba, groupsToRgb, labToRgba } from './colour-conversion.ts';
import { decodeForeign, isForeign } from './foreign-codecs.ts';
import { decodeJpegBlock } from './jpeg-block.ts';
import { expandRaw, layOut, packBlock, planesOf, wholePlace } from './kernel-block.ts';
import { expandLzw } from './lzw.ts';
import { expandPackBits } from './packbits.ts';
import { type PredictorRows, undoDifferences, undoDifferences64, undoFloatPredictor } from './predictor.ts';
import { type SampleArray, sampleBytes, viewSamples } from './sample-types.ts';
import { expandLogLuminance, expandNext, expandThunderScan } from './small-codecs.ts';
import { splitSamples } from './split-samples.ts';
import { tiffCompression } from './tags.ts';
import { mirrorBits, swapBytes, unpackBits, widenFloats } from './unpack.ts';
import { expandXz } from './xz.ts';

/**
 * Decodes one block to samples in native order, a plane of `width × height` after the other: of every sample of a pixel
 * (of four where CMYK or L*a*b* become RGBA; of both parts of complex numbers). The result is the caller's. `bytes` may
 * be changed. Little-endian hosts only, as every JavaScript engine is. Throws `BlockFault` on damaged data and on
 * schemes that cannot be decoded here.
 */
export function decodeBlock(coding: BlockCoding, bytes: Uint8Array<ArrayBuffer>): Promise<SampleArray> {
  return decodeBlockBy(undefined, coding, bytes);
}

/** The same, decompressed and laid out by a kernel where there is one, and with the codecs of the host. */
export async function decodeBlockBy(
  kernel: BlockKernel | undefined,
  coding: BlockCoding,
  bytes: Uint8Array<ArrayBuffer>,
  host: HostCodecs = {},
): Promise<SampleArray> {
  if (coding.fillOrder === 2 && coding.compression !== tiffCompression.jpeg) mirrorBits(bytes);
  const packed = kernel && packBlock(coding, bytes);
  if (kernel && packed) {
    const output = new Uint8Array(decodedBytes(coding));
    checkLength(coding, kernel.expand([{ ...packed, place: wholePlace(packed.planes, output) }])[0]!);
    return viewSamples(coding.sampleType, output);
  }
  if (coding.compression === tiffCompression.jpeg) return decodeImage(coding, bytes);
  const expanded = await expandStored(coding, bytes, host, kernel);
  const isDone = knowsSamples(coding);
  const planes = isDone || coding.predictor === 1 ? null : planesOf(coding);
  if (kernel && planes) return viewSamples(coding.sampleType, layOut(kernel, planes, expanded));
  const stored = isDone ? viewSamples(coding.sampleType, expanded) : toSamples(coding, expanded);
  const samples = convertColours(coding, stored);
  return splitSamples(samples, samples.length / (coding.width * coding.height));
}

/** JPEG, whose decoder gives planes; CMYK becomes colours pixel by pixel. */
function decodeImage(coding: BlockCoding, bytes: Uint8Array): SampleArray {
  const planes = decodeJpegBlock(coding, bytes);
  if (coding.conversion !== 'cmyk') return viewSamples(coding.sampleType, planes);
  const pixels = coding.width * coding.height;
  // Planes split into as many parts as there are pixels are pixels again.
  return splitSamples(cmykToRgba(splitSamples(planes, pixels) as Uint8Array), 4);
}

/** Refuses blocks that expanded to too little; tiles over the image's lower edge may end after its rows. */
export function checkLength(coding: BlockCoding, written: number): void {
  const needed = (decodedBytes(coding) / coding.height) * coding.neededRows;
  if (written < 0) throw new BlockFault('damaged', 'the-compressed-data-cannot-be');
  if (written < needed) throw new BlockFault('damaged', 'so-many-of-the-bytes', { written, needed });
}

async function expandStored(
  coding: BlockCoding,
  bytes: Uint8Array<ArrayBuffer>,
  host: HostCodecs,
  kernel?: BlockKernel,
): Promise<Uint8Array<ArrayBuffer>> {
  return isForeign(coding.compression) ? decodeForeign(coding, bytes, host) : expand(coding, bytes, kernel);
}

/** Foreign codecs but ZSTD know samples, not bytes alone: neither predictor nor byte order is left to undo. */
function knowsSamples({ compression }: BlockCoding): boolean {
  return isForeign(compression) && compression !== tiffCompression.zstd;
}

function convertColours(coding: BlockCoding, samples: SampleArray): SampleArray {
  const bytes = samples as Uint8Array;
  if (coding.colours) return groupsToRgb(bytes, coding.width, coding.height, coding.colours);
  if (coding.conversion === 'cmyk') return cmykToRgba(bytes);
  return coding.conversion === 'lab' ? labToRgba(bytes) : samples;
}

const ccittSchemes = new Map<number, CcittScheme>([
  [tiffCompression.ccittRle, 'rle'],
  [tiffCompression.ccittFax3, 'fax3'],
  [tiffCompression.ccittFax4, 'fax4'],
]);

/** Those of a fixed number of bits per sample, one sample per pixel. */
const bitsOfScheme = new Map<number, number>([
  ...[...ccittSchemes.keys()].map((scheme): [number, number] => [scheme, 1]),
  [tiffCompression.next, 2],
  [tiffCompression.thunderScan, 4],
  [tiffCompression.sgiLog, 16],
]);

function checkWidth({ compression, bits, samples }: BlockCoding): void {
  const wanted = bitsOfScheme.get(compression);
  if (wanted === undefined || (bits === wanted && samples === 1)) return;
  throw new BlockFault('unsupported', 'samples-of-so-many-bits', { samples, bits });
}

function expand(
  coding: BlockCoding,
  bytes: Uint8Array<ArrayBuffer>,
  kernel?: BlockKernel,
): Uint8Array<ArrayBuffer> {
  const expected = decodedBytes(coding);
  const output = new Uint8Array(expected);
  const rowBytes = expected / coding.height;
  let written: number;
  checkWidth(coding);
  switch (coding.compression) {
    case tiffCompression.none:
      written = Math.min(expected, bytes.length);
      output.set(bytes.subarray(0, expected));
      break;
    case tiffCompression.lzw:
      written =
        (kernel && expandRaw(kernel, coding, bytes, output)) ?? attempt(() => expandLzw(bytes, output));
      break;
    case tiffCompression.packbits:
      written = expandPackBits(bytes, output);
      break;
    case tiffCompression.deflate:
    case tiffCompression.oldDeflate:
      written =
        (kernel && expandRaw(kernel, coding, bytes, output)) ??
        attempt(() => unzlibSync(bytes, { out: output }).length);
      break;
    case tiffCompression.lzma:
      written = attempt(() => expandXz(bytes, output));
      break;
    case tiffCompression.ccittRle:
    case tiffCompression.ccittFax3:
    case tiffCompression.ccittFax4: {
      const scheme = ccittSchemes.get(coding.compression)!;
      written = attempt(() => expandCcitt(scheme, bytes, output, coding.width, coding.faxOptions));
      break;
    }
    case tiffCompression.next:
      written = attempt(() => expandNext(bytes, output, coding.width, rowBytes));
      break;
    case tiffCompression.thunderScan:
      written = attempt(() => expandThunderScan(bytes, output, coding.width, rowBytes));
      break;
    case tiffCompression.sgiLog:
      written = attempt(() => expandLogLuminance(bytes, output, coding.width));
      break;
    default:
      throw new BlockFault('unsupported', 'no-decoder');
  }
  checkLength(coding, written);
  return output;
}

function attempt(decode: () => number): number {
  try {
    return decode();
  } catch (error) {
    throw new BlockFault('damaged', 'the-compressed-data-cannot-be', {}, { cause: error });
  }
}

/** Predictor, byte order and bit width undone. `bytes` is consumed. */
function toSamples(coding: BlockCoding, bytes: Uint8Array<ArrayBuffer>): SampleArray {
  const { bits, predictor, sampleType, samples, width, height } = coding;
  const shape: PredictorRows = { rowSamples: width * samples, rows: height, stride: samples };
  if (![1, 2, 3].includes(predictor))
    throw new BlockFault('damaged', 'predictor-is-not-known', { predictor });
  const float = sampleType === 'float32' || sampleType === 'float64';
  const whole = [8, 16, 32, 64].includes(bits) || (float && bits === 24);
  if (predictor === 3) {
    if (!whole || !float)
      throw new BlockFault('unsupported', 'the-floating-point-predictor-on-other-samples');
    undoFloatPredictor(bytes, bits / 8, shape);
  } else {
    if (!coding.littleEndian && whole && coding.compression !== tiffCompression.sgiLog)
      swapBytes(bytes, bits / 8);
    if (predictor === 2 && coding.colours) {
      throw new BlockFault('unsupported', 'differences-of-grouped-colours');
    }
    if (predictor === 2) undoIntegerPredictor(bits, bytes, shape);
  }
  if (float && (bits === 16 || bits === 24)) return widenFloats(bytes, bits);
  if (coding.colours || bits === 8 * sampleBytes(sampleType)) return viewSamples(sampleType, bytes);
  return unpackBits(bytes, bits, sampleType, width * samples, height);
}

function undoIntegerPredictor(bits: number, bytes: Uint8Array<ArrayBuffer>, shape: PredictorRows): void {
  if (bits === 8) undoDifferences(bytes, shape);
  else if (bits === 16) undoDifferences(new Uint16Array(bytes.buffer), shape);
  else if (bits === 32) undoDifferences(new Uint32Array(bytes.buffer), shape);
  else if (bits === 64) undoDifferences64(new Uint32Array(bytes.buffer), shape);
  else throw new BlockFault('unsupported', 'differences-of-so-many-bits', { bits });
}
