import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createRandom } from '#domain/math/random.ts';
import { rotationFromVector } from '#domain/math/rotations.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import { transformBlock } from '#domain/photogrammetry/georeference/transform-block.ts';
import { simpleCamera } from '#domain/photogrammetry/model/camera.ts';
import { installFakeColmap } from '#tests/support/fake-colmap.ts';
import { createBlock } from '#tests/support/photo-block.ts';
import { runHere } from '#tests/support/run-cli.ts';

const [width, height] = [640, 480];
/** That of an FC6310 (13.2 mm wide, 8.8 mm of focal length) with few pixels. */
const focal = (8.8 / 13.2) * width;
const [rows, columns, heightM] = [5, 8, 80];
const { truth } = createBlock({
  rows,
  columns,
  heightM,
  points: 600,
  noisePx: 0.3,
  camera: simpleCamera(width, height, focal),
});
const count = rows * columns;
/** COLMAP's own frame: upside down, a third of the size, elsewhere. */
const inOwnFrame = transformBlock(truth, {
  scale: 0.3,
  rotation: rotationFromVector([2.6, 0.7, -0.4]),
  shift: [5, -3, 9],
});

/** Where the middle of the block's frame lies, degrees and metres. */
const place = { latitude: 46.85, longitude: 9.3, altitude: 600 } as const;
const metres = {
  latitude: 111_170,
  longitude: 111_320 * Math.cos((place.latitude * Math.PI) / 180),
} as const;

const fraction = (value: number, denominator = 10_000) => `${Math.round(value * denominator)}/${denominator}`;
const degrees = (value: number) => {
  const minutes = (value - Math.floor(value)) * 60;
  const seconds = (minutes - Math.floor(minutes)) * 60;
  return `${Math.floor(value)}/1 ${Math.floor(minutes)}/1 ${fraction(seconds, 1_000_000)}`;
};

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-colmap-'));
  await installFakeColmap(join(folder, 'bin'), inOwnFrame);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function texture(seed: number): Promise<Buffer> {
  const pixels = Uint8Array.from(
    { length: width * height },
    (_, at) => (((((at % width) >> 2) * 31 + ((at / width) >> 2) * 17 + seed) * 2654435761) >>> 16) & 255,
  );
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .jpeg()
    .toBuffer();
}

/** Photos of the block, two seconds apart, that record the places given; null records none. */
async function takePhotos(name: string, recorded: (photo: number) => Vec3 | null): Promise<string> {
  const photos = join(folder, name);
  await mkdir(photos);
  for (let photo = 0; photo < count; photo++) {
    const time = new Date(Date.UTC(2026, 4, 5, 10) + 2000 * photo).toISOString();
    const at = recorded(photo);
    const gps = at && {
      GPSLatitudeRef: 'N',
      GPSLatitude: degrees(place.latitude + at[1] / metres.latitude),
      GPSLongitudeRef: 'E',
      GPSLongitude: degrees(place.longitude + at[0] / metres.longitude),
      GPSAltitudeRef: '0',
      GPSAltitude: fraction(place.altitude + at[2], 1000),
    };
    await sharp(await texture(photo))
      .jpeg({ quality: 90 })
      .withExif({
        IFD0: { Make: 'DJI', Model: 'FC6310' },
        IFD2: {
          FocalLength: '88/10',
          DateTimeOriginal: time.slice(0, 19).replaceAll('-', ':').replace('T', ' '),
        },
        ...(gps ? { IFD3: gps } : {}),
      })
      .toFile(join(photos, `P${String(photo).padStart(2, '0')}.jpg`));
  }
  return photos;
}

interface Result {
  readonly report: {
    readonly images: { readonly registered: number };
    readonly crs: { readonly isArbitrary: boolean };
    readonly gsdM: number | null;
    readonly weakPlacements: readonly { readonly photos: number; readonly scalePercent: number }[];
    readonly warnings: readonly { readonly code: string }[];
  };
  /** Size of the block relative to the truth's, and the largest angle of a camera from straight down, radians. */
  readonly factor: number;
  readonly tilt: number;
  /** Largest distance of a camera from its true position after the centres are aligned, metres. */
  readonly off: number;
}

