import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildExif, buildJpegHead, type ExifTags } from '#tests/support/photo-fixture.ts';
import { readCameraOption, stateCamerasOf } from './cameras.ts';

let folder: string;
let files: { path: string; name: string }[];

const lens = (millimetres: number): ExifTags => ({ 37386: { rational: [[millimetres * 10, 10]] } });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-cameras-'));
  const photos = [
    { name: 'a.jpg', model: 'Eye', width: 4000, exif: {} },
    { name: 'b.jpg', model: 'Eye', width: 4000, exif: {} },
    { name: 'c.jpg', model: 'Eye', width: 2000, exif: lens(8) },
    { name: 'd.jpg', model: 'Bird', width: 4000, exif: lens(8) },
  ];
  files = await Promise.all(
    photos.map(async ({ name, model, width, exif }) => {
      const main = { 271: { ascii: 'Acme' }, 272: { ascii: model } };
      const path = join(folder, name);
      const height = width * 0.75;
      await writeFile(path, buildJpegHead({ width, height, exif: buildExif({ main, exif }) }));
      return { path, name };
    }),
  );
  const broken = join(folder, 'broken.jpg');
  await writeFile(broken, 'no photo');
  files.push({ path: broken, name: 'broken.jpg' });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const state = (...given: string[]) =>
  stateCamerasOf(given.map(readCameraOption), files, new AbortController().signal);

describe('--camera', () => {
  it('states sensor, lens and principal point of the camera that it names', async () => {
    const eye = { make: 'Acme', model: 'Eye', width: 4000, height: 3000 };
    expect(
      await state(
        'model=eye, size=4000x3000, sensor=13.2, focal=8.8, principal=1990/1510.5',
        'model=Bird,sensor=10',
      ),
    ).toEqual([
      { ...eye, sensorWidthMm: 13.2, focalMm: 8.8, principalPoint: [1990, 1510.5] },
      { ...eye, model: 'Bird', sensorWidthMm: 10, focalMm: null, principalPoint: null },
    ]);
    expect(await state()).toEqual([]);
  });

  it.each([
    ['sensor=13.2,focal=8.8', 'photo.camera-ambiguous'],
    ['model=Eye,sensor=13.2,focal=8.8', 'photo.camera-ambiguous'],
    ['model=Ear,sensor=13.2,focal=8.8', 'photo.camera-unknown'],
    ['model=Eye,size=4000x3000,sensor=13.2', 'photo.camera-incomplete'],
    ['model=Bird,focal=8', 'photo.camera-incomplete'],
    ['model=Bird,sensor=10,focal=8800', 'photo.camera-impossible'],
    ['model=Bird,principal=4000/10', 'photo.camera-outside'],
  ])('refuses %s: %s', async (given, code) => {
    await expect(state(given)).rejects.toMatchObject({ code, params: { given } });
  });

  it('speaks of a camera once', async () => {
    await expect(state('model=Bird,sensor=10', 'model=Bird,principal=1/1')).rejects.toMatchObject({
      code: 'photo.camera-twice',
    });
  });

  it.each([
    '',
    'sensor',
    'model=Eye',
    'sensor=0',
    'focal=x',
    'principal=5',
    'principal=1/2/3',
    'sensor=1,sensor=2',
    'lens=5',
    'size=4000,sensor=1',
  ])('takes no %j', (given) => {
    expect(() => readCameraOption(given)).toThrow(expect.objectContaining({ code: 'cli.bad-value' }));
  });
});
