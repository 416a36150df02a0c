import { createSamples, type SampleArray, sampleTypeOf } from './sample-types.ts';

/**
 * Splits pixel-interleaved numbers, `count` per pixel, into planes one after the other: the first number of every
 * pixel, then the second one, and so on. The same array where there is one per pixel.
 */
export function splitSamples(samples: SampleArray, count: number): SampleArray {
  if (count === 1) return samples;
  const pixels = samples.length / count;
  const planes = createSamples(sampleTypeOf(samples), samples.length);
  if (samples instanceof Uint8Array && count === 3 && pixels % 4 === 0 && samples.byteOffset % 4 === 0) {
    splitThree(wordsOf(samples), wordsOf(planes as Uint8Array));
    return planes;
  }
  // Both arrays are of one type; numbers and bigints copy alike.
  const [from, to] = [samples as Float64Array, planes as Float64Array];
  for (let plane = 0; plane < count; plane++) {
    for (let i = 0, at = plane; i < pixels; i++, at += count) to[plane * pixels + i] = from[at]!;
  }
  return planes;
}

function wordsOf({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength >> 2);
}

/** Three words hold four pixels: r0 g0 b0 r1, g1 b1 r2 g2, b2 r3 g3 b3, the first in the lowest byte. */
function splitThree(source: Uint32Array, planes: Uint32Array): void {
  const quads = source.length / 3;
  for (let quad = 0, at = 0; quad < quads; quad++, at += 3) {
    const a = source[at]!;
    const b = source[at + 1]!;
    const c = source[at + 2]!;
    planes[quad] = (a & 0xff) | ((a >>> 24) << 8) | (b & 0xff0000) | ((c & 0xff00) << 16);
    planes[quads + quad] =
      ((a >>> 8) & 0xff) | ((b & 0xff) << 8) | ((b >>> 24) << 16) | ((c & 0xff0000) << 8);
    planes[2 * quads + quad] = ((a >>> 16) & 0xff) | (b & 0xff00) | ((c & 0xff) << 16) | (c & 0xff000000);
  }
}
