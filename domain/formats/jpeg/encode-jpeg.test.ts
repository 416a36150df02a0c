import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { encodeJpeg } from './encode-jpeg.ts';

const size = { width: 53, height: 41 } as const;

function createPixels(channels: 1 | 3): Uint8Array {
  return Uint8Array.from({ length: size.width * size.height * channels }, (_, i) => {
    const [pixel, channel] = [Math.floor(i / channels), i % channels];
    const [x, y] = [pixel % size.width, Math.floor(pixel / size.width)];
    return 128 + 60 * Math.sin((x + 9 * channel) / 9) + 50 * Math.cos(y / 7) + ((x * 7 + y * 3) % 5);
  });
}

describe('a JPEG that another program reads', () => {
  it.each([
    [1, 95, 1.5],
    [3, 95, 2.5],
    [3, 50, 8],
  ] as const)('%s channels, quality %s: near the pixels', async (channels, quality, tolerance) => {
    const pixels = createPixels(channels);
    const bytes = encodeJpeg({ ...size, channels, pixels }, quality);
    const { data, info } = await sharp(bytes)
      .toColourspace(channels === 1 ? 'b-w' : 'srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ ...size, channels });
    const squares = data.reduce((sum, value, i) => sum + (value - pixels[i]!) ** 2, 0);
    expect(Math.sqrt(squares / data.length)).toBeLessThan(tolerance);
  });

  it('is as large as quality asks', () => {
    const pixels = createPixels(3);
    const length = (quality: number) => encodeJpeg({ ...size, channels: 3, pixels }, quality).length;
    expect(length(40)).toBeLessThan(length(80));
    expect(length(80)).toBeLessThan(length(100));
  });
});
