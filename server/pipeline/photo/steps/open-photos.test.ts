import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Color, type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalPool } from '#tests/support/local-pool.ts';
import { nameFiles } from '../photo-names.ts';
import { decodeColour, decodeGrey } from './decode.ts';
import { openPhotos } from './open-photos.ts';

let folder = '';
const pool = createLocalPool();

/** Squares of random grey with sides of `1 << shift` pixels, the same for the same seed. */
async function writePhoto(name: string, seed: number, width = 640, height = 480, shift = 2): Promise<string> {
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cell = (x >> shift) * 31 + (y >> shift) * 17 + seed;
      pixels.fill(((cell * 2654435761) >>> 16) & 255, 3 * (y * width + x), 3 * (y * width + x) + 3);
    }
  }
  const path = join(folder, name);
  await mkdir(join(path, '..'), { recursive: true });
  await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .withExif({ IFD0: { Make: 'DJI', Model: 'FC6310' } })
    .toFile(path);
  return path;
}

const file = (path: string) => ({ path, name: path.replace(/^.*[\\/]/, '') });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photos-'));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

describe('openPhotos', () => {
  it('keeps what can be used, in order, and rejects the rest with the reason', async () => {
    const [a, b] = [await writePhoto('a.jpg', 1), await writePhoto('b.jpg', 2)];
    const bytes = await readFile(b);
    const write = async (name: string, content: Uint8Array) => {
      await writeFile(join(folder, name), content);
      return join(folder, name);
    };
    const cut = await write('cut.jpg', bytes.subarray(0, bytes.length / 2));
    const copy = await write('copy.jpg', bytes);
    const text = await write('text.jpg', new TextEncoder().encode('hello'));
    const tiny = await writePhoto('tiny.jpg', 3, 64, 48);
    const empty = await write('empty.jpg', new Uint8Array(0));
    const progress: number[] = [];
    const files = [b, cut, copy, text, tiny, empty, a, join(folder, 'gone.jpg')].map(file);
    const opened = await openPhotos(files, { pool, onProgress: (share) => progress.push(share) });
    expect(opened.photos.map(({ info }) => info.name)).toEqual(['b.jpg', 'a.jpg']);
    expect(new Set(opened.photos.map(({ identity }) => identity)).size).toBe(2);
    expect(
      opened.rejected.map(({ name, reason, params }) => [name, reason, params.code ?? params.other ?? null]),
    ).toEqual([
      ['text.jpg', 'unreadable', 'photo.unsupported'],
      ['tiny.jpg', 'too-small', null],
      ['empty.jpg', 'unreadable', 'photo.corrupt'],
      ['gone.jpg', 'unreadable', 'io.not-found'],
      ['copy.jpg', 'duplicate', 'b.jpg'],
      ['cut.jpg', 'unreadable', 'photo.corrupt'],
    ]);
    expect(progress.at(-1)).toBe(1);
  });

  it('gives photos of the same name in two folders names of their own', async () => {
    const paths = [
      await writePhoto('one/x.jpg', 4),
      await writePhoto('two/X.JPG', 5),
      await writePhoto('y.jpg', 6),
    ];
    const opened = await openPhotos(paths.map(file), { pool });
    expect(opened.photos.map(({ info }) => info.name)).toEqual(['one/x.jpg', 'two/X.JPG', 'y.jpg']);
    expect(opened.warnings.filter(({ code }) => code === 'photo.renamed')).toHaveLength(2);
    const deep = nameFiles([
      { path: '/a/p/x.jpg', name: 'x.jpg' },
      { path: '/b/p/x.jpg', name: 'x.jpg' },
      { path: '/x.jpg', name: 'x.jpg' },
    ]);
    expect(new Set(deep.map(({ name }) => name)).size).toBe(3);
  });

  it('says why nothing is left, and that one photo is too few', async () => {
    const only = await writePhoto('only.jpg', 7);
    await expect(openPhotos([], { pool })).rejects.toMatchObject({ code: 'photo.none' });
    await expect(openPhotos([file(only)], { pool })).rejects.toMatchObject({
      code: 'photo.too-few',
      params: { file: 'only.jpg', rejected: 0 },
    });
    const text = join(folder, 'note.txt');
    await writeFile(text, 'x');
    await expect(openPhotos([file(text)], { pool })).rejects.toMatchObject({
      code: 'photo.none',
      params: { total: 1, reasons: '1 unreadable' },
    });
  });

  it('keeps how sharp each photo is', async () => {
    const sharpPath = await writePhoto('crisp.jpg', 9, 640, 480, 0);
    const softPath = join(folder, 'soft.jpg');
    await sharp(sharpPath).blur(0.7).jpeg({ quality: 95 }).toFile(softPath);
    const { photos } = await openPhotos([file(softPath), file(sharpPath)], { pool });
    const [soft, crisp] = photos.map(({ sharpness }) => sharpness!);
    expect(soft).toBeGreaterThan(0.42);
    expect(soft! / crisp!).toBeLessThan(0.85);
  });

  it('stops when it is told to', async () => {
    const path = await writePhoto('stop.jpg', 8);
    const signal = AbortSignal.abort();
    await expect(openPhotos([file(path)], { pool }, signal)).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('decoding', () => {
  it('gives the pixels as stored, whatever the orientation says, and the same frame when shrunk', async () => {
    const width = 300;
    const ramp = Uint8Array.from({ length: width * 200 * 3 }, (_, at) =>
      Math.floor(((at / 3) % width) * (255 / width)),
    );
    const path = join(folder, 'ramp.tif');
    await sharp(ramp, { raw: { width, height: 200, channels: 3 } })
      .withMetadata({ orientation: 6 })
      .tiff({ compression: 'lzw' })
      .toFile(path);
    const full = await decodeColour(path);
    expect([full.width, full.height]).toEqual([300, 200]);
    expect(full.pixels).toEqual(ramp);
    const half = await decodeGrey(path, 150);
    expect([half.width, half.height, half.pixels.length]).toEqual([150, 100, 15_000]);
    const at = 50 * 150 + 75;
    expect(
      Math.abs(half.pixels[at]! - (ramp[3 * (100 * 300 + 150)]! + ramp[3 * (100 * 300 + 151)]!) / 2),
    ).toBeLessThan(1.5);
  });

  it('brings grey, transparent and 16-bit images to RGB of 8 bits', async () => {
    const make = async (name: string, image: Sharp) => {
      await image.toFile(join(folder, name));
      return (await decodeColour(join(folder, name))).pixels.slice(0, 3);
    };
    const flat = (background: Color, channels: 3 | 4) =>
      sharp({ create: { width: 8, height: 8, channels, background } });
    expect(await make('grey.jpg', flat('#808080', 3).greyscale().jpeg())).toEqual(
      Uint8Array.of(128, 128, 128),
    );
    expect(
      await make('alpha.tif', flat({ r: 200, g: 100, b: 50, alpha: 1 }, 4).tiff({ compression: 'lzw' })),
    ).toEqual(Uint8Array.of(200, 100, 50));
    const deep = sharp(
      Uint16Array.from({ length: 192 }, () => 0x8080),
      { raw: { width: 8, height: 8, channels: 3 } },
    );
    expect((await make('deep.tif', deep.toColourspace('rgb16').tiff({ compression: 'lzw' })))[0]).toBe(128);
  });

  it('refuses a cut and a foreign file by name', async () => {
    const path = join(folder, 'cut.jpg');
    await expect(decodeColour(path, 100, 'cut.jpg')).rejects.toMatchObject({
      code: 'photo.corrupt',
      params: { file: 'cut.jpg' },
    });
    await expect(decodeColour(join(folder, 'text.jpg'))).rejects.toMatchObject({ code: 'photo.unsupported' });
    await expect(decodeColour(join(folder, 'none.jpg'))).rejects.toMatchObject({ code: 'io.not-found' });
  });
});
