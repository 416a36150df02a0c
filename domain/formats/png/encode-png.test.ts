import sharp from 'sharp';
import { expect, it } from 'vitest';
import { encodePng } from './encode-png.ts';

it.each([1, 3, 4] as const)('encodes %i channels that sharp reads back', async (channels) => {
  const [width, height] = [61, 47];
  const pixels = Uint8Array.from(
    { length: width * height * channels },
    (_, i) => (i * i * 7 + (i >> 3)) & 255,
  );
  const bytes = encodePng({ width, height, channels, pixels });
  const { data, info } = await sharp(bytes)
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width, height, channels });
  expect(new Uint8Array(data)).toEqual(pixels);
});

it('gives the same bytes for the same picture, and few for a plain one', () => {
  const plain = {
    width: 256,
    height: 256,
    channels: 4,
    pixels: new Uint8Array(256 * 256 * 4).fill(90),
  } as const;
  expect(encodePng(plain)).toEqual(encodePng(plain));
  expect(encodePng(plain).length).toBeLessThan(2000);
});
