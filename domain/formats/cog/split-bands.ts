import type { SampleArray } from '../tiff/sample-types.ts';

/** A run of pixels to be split: where it begins in the block (in samples) and in each band's array. */
export interface PixelRun {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/**
 * Splits runs of bytes that lie pixel by pixel into an array a band, four pixels at a time where runs begin at whole
 * words. False, with nothing done, for other samples and numbers of bands.
 */
export function splitBytes(
  block: SampleArray,
  targets: readonly SampleArray[],
  runs: Iterable<PixelRun>,
): boolean {
  const bands = targets.length;
  const areBytes = block instanceof Uint8Array && targets.every((target) => target instanceof Uint8Array);
  if (!areBytes || (bands !== 3 && bands !== 4) || block.byteOffset % 4 !== 0) return false;
  const bytes = targets as readonly Uint8Array<ArrayBuffer>[];
  if (bytes.some(({ byteOffset }) => byteOffset % 4 !== 0)) return false;
  const source = wordsOf(block);
  const words = bytes.map(wordsOf);
  const split = bands === 3 ? splitThree : splitFour;
  for (const { from, to, count } of runs) {
    const isWhole = from % 4 === 0 && to % 4 === 0;
    const quads = isWhole ? count >> 2 : 0;
    split(source, from >> 2, words, to >> 2, quads);
    for (let i = 4 * quads; i < count; i++) {
      for (let band = 0; band < bands; band++) bytes[band]![to + i] = block[from + i * bands + band]!;
    }
  }
  return true;
}

function wordsOf({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength >> 2);
}

/** Three words hold four pixels: r0 g0 b0 r1, g1 b1 r2 g2, b2 r3 g3 b3, the first in the lowest byte. */
function splitThree(
  source: Uint32Array,
  from: number,
  targets: readonly Uint32Array[],
  to: number,
  quads: number,
): void {
  const [red, green, blue] = targets as readonly [Uint32Array, Uint32Array, Uint32Array];
  for (let quad = 0, at = from; quad < quads; quad++, at += 3) {
    const a = source[at]!;
    const b = source[at + 1]!;
    const c = source[at + 2]!;
    red[to + quad] = (a & 0xff) | ((a >>> 24) << 8) | (b & 0xff0000) | ((c & 0xff00) << 16);
    green[to + quad] = ((a >>> 8) & 0xff) | ((b & 0xff) << 8) | ((b >>> 24) << 16) | ((c & 0xff0000) << 8);
    blue[to + quad] = ((a >>> 16) & 0xff) | (b & 0xff00) | ((c & 0xff) << 16) | (c & 0xff000000);
  }
}

/** A word a pixel, the first band in its lowest byte. */
function splitFour(
  source: Uint32Array,
  from: number,
  targets: readonly Uint32Array[],
  to: number,
  quads: number,
): void {
  const [first, second, third, fourth] = targets as readonly [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ];
  for (let quad = 0, at = from; quad < quads; quad++, at += 4) {
    const a = source[at]!;
    const b = source[at + 1]!;
    const c = source[at + 2]!;
    const d = source[at + 3]!;
    first[to + quad] = (a & 0xff) | ((b & 0xff) << 8) | ((c & 0xff) << 16) | (d << 24);
    second[to + quad] = ((a >>> 8) & 0xff) | (b & 0xff00) | ((c & 0xff00) << 8) | ((d & 0xff00) << 16);
    third[to + quad] = ((a >>> 16) & 0xff) | ((b >>> 8) & 0xff00) | (c & 0xff0000) | ((d & 0xff0000) << 8);
    fourth[to + quad] = (a >>> 24) | ((b >>> 16) & 0xff00) | ((c >>> 8) & 0xff0000) | (d & 0xff000000);
  }
}
