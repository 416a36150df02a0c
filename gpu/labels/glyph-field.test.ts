import { describe, expect, it } from 'vitest';
import { fieldRadius, glyphField } from './glyph-field.ts';

/** A square of `edge` texels in the middle of a larger one. */
function createSquare(size: number, edge: number): Uint8ClampedArray {
  const low = (size - edge) / 2;
  const isIn = (i: number) => i >= low && i < low + edge;
  return Uint8ClampedArray.from({ length: size * size }, (_, i) =>
    isIn(i % size) && isIn(Math.floor(i / size)) ? 255 : 0,
  );
}

const distanceOf = (value: number) => ((128 - value) * fieldRadius) / 127;

describe('glyphField', () => {
  it('tells how far the edge lies, outside and inside', () => {
    const size = 24;
    const field = glyphField(createSquare(size, 8), size, size);
    const row = (x: number) => distanceOf(field[12 * size + x]!);
    // The square reaches from 8 to 16; a texel's middle lies half a texel in.
    expect(row(7)).toBeCloseTo(1, 0);
    expect(row(4)).toBeCloseTo(4, 0);
    expect(row(10)).toBeCloseTo(-3, 0);
  });

  it('measures corners across', () => {
    const size = 24;
    const field = glyphField(createSquare(size, 8), size, size);
    expect(distanceOf(field[5 * size + 5]!)).toBeCloseTo(3 * Math.SQRT2, 0);
  });

  it('is plain outside for an empty shape', () => {
    const field = glyphField(new Uint8ClampedArray(16), 4, 4);
    expect([...field]).toEqual(new Array(16).fill(0));
  });
});
