import { describe, expect, it } from 'vitest';
import { buildExif, buildJpegHead, extendedXmp, jpegSegment } from '#tests/support/photo-fixture.ts';
import { memorySource } from '../byte-source.ts';
import { readJpegHead } from './read-head.ts';

const read = (bytes: Uint8Array) => readJpegHead(memorySource('a.jpg', bytes));

describe('JPEG head', () => {
  it('finds size, EXIF and XMP, whatever follows the image', async () => {
    const exif = buildExif({ main: { 271: { ascii: 'X' } } });
    const head = await read(buildJpegHead({ width: 4000, height: 2250, exif, xmp: '<x:xmpmeta/>' }));
    expect(head).toMatchObject({
      width: 4000,
      height: 2250,
      components: 3,
      precision: 8,
      xmp: ['<x:xmpmeta/>'],
    });
    expect(head.exif).toEqual(exif);
  });

  it('passes over fill bytes and other segments', async () => {
    const segments = [
      jpegSegment(0xe2, new Uint8Array(50)),
      Uint8Array.of(0xff, 0xff),
      jpegSegment(0xfe, new Uint8Array(4)),
    ];
    const head = await read(buildJpegHead({ width: 10, height: 20, segments }));
    expect(head).toMatchObject({ width: 10, height: 20, exif: null, xmp: [] });
  });

  it('puts extended XMP together from pieces in any order, and drops it when a piece is missing', async () => {
    const guid = '0123456789ABCDEF0123456789ABCDEF';
    const text = `<long>${'0123456789'.repeat(30)}</long>`;
    const pieces = extendedXmp(guid, text, 100).reverse();
    const xmp = `<x xmpNote:HasExtendedXMP="${guid}"/>`;
    expect((await read(buildJpegHead({ width: 1, height: 1, xmp, segments: pieces }))).xmp).toEqual([
      xmp,
      text,
    ]);
    const cut = await read(buildJpegHead({ width: 1, height: 1, xmp, segments: pieces.slice(1) }));
    expect(cut.xmp).toEqual([xmp]);
  });

  it('puts an extended XMP packet together once, however often it is named', async () => {
    const guid = '0123456789ABCDEF0123456789ABCDEF';
    const xmp = `<x xmpNote:HasExtendedXMP="${guid}"/>`;
    const main = jpegSegment(0xe1, new TextEncoder().encode(`http://ns.adobe.com/xap/1.0/\0${xmp}`));
    const segments = [main, main, ...extendedXmp(guid, 'extended', 100)];
    const head = await read(buildJpegHead({ width: 1, height: 1, xmp, segments }));
    expect(head.xmp).toEqual([xmp, xmp, xmp, 'extended']);
  });

  it('names the place of a fault', async () => {
    const whole = buildJpegHead({ width: 7, height: 7 });
    await expect(read(new Uint8Array(0))).rejects.toMatchObject({
      code: 'photo.jpeg-broken',
      params: { offset: 0 },
    });
    await expect(read(whole.slice(0, 10))).rejects.toMatchObject({
      code: 'photo.jpeg-broken',
      params: { offset: 2 },
    });
    const stray = whole.slice();
    stray[2] = 0x12;
    await expect(read(stray)).rejects.toMatchObject({
      code: 'photo.jpeg-broken',
      params: { offset: 2, reason: 'no-marker-where-a-segment-should-begin' },
    });
  });
});
