import { jpegSegment } from './photo-fixture.ts';

const segment = (marker: number, ...body: readonly number[]) => jpegSegment(marker, Uint8Array.from(body));
/** A Huffman table of one code, a single 0. */
const oneCode = (kind: number, value: number) => segment(0xc4, kind, 1, ...Array<number>(15).fill(0), value);

/** Number of blocks without coefficients per code. */
const longestRun = 32_767;

/**
 * A grey progressive JPEG of one even tone whose scans after the first change nothing: each is a few bytes, and covers
 * all blocks.
 */
export function progressiveJpeg(size: {
  width: number;
  height: number;
  scans: number;
}): Uint8Array<ArrayBuffer> {
  const { width, height, scans } = size;
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const emptyScan = codedBits('011111111111111', Math.ceil(blocks / longestRun));
  const parts = [
    Uint8Array.of(0xff, 0xd8),
    segment(0xdb, 0, ...Array<number>(64).fill(1)),
    segment(0xc2, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0),
    oneCode(0x00, 0),
    oneCode(0x10, 0xe0),
    segment(0xda, 1, 1, 0, 0, 0, 0),
    new Uint8Array(Math.ceil(blocks / 8)),
    ...Array.from({ length: scans - 1 }, (_, i) => [
      segment(0xda, 1, 1, 0, 1 + (i % 63), 1 + (i % 63), 0),
      emptyScan,
    ]).flat(),
    Uint8Array.of(0xff, 0xd9),
  ];
  return new Uint8Array(Buffer.concat(parts));
}

/** Bits repeated and padded with ones, a zero after each byte of ones. */
function codedBits(bits: string, times: number): Uint8Array {
  const all = bits.repeat(times);
  const padded = all.padEnd(8 * Math.ceil(all.length / 8), '1');
  const bytes = padded.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2));
  return Uint8Array.from(bytes.flatMap((byte) => (byte === 255 ? [255, 0] : [byte])));
}
