import { expect, test } from 'vitest';
import { buildExif, buildJpegHead } from '#tests/support/photo-fixture.ts';
import { findMissing } from './find-missing.ts';
import { parseLidarName } from './lidar-upload.ts';

const mebibyte = 1024 * 1024;
const file = (name: string, size: number) => new File([new Uint8Array(size)], name);
const nothing = { missing: [], uploaded: [], remembered: null, makes: [] };

test('lidar is found by kind and size, in bytes or whole MiB', async () => {
  const files = [file('b.las', 2 * mebibyte), file('a.laz', 10), file('c.laz', 3 * mebibyte - 1)];
  const missing = [
    ['lidar_point_cloud_7_0.laz', 3],
    ['lidar_point_cloud_7_1.laz', 10],
    ['lidar_point_cloud_7_2.laz', 5],
  ] as const;
  const found = await findMissing({ ...nothing, missing }, files);
  expect(found.map((part) => [part.lidar?.index, part.file.name])).toEqual([
    [0, 'c.laz'],
    [1, 'a.laz'],
  ]);
  expect(parseLidarName('thumbnail.jpg')).toBeNull();
});

test('of two lidar files of one size, the one that has not arrived or is remembered is taken', async () => {
  const files = [file('first.laz', 900), file('second.laz', 901)];
  const missing = [['lidar_point_cloud_7_1.laz', 1]] as const;
  const uploaded = [['lidar_point_cloud_7_0.laz', 900]] as const;
  const [byArrival] = await findMissing({ ...nothing, missing, uploaded }, files);
  expect(byArrival?.file.name).toBe('second.laz');
  const part = {
    name: 'lidar_point_cloud_7_1.laz',
    lidar: { pk: 7, index: 1 },
    fileName: 'second.laz',
    size: 901,
    lastModified: 0,
    handle: null,
  };
  const remembered = { pk: 1, name: 'Quarry', parts: [part] };
  const [byName] = await findMissing({ ...nothing, missing, remembered }, files);
  expect(byName?.file.name).toBe('second.laz');
  expect(await findMissing({ ...nothing, missing, remembered }, [file('other.laz', 902)])).toEqual([]);
});

test('images are found by name, size and camera make', async () => {
  const photo = (name: string, make: string) =>
    new File(
      [buildJpegHead({ width: 8, height: 6, exif: buildExif({ main: { 271: { ascii: make } } }) })],
      name,
    );
  const files = [photo('DJI 1.JPG', 'DJI'), photo('DJI 2.JPG', 'Can'), file('gcp.txt', 3), file('b.jpg', 7)];
  const missing = [
    ['DJI_1.JPG', files[0]?.size ?? 0],
    ['DJI_2.JPG', files[1]?.size ?? 0],
    ['gcp.txt', 3],
    ['b.jpg', 8],
  ] as const;
  const names = async (makes: string[]) =>
    (await findMissing({ ...nothing, missing, makes }, files)).map((part) => part.name);
  expect(await names(['dji '])).toEqual(['DJI_1.JPG', 'gcp.txt']);
  expect(await names([])).toEqual(['DJI_1.JPG', 'DJI_2.JPG', 'gcp.txt']);
});

test('an archive is found by its name as the store has it, and its size', async () => {
  const missing = [['Pit_3.plumbline.zip', 40]] as const;
  const [found] = await findMissing({ ...nothing, missing }, [
    file('a.zip', 40),
    file('Pit 3.plumbline.zip', 40),
  ]);
  expect(found?.file.name).toBe('Pit 3.plumbline.zip');
  expect(await findMissing({ ...nothing, missing }, [file('Pit 3.plumbline.zip', 41)])).toEqual([]);
});