async function adjust(photos: string): Promise<Result> {
  vi.stubEnv('PATH', `${join(folder, 'bin')}${delimiter}${process.env['PATH']}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const out = `${photos}-out`;
  const { code, error } = await runHere(
    'process',
    photos,
    '--out',
    out,
    '--engine',
    'colmap',
    '--until',
    'sparse',
  );
  expect({ code, error: code === 0 ? '' : error }).toEqual({ code: 0, error: '' });
  const read = async (name: string) => JSON.parse(await readFile(join(out, name), 'utf8'));
  const bundle: { photos: { rotation: number[]; centre: Vec3 }[] } = await read('bundle-adjustment.json');
  const middleOf = (places: readonly Vec3[]) =>
    [0, 1, 2].map((axis) => places.reduce((sum, at) => sum + at[axis]!, 0) / places.length);
  const [found, known] = [
    bundle.photos.map(({ centre }) => centre),
    truth.photos.map(({ pose }) => pose.centre),
  ];
  const relative = (places: readonly Vec3[]) => {
    const middle = middleOf(places);
    return places.map((at) => at.map((value, axis) => value - middle[axis]!) as unknown as Vec3);
  };
  const [a, b] = [relative(found), relative(known)];
  const size = (places: readonly Vec3[]) => Math.hypot(...places.map((at) => Math.hypot(...at)));
  const distances = a.map((at, index) => Math.hypot(...at.map((value, axis) => value - b[index]![axis]!)));
  return {
    report: await read('report.json'),
    factor: size(a) / size(b),
    off: Math.max(...distances),
    tilt: Math.max(...bundle.photos.map(({ rotation }) => Math.acos(Math.min(1, -rotation[8]!)))),
  };
}

const centreOf = (photo: number) => truth.photos[photo]!.pose.centre;

describe.skipIf(process.platform === 'win32')('a block of COLMAP', () => {
  test('lies by good positions: its size, direction and place', async () => {
    const random = createRandom(5);
    const photos = await takePhotos(
      'good',
      (photo) => centreOf(photo).map((value) => value + 0.5 * random.normal()) as unknown as Vec3,
    );
    const { report, factor, tilt, off } = await adjust(photos);
    expect(report.images.registered).toBe(count);
    expect(report.weakPlacements).toEqual([]);
    expect(report.crs.isArbitrary).toBe(false);
    expect(Math.abs(factor - 1)).toBeLessThan(0.01);
    expect(off).toBeLessThan(1.5);
    expect(tilt).toBeLessThan(0.2);
  }, 120_000);

  test('lies upright and weakly where plans scatter by 12 m and heights climb by 110 m', async () => {
    const random = createRandom(6);
    const photos = await takePhotos('poor', (photo) => {
      const [x, y, z] = centreOf(photo);
      return [
        x + 12 * random.normal(),
        y + 12 * random.normal(),
        z + 2 * random.normal() + (110 * photo) / count,
      ];
    });
    const { report, factor, tilt } = await adjust(photos);
    expect(report.crs.isArbitrary).toBe(false);
    expect(report.weakPlacements).toMatchObject([{ photos: count }]);
    const codes = report.warnings.map(({ code }) => code);
    expect(codes).toContain('photo.placed-weakly');
    expect(codes).toContain('photo.heights-drift');
    expect(Math.abs(factor - 1)).toBeLessThan((1.5 * report.weakPlacements[0]!.scalePercent) / 100);
    expect(tilt).toBeLessThan(0.3);
  }, 120_000);

  test('claims no place, size or system without positions', async () => {
    const { report } = await adjust(await takePhotos('none', () => null));
    expect(report.crs.isArbitrary).toBe(true);
    expect(report.gsdM).toBeNull();
    expect(report.images.registered).toBe(count);
  }, 120_000);
});
