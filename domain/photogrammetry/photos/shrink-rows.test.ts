import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { lanczosWeights, shrinkAcross, shrinkDown } from './shrink-rows.ts';

function shrink(pixels: Uint8Array, width: number, height: number, toWidth: number, toHeight: number) {
  const lines = new Float32Array(toWidth * height * 3);
  const layout = { width, stride: 3, channels: 3 };
  shrinkAcross(pixels, layout, lanczosWeights(width, toWidth), lines);
  return shrinkDown(lines, toWidth * 3, lanczosWeights(height, toHeight));
}

describe('shrinking rows', () => {
  it('keeps what is even, to the edges, whatever the factor', () => {
    for (const [from, to] of [
      [640, 200],
      [641, 640],
      [10, 10],
      [5, 1],
    ] as const) {
      const even = new Uint8Array(from * from * 3).fill(137);
      expect(new Set(shrink(even, from, from, to, to))).toEqual(new Set([137]));
    }
  });

  it('gives what the decoder of the pipeline gives', async () => {
    const [width, height] = [300, 200];
    const random = createRandom(4).next;
    const pixels = Uint8Array.from({ length: width * height * 3 }, () => 40 + 170 * random());
    const expected = await sharp(pixels, { raw: { width, height, channels: 3 } })
      .resize({ width: 100, height: 80, fit: 'fill', kernel: 'lanczos3' })
      .raw()
      .toBuffer();
    const made = shrink(pixels, width, height, 100, 80);
    const worst = made.reduce((most, value, at) => Math.max(most, Math.abs(value - expected[at]!)), 0);
    expect(worst).toBeLessThanOrEqual(3);
  });
});
