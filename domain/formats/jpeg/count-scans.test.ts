import { expect, it } from 'vitest';
import { buildJpegHead } from '#tests/support/photo-fixture.ts';
import { progressiveJpeg } from '#tests/support/progressive-jpeg.ts';
import { memorySource } from '../byte-source.ts';
import { countScans, maxScans } from './count-scans.ts';
import { decodeJpeg } from './decode/decode-jpeg.ts';
import { JpegFault } from './decode/fault.ts';
import { encodeJpeg } from './encode-jpeg.ts';

const side = 40;
const options = { width: side, height: side, components: 1, isYcc: false };
const ofScans = (scans: number) => progressiveJpeg({ width: side, height: side, scans });
const count = (bytes: Uint8Array, most?: number) => countScans(memorySource('a.jpg', bytes), most);

it('counts the scans of progressive pictures, and no further than asked', async () => {
  expect(await count(ofScans(1))).toBe(1);
  expect(await count(ofScans(9))).toBe(9);
  expect(await count(ofScans(9), 4)).toBe(5);
});

it('counts where segments and coded data are longer than what is looked through at once', async () => {
  const large = progressiveJpeg({ width: 4000, height: 4000, scans: 3 });
  const note = buildJpegHead({ width: 8, height: 8, segments: [new Uint8Array(60_000)] });
  expect(large.length).toBeGreaterThan(30_000);
  expect(await count(large)).toBe(3);
  expect(await count(note)).toBe(0);
});

it('takes others as nothing, cut and empty ones too', async () => {
  const pixels = new Uint8Array(side * side).fill(90);
  const sequential = encodeJpeg({ width: side, height: side, channels: 1, pixels }, 80);
  for (const bytes of [
    sequential,
    new Uint8Array(0),
    Uint8Array.of(0xff, 0xd8),
    ofScans(5).subarray(0, 40),
  ]) {
    expect(await count(bytes)).toBe(0);
  }
});

it('pictures of more scans than the limit are not decoded', () => {
  const decode = (scans: number, most?: number) =>
    decodeJpeg(ofScans(scans), { ...options, ...(most === undefined ? {} : { maxScans: most }) });
  expect(decode(4, 4)).toEqual(new Uint8Array(side * side).fill(128));
  expect(() => decode(5, 4)).toThrow(new JpegFault('unsupported', 'jpeg-of-too-many-scans', { most: 4 }));
  expect(decode(maxScans)).toHaveLength(side * side);
  expect(() => decode(maxScans + 1)).toThrow(JpegFault);
});

it('a size that so few bytes cannot fill is refused before anything is allocated for it', () => {
  const claim = progressiveJpeg({ width: 8, height: 8, scans: 1 });
  const frame = claim.findIndex((byte, i) => byte === 0xff && claim[i + 1] === 0xc2);
  claim.set([0x3f, 0xff, 0x3f, 0xff], frame + 5);
  const size = { width: 16_383, height: 16_383, components: 1, isYcc: false };
  expect(() => decodeJpeg(claim, size)).toThrow(
    expect.objectContaining({
      reason: expect.objectContaining({ reason: 'a-jpeg-in-too-few-bytes', width: 16_383, parts: 1 }),
    }),
  );
});
