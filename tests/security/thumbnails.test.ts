import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharp } from '#server/pipeline/image-readers.ts';
import { decodeColour, shrinkToJpeg } from '#server/pipeline/photo/steps/decode.ts';
import { createThumbnails } from '#server/services/inputs/thumbnails.ts';
import { progressiveJpeg } from '#tests/support/progressive-jpeg.ts';
import { decodeWebp } from '#workers/io/decode-webp.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-pictures-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Many blurred squares, which take seconds to draw. */
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="f"><feGaussianBlur stdDeviation="50"/></filter>${'<rect width="4000" height="4000" filter="url(#f)"/>'.repeat(50)}</svg>`;

it.each([
  ['a drawing', Buffer.from(drawing)],
  ['a drawing behind white space', Buffer.from(`\n\n  ${drawing}`)],
  ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
  ['a text', Buffer.from('P3\n2 2\n255\n0 0 0 0 0 0 0 0 0 0 0 0\n')],
])('%s with the name of a photo is refused and never rendered', async (_, bytes) => {
  const path = join(folder, 'photo.jpg');
  await writeFile(path, bytes);
  await expect(shrinkToJpeg(path, 512)).rejects.toMatchObject({ code: 'photo.unsupported' });
  await expect(decodeColour(path)).rejects.toMatchObject({ code: 'photo.unsupported' });
});

it('a progressive JPEG of very many scans is refused before it is decoded, and one of as many as writers make is not', async () => {
  const path = join(folder, 'scans.jpg');
  const size = { width: 400, height: 300 };
  await writeFile(path, progressiveJpeg({ ...size, scans: 5000 }));
  const refused = { code: 'photo.too-many-scans', params: { file: path, limit: 100 } };
  await expect(decodeColour(path)).rejects.toMatchObject(refused);
  await expect(shrinkToJpeg(path, 512)).rejects.toMatchObject(refused);
  await writeFile(path, progressiveJpeg({ ...size, scans: 20 }));
  expect(await decodeColour(path)).toMatchObject(size);
});

describe('a photo that ends the process that makes it small', () => {
  const entry = new URL('../support/hostile-box.mjs', import.meta.url);
  const patient = { memoryMib: 250, silenceMs: 120_000, standstillMs: 120_000, lookMs: 20 };

  it.each([
    ['buffers', {}, 'photo.too-much-memory', { allowed: 250 }],
    ['loop', { silenceMs: 1000 }, 'photo.too-slow', { seconds: 1 }],
    ['death', {}, 'photo.corrupt', { reason: 'ended-by-signal', signal: 'SIGKILL' }],
  ])('by %s is named, and the others are made', async (name, rules, code, params) => {
    const pictures = createThumbnails({ entry, rules: { ...patient, ...rules } });
    try {
      const order = (file: string) => pictures.shrink({ path: '', side: 1, name: file });
      const [evil, ...others] = await Promise.allSettled([order(name), order('a'), order('b')]);
      expect(evil).toMatchObject({ reason: { code, params: { file: name, ...params } } });
      expect(others.map((other) => (other.status === 'fulfilled' ? String(other.value) : other))).toEqual([
        'a',
        'b',
      ]);
      expect(String(await order('c'))).toBe('c');
    } finally {
      await pictures.close();
    }
  });
});

it('blocks of TIFF in WebP are still read beside them', async () => {
  const pixels = Uint8Array.from({ length: 16 * 16 * 3 }, (_, i) => (7 * i) % 256);
  const raw = { width: 16, height: 16, channels: 3 } as const;
  const webp = await sharp(pixels, { raw }).webp({ lossless: true }).toBuffer();
  expect(await decodeWebp(webp, 16, 16, 3)).toEqual(pixels);
});
