import sharp from 'sharp';
import { expect, it } from 'vitest';
import { hideExif } from './hide-exif.ts';

const photo = (orientation: number) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#604020' } })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer();

it('leaves a picture as it is stored, and nothing else changed', async () => {
  const turned = await photo(6);
  const { width, height } = await sharp(turned)
    .rotate()
    .toBuffer({ resolveWithObject: true })
    .then(({ info }) => info);
  expect([width, height]).toEqual([40, 60]);
  const hidden = Buffer.from(turned);
  hideExif(hidden);
  expect((await sharp(hidden).metadata()).orientation).toBeUndefined();
  expect(await sharp(hidden).rotate().raw().toBuffer()).toEqual(await sharp(turned).raw().toBuffer());
});

it('passes over what is no JPEG, or breaks off', async () => {
  const turned = await photo(6);
  const others = [
    new Uint8Array(0),
    Uint8Array.from(turned.subarray(0, 8)),
    Uint8Array.of(0x89, 0x50, ...turned.subarray(2)),
  ];
  for (const bytes of others) {
    const before = bytes.slice();
    hideExif(bytes);
    expect(bytes).toEqual(before);
  }
});
