import { describe, expect, it } from 'vitest';
import { composeImage, type ImageRecipe, type ImageSamples, imageRange } from './image-tile.ts';

const rgb: ImageRecipe = {
  colours: [0, 1, 2],
  alpha: null,
  alphaMax: 255,
  nodata: null,
  range: [0, 255],
  palette: null,
};
const grey: ImageRecipe = { ...rgb, colours: [0] };

function row(...bands: ImageSamples['bands']): ImageSamples {
  return { width: bands[0]!.length, height: 1, bands, mask: null };
}

describe('composeImage', () => {
  it('keeps eight-bit colours as they are', () => {
    const samples = row(Uint8Array.of(1, 255), Uint8Array.of(2, 128), Uint8Array.of(3, 0));
    expect([...composeImage(samples, rgb, 1).rgba]).toEqual([1, 2, 3, 255, 255, 128, 0, 255]);
  });

  it('spreads 16 bits and floats over the range', () => {
    const recipe = { ...grey, range: [1000, 3000] as const };
    const { rgba } = composeImage(row(Uint16Array.of(900, 1000, 2000, 4000)), recipe, 1);
    expect([...rgba.filter((_, i) => i % 4 === 0)]).toEqual([0, 0, 128, 255]);
  });

  it('leaves out what mask, nodata, NaN and opacity refuse', () => {
    const masked = { ...row(Uint8Array.of(9, 9)), mask: Uint8Array.of(0, 255) };
    expect([...composeImage(masked, grey, 1).rgba]).toEqual([0, 0, 0, 0, 9, 9, 9, 255]);
    const nodata = row(Uint8Array.of(0, 0), Uint8Array.of(0, 7), Uint8Array.of(0, 0));
    expect([...composeImage(nodata, { ...rgb, nodata: 0 }, 1).rgba]).toEqual([0, 0, 0, 0, 0, 7, 0, 255]);
    const nan = row(Float32Array.of(Number.NaN, 255));
    expect([...composeImage(nan, grey, 1).rgba]).toEqual([0, 0, 0, 0, 255, 255, 255, 255]);
    const seen = row(Uint16Array.of(255, 255), Uint16Array.of(0, 32_768));
    const recipe = { ...grey, alpha: 1, alphaMax: 65_535 };
    expect([...composeImage(seen, recipe, 1).rgba.filter((_, i) => i % 4 === 3)]).toEqual([0, 128]);
  });

  it('looks colours up in a palette', () => {
    const palette = Uint8Array.of(1, 2, 3, 40, 50, 60);
    expect([...composeImage(row(Uint8Array.of(1, 0)), { ...grey, palette }, 1).rgba]).toEqual([
      40, 50, 60, 255, 1, 2, 3, 255,
    ]);
  });

  it('reduces by the mean of what is there, the rest cut at the edge', () => {
    const samples: ImageSamples = {
      width: 3,
      height: 2,
      bands: [Uint8Array.of(10, 20, 90, 30, 99, 70)],
      mask: Uint8Array.of(255, 255, 255, 255, 0, 255),
    };
    const { width, height, rgba } = composeImage(samples, grey, 2);
    expect([width, height]).toEqual([2, 1]);
    expect([...rgba]).toEqual([20, 20, 20, 191, 80, 80, 80, 255]);
  });
});

describe('imageRange', () => {
  it('leaves the outermost half percent and missing pixels out', () => {
    const values = Uint16Array.from({ length: 1001 }, (_, i) => 1000 + i);
    values[0] = 0;
    values[1000] = 65_535;
    expect(imageRange(row(values), { ...grey, nodata: 0 })).toEqual([1006, 1995]);
    expect(imageRange(row(Uint16Array.of(0, 0)), { ...grey, nodata: 0 })).toBeNull();
  });
});
