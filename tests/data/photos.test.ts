import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readCrs } from '#domain/crs/read-crs.ts';
import { memorySource } from '#domain/formats/byte-source.ts';
import { splitCells } from '#domain/formats/table-text/split-cells.ts';
import { keepKnownObservations } from '#domain/photogrammetry/control/known-observations.ts';
import { readControlFile } from '#domain/photogrammetry/control/read-control-file.ts';
import { checkPhotoSet } from '#domain/photogrammetry/photos/check-photo-set.ts';
import { readPhotoInfo } from '#domain/photogrammetry/photos/read-photo-info.ts';
import { measureQuality, qualitySide } from '#domain/photogrammetry/quality/measure-quality.ts';
import { decodeGrey } from '#server/pipeline/photo/steps/decode.ts';
import { openPhotos } from '#server/pipeline/photo/steps/open-photos.ts';
import { createLocalPool } from '../support/local-pool.ts';
import { buildExif, buildJpegHead, xmpPacket } from '../support/photo-fixture.ts';
import { describeWithShared, sharedData } from '../support/shared-data.ts';

const imagesOf = (folder: string) =>
  readdirSync(sharedData(folder))
    .filter((name) => /\.jpe?g$/i.test(name))
    .map((name) => ({ name, path: sharedData(`${folder}/${name}`) }));

const goodFolders = ['brighton-beach/images', 'caliterra/images', 'copr/images', 'opensfm-berlin/images'];

const infoOf = async (path: string) => {
  const { info, warnings } = await readPhotoInfo(memorySource(path, readFileSync(sharedData(path))), path);
  return { ...info, warnings };
};

describeWithShared('metadata of real photos', () => {
  it('reads a DJI photo with gimbal angles', async () => {
    expect(await infoOf('brighton-beach/images/DJI_0019.JPG')).toMatchObject({
      width: 4000,
      height: 2250,
      make: 'DJI',
      model: 'FC300S',
      focalSource: 'sensor-table',
      focalMm: 3.61,
      attitude: { yaw: 42.8, pitch: -89.9, roll: 0 },
      relativeAltitudeM: 40.1,
      position: { altitude: 198.61, fix: 'single', isSigmaStated: false },
      capturedAt: '2016-06-23T16:32:06',
      warnings: [],
    });
  });

  it('reads cameras without attitude, without position, without make', async () => {
    expect(await infoOf('caliterra/images/IMG_9405.jpg')).toMatchObject({
      model: 'Canon PowerShot SX260 HS',
      attitude: null,
      position: { altitude: 412.8 },
      warnings: [],
    });
    expect(await infoOf('copr/images/IMG_0031.jpg')).toMatchObject({
      focalMm: 30,
      sensorWidthMm: 22.2,
      position: null,
      warnings: [],
    });
    expect(await infoOf('opensfm-berlin/images/01.jpg')).toMatchObject({
      focalSource: '35mm',
      position: { altitude: 27 },
      warnings: [],
    });
  });

  it('gives the photos of each flight one camera', async () => {
    for (const folder of goodFolders.slice(0, 3)) {
      const keys = new Set<string>();
      for (const { name } of imagesOf(folder)) keys.add((await infoOf(`${folder}/${name}`)).cameraKey);
      expect(keys.size).toBe(1);
    }
  });
});

describeWithShared('quality of real photos', () => {
  it('rejects the blurred and the covered photo with the reason', async () => {
    const files = [...imagesOf('bad-images'), ...imagesOf('caliterra/images').slice(0, 2)];
    const { photos, rejected } = await openPhotos(files, { pool: createLocalPool() });
    expect(photos).toHaveLength(2);
    expect(Object.fromEntries(rejected.map(({ name, reason }) => [name, reason]))).toEqual({
      'DJI_20251001132715_0396_D_POOR_SHARPNESS.JPG': 'blurred',
      'DJI_20251001213509_0003_D_LENS_CAP.JPG': 'covered',
    });
  }, 60_000);

  it('passes every photo of four real flights, well above the limit', async () => {
    const softest: number[] = [];
    for (const folder of goodFolders) {
      const files = imagesOf(folder);
      const { rejected } = await openPhotos(files, { pool: createLocalPool() });
      expect(rejected).toEqual([]);
      const qualities = await Promise.all(
        files.slice(0, 3).map(async ({ path }) => measureQuality(await decodeGrey(path, qualitySide))),
      );
      softest.push(Math.min(...qualities.map(({ sharpness }) => sharpness ?? 0)));
    }
    expect(Math.min(...softest)).toBeGreaterThan(0.55);
  }, 120_000);
});

/** `8 deg 17' 42.56\" S`. */
function degrees(text: string): number {
  const [, d = '', m = '', sec = '', letter = ''] = /(\d+) deg (\d+)' ([\d.]+)"* ([NSEW])/.exec(text) ?? [];
  const size = Number(d) + Number(m) / 60 + Number(sec) / 3600;
  return /[SW]/.test(letter) ? -size : size;
}

const fraction = (value: number): readonly [number, number] => [Math.round(Math.abs(value) * 1e6), 1e6];

/** A photo whose metadata are those of a row of the public flight's list. */
async function photoOfRow([, name = '', , latitude = '', longitude = '', , pitch = '']: readonly string[]) {
  const [lat, lon] = [degrees(latitude), degrees(longitude)];
  const gps = {
    1: { ascii: lat < 0 ? 'S' : 'N' },
    2: { rational: [fraction(lat)] },
    3: { ascii: lon < 0 ? 'W' : 'E' },
    4: { rational: [fraction(lon)] },
  };
  const angles = { 'drone-dji:GimbalYawDegree': '0', 'drone-dji:GimbalPitchDegree': pitch };
  const xmp = xmpPacket({ 'drone-dji': 'http://www.dji.com/drone-dji/1.0/' }, pitch ? angles : {});
  const main = { 271: { ascii: 'DJI' }, 272: { ascii: 'FC8482' } };
  const exif = buildExif({ main, exif: { 37386: { rational: [[672, 100]] } }, gps });
  const bytes = buildJpegHead({ width: 4032, height: 3024, exif, xmp });
  return readPhotoInfo(memorySource(name, bytes), name);
}

describeWithShared('deliberate faults of a real flight', () => {
  it('finds wrong places and directions, and keeps the photos', async () => {
    const rows = readFileSync(sharedData('bad-images/image_metadata.csv'), 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => splitCells(line.trim(), ','))
      .filter(([, name = '']) => /\.jpg$/i.test(name));
    const readings = await Promise.all(rows.map(photoOfRow));
    const { infos, warnings } = checkPhotoSet(readings.map(({ info }) => info));
    const all = [...readings.flatMap((reading) => reading.warnings), ...warnings];
    expect(infos).toHaveLength(rows.length);
    expect(
      all.map(({ code, params }) => [code, String(params.file).replace(/^DJI_\d+_\d+_D_|\.JPG$/g, '')]),
    ).toEqual([
      ['photo.position-invalid', 'INVALID_COORD'],
      ['photo.position-far', 'FAR_AWAY'],
      ['photo.position-far', 'WRONG_HEMISPHERE'],
      ['photo.looks-up', 'GIMBAL_UP'],
    ]);
    expect(infos.filter(({ position }) => position === null)).toHaveLength(3);
  });
});

const lists: readonly (readonly [string, string | null, number, number])[] = [
  ['survey/gcp-lists/ioniq5.gcp_list.txt', 'WGS 84 / UTM zone 52N', 3, 15],
  ['survey/gcp-lists/odm_boruszyn_kap.gcp_list.txt', 'ETRF2000-PL / CS92', 7, 18],
  ['survey/gcp-lists/odm_br.gcp_list.txt', 'WGS 84 / UTM zone 22S', 6, 25],
  ['survey/gcp-lists/odm_br.gcp_list_chk_raw.txt', 'WGS 84 / UTM zone 22S', 15, 73],
  ['survey/gcp-lists/odm_data_bellus.gcp_list.txt', 'WGS 84 / UTM zone 17N', 4, 4],
  ['survey/gcp-lists/odm_ochota_kap.gcp_list.txt', 'ETRF2000-PL / CS92', 3, 3],
  ['survey/gcp-lists/oppaiyama.gcp_list.txt', 'WGS 84 / UTM zone 54N', 4, 149],
  ['copr/gcp_list.txt', 'WGS 84 / UTM zone 11N', 10, 27],
  ['copr/gcp_list_noimg.txt', 'WGS 84', 10, 0],
  ['copr/GPS_average.txt', 'WGS 84', 10, 0],
];

describeWithShared('control of real projects', () => {
  const read = (path: string) => readControlFile(readFileSync(sharedData(path), 'utf8'), path);

  it.each(lists)('reads %s', async (path, system, points, marks) => {
    const control = read(path);
    expect(control.points).toHaveLength(points);
    expect(control.points.flatMap((point) => point.marks)).toHaveLength(marks);
    const crs = await readCrs([{ source: 'gcp-header', payload: control.crsText ?? '' }]);
    expect(crs.name).toBe(system);
  });

  it('finds the one point that is marked twice in an image', () => {
    expect(read('survey/gcp-lists/odm_br.gcp_list_chk_raw.txt').warnings).toMatchObject([
      { code: 'control.duplicate-mark', params: { row: 48, label: 'HV11', photo: 'IMG_5352.JPG' } },
    ]);
  });

  it('says why a list of marks without coordinates cannot be used', () => {
    expect(() => read('copr/gcp_list_nocoord.txt')).toThrowError(
      expect.objectContaining({ code: 'control.no-points' }),
    );
  });

  it('keeps the marks of the photos at hand and tells of the others', () => {
    const control = keepKnownObservations(
      read('copr/gcp_list.txt'),
      imagesOf('copr/images').map(({ name }) => name),
    );
    const seen = control.points.filter(({ marks }) => marks.length > 0).map(({ label }) => label);
    expect(seen.sort()).toEqual(['gcp00', 'gcp01', 'gcp02', 'gcp03', 'gcp04', 'gcp05']);
    expect(control.warnings.map(({ code }) => code)).toEqual(['control.absent-photo']);
  });

  it('reads the marks of OpenSfM relative to the size of the images', () => {
    const sizes = new Map(
      ['01.jpg', '02.jpg', '03.jpg'].map((name) => [name, { width: 3264, height: 2448 }]),
    );
    const path = 'opensfm-berlin/ground_control_points.json';
    const control = readControlFile(readFileSync(sharedData(path), 'utf8'), path, sizes);
    expect(control.points.map(({ label, marks }) => [label, marks.length])).toEqual([
      ['0', 2],
      ['3', 1],
    ]);
    expect(control.points[0]?.marks[0]?.x).toBeCloseTo(-0.015689 * 3264 + 1632, 6);
    expect(control.warnings.map(({ code }) => code)).toEqual(['control.no-position']);
  });
});
