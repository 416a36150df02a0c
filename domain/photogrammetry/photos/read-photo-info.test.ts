import { describe, expect, it } from 'vitest';
import { buildExif, buildJpegHead, type ExifTags, xmpPacket } from '#tests/support/photo-fixture.ts';
import { memorySource } from '../../formats/byte-source.ts';
import { readPhotoInfo } from './read-photo-info.ts';

const dji = { 'drone-dji': 'http://www.dji.com/drone-dji/1.0/' };
const place: ExifTags = {
  1: { ascii: 'N' },
  2: {
    rational: [
      [46, 1],
      [30, 1],
      [0, 1],
    ],
  },
  3: { ascii: 'E' },
  4: {
    rational: [
      [7, 1],
      [15, 1],
      [0, 1],
    ],
  },
  6: { rational: [[500, 1]] },
};

interface Parts {
  width?: number;
  height?: number;
  main?: ExifTags;
  exif?: ExifTags;
  gps?: ExifTags;
  xmp?: Record<string, string>;
}

function read({ width = 5472, height = 3648, main, exif, gps, xmp }: Parts) {
  const bytes = buildJpegHead({
    width,
    height,
    exif: buildExif({ ...(main ? { main } : {}), ...(exif ? { exif } : {}), ...(gps ? { gps } : {}) }),
    ...(xmp ? { xmp: xmpPacket(dji, xmp) } : {}),
  });
  return readPhotoInfo(memorySource('x', bytes), 'a.jpg');
}

const phantom: ExifTags = { 271: { ascii: 'DJI' }, 272: { ascii: 'FC6310' } };
const focal = (mm: number): ExifTags => ({ 37386: { rational: [[mm * 100, 100]] } });

describe('focal length', () => {
  it('prefers calibration, then table, focal plane, 35 mm, assumption', async () => {
    const calibrated = await read({
      main: phantom,
      exif: focal(8.8),
      xmp: { 'drone-dji:CalibratedFocalLength': '3666.6' },
    });
    expect(calibrated.info).toMatchObject({ focalPx: 3666.6, focalSource: 'calibrated' });

    const table = await read({ main: phantom, exif: { ...focal(8.8), 41989: { short: [24] } } });
    expect(table.info).toMatchObject({ focalSource: 'sensor-table', sensorWidthMm: 13.2, focalMm: 8.8 });
    expect(table.info.focalPx).toBeCloseTo((8.8 / 13.2) * 5472, 9);

    const unknown: ExifTags = { 271: { ascii: 'Nobody' }, 272: { ascii: 'One' } };
    const plane = { 41486: { rational: [[5472 * 254, 130]] }, 41488: { short: [2] } } as const;
    const byPlane = await read({ main: unknown, exif: { ...focal(10), ...plane } });
    expect(byPlane.info.focalSource).toBe('focal-plane');
    expect(byPlane.info.focalPx).toBeCloseTo((10 / 13) * 5472, 6);

    const by35 = await read({ main: unknown, exif: { 41989: { short: [24] } } });
    expect(by35.info.focalSource).toBe('35mm');
    expect(by35.info.focalPx).toBeCloseTo((24 / 36) * 5472, 6);

    const assumed = await read({ main: unknown });
    expect(assumed.info).toMatchObject({ focalSource: 'assumed', focalPx: 0.85 * 5472 });
    expect(assumed.warnings).toMatchObject([
      { code: 'photo.focal-assumed', params: { camera: 'Nobody One' } },
    ]);
  });

  it('scales with a photo that was shrunk after it was taken, and counts on the longer side', async () => {
    const sizes = { 40962: { long: [5472] }, 40963: { long: [3648] } } as const;
    const xmp = { 'drone-dji:CalibratedFocalLength': '3600' };
    const half = await read({ width: 2736, height: 1824, main: phantom, exif: sizes, xmp });
    expect(half.info.focalPx).toBe(1800);
    const upright = await read({ width: 3648, height: 5472, main: phantom, exif: focal(8.8) });
    expect(upright.info.focalPx).toBeCloseTo((8.8 / 13.2) * 5472, 9);
  });

  it('names a contradiction', async () => {
    const { warnings } = await read({ main: phantom, exif: { ...focal(8.8), 41989: { short: [50] } } });
    expect(warnings).toMatchObject([
      { code: 'photo.focal-conflict', params: { source: 'sensor-table', otherSource: '35mm' } },
    ]);
  });
});

describe('position', () => {
  it('takes XMP before EXIF and says what it is worth', async () => {
    const xmp = {
      'drone-dji:GpsLatitude': '46.50001',
      'drone-dji:GpsLongitude': '7.25001',
      'drone-dji:AbsoluteAltitude': '+501.5',
      'drone-dji:RtkFlag': '50',
      'drone-dji:RtkStdLon': '0.01',
      'drone-dji:RtkStdLat': '0.012',
      'drone-dji:RtkStdHgt': '0.02',
    };
    const { info, warnings } = await read({ main: phantom, exif: focal(8.8), gps: place, xmp });
    expect(info.position).toEqual({
      latitude: 46.50001,
      longitude: 7.25001,
      altitude: 501.5,
      fix: 'fixed',
      sigmaM: { east: 0.01, north: 0.012, up: 0.02 },
      isSigmaStated: true,
    });
    expect(warnings).toEqual([]);
  });

  it('gives a single fix its usual sigma', async () => {
    const { info } = await read({ main: phantom, gps: place });
    expect(info.position).toMatchObject({
      altitude: 500,
      fix: 'single',
      isSigmaStated: false,
      sigmaM: { east: 1.5, up: 3 },
    });
  });

  it('drops what is not on the earth and names two places that differ', async () => {
    const off = {
      ...place,
      2: {
        rational: [
          [250, 1],
          [0, 1],
          [0, 1],
        ],
      },
    } as const;
    const invalid = await read({ main: phantom, exif: focal(8.8), gps: off });
    expect(invalid.info.position).toBeNull();
    expect(invalid.warnings).toMatchObject([{ code: 'photo.position-invalid', params: { latitude: 250 } }]);

    const xmp = { 'drone-dji:GpsLatitude': '-46.5', 'drone-dji:GpsLongitude': '7.25' };
    const conflict = await read({ main: phantom, exif: focal(8.8), gps: place, xmp });
    expect(conflict.info.position).toMatchObject({ latitude: 46.5 });
    expect(conflict.warnings).toMatchObject([
      { code: 'photo.position-conflict', params: { otherLatitude: -46.5 } },
    ]);

    const zero = { ...place, 2: { rational: [[0, 1]] }, 4: { rational: [[0, 1]] } } as const;
    expect((await read({ main: phantom, exif: focal(8.8), gps: zero })).info.position).toBeNull();
  });
});

describe('readPhotoInfo', () => {
  it('groups photos by camera, size and zoom', async () => {
    const key = async (parts: Parts) => (await read(parts)).info.cameraKey;
    const one = await key({ main: phantom, exif: focal(8.8) });
    expect(await key({ main: phantom, exif: focal(8.8), gps: place })).toBe(one);
    expect(await key({ main: phantom, exif: focal(9) })).not.toBe(one);
    expect(await key({ main: phantom, exif: focal(8.8), width: 4864 })).not.toBe(one);
    expect(await key({ main: phantom, exif: { ...focal(8.8), 42033: { ascii: 'B' } } })).not.toBe(one);
  });

  it('reads a TIFF by its own directories', async () => {
    const bytes = buildExif({
      main: { 256: { short: [640] }, 257: { short: [480] }, ...phantom },
      exif: focal(8.8),
      gps: place,
    });
    const { info } = await readPhotoInfo(memorySource('x', bytes), 'a.tif');
    expect(info).toMatchObject({
      name: 'a.tif',
      width: 640,
      height: 480,
      focalSource: 'sensor-table',
      position: { altitude: 500 },
    });
  });

  it('reads a photo whose EXIF is damaged without it, and says so', async () => {
    const exif = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9);
    const source = memorySource('x', buildJpegHead({ width: 400, height: 300, exif }));
    const { info, warnings } = await readPhotoInfo(source, 'a.jpg');
    expect(info).toMatchObject({ width: 400, make: null, focalSource: 'assumed' });
    expect(warnings.map(({ code, params }) => [code, params.file])).toEqual([
      ['photo.exif-broken', 'a.jpg'],
      ['photo.focal-assumed', 'a.jpg'],
    ]);
  });

  it('refuses other files by name', async () => {
    const source = memorySource('x', new TextEncoder().encode('<html>'));
    await expect(readPhotoInfo(source, 'a.jpg')).rejects.toMatchObject({
      code: 'photo.unsupported',
      params: { file: 'a.jpg' },
    });
    const cut = readPhotoInfo(memorySource('x', Uint8Array.of(0x49, 0x49, 42, 0, 99, 0, 0, 0)), 'a.tif');
    await expect(cut).rejects.toMatchObject({ code: 'photo.corrupt', params: { file: 'a.tif' } });
    const empty = readPhotoInfo(memorySource('x', new Uint8Array(0)), 'a.jpg');
    await expect(empty).rejects.toMatchObject({ code: 'photo.corrupt' });
  });
});

describe('positions that leave something open', () => {
  const { 1: _north, 3: _east, ...unsigned } = place;

  it('lack a hemisphere without references, unless XMP has a sign', async () => {
    const open = await read({ gps: unsigned });
    expect(open.info.position).toMatchObject({ latitude: 46.5, longitude: 7.25, lacksHemisphere: true });
    const signed = await read({
      gps: unsigned,
      xmp: { 'drone-dji:GpsLatitude': '-46.5', 'drone-dji:GpsLongitude': '-7.25' },
    });
    expect(signed.info.position).toMatchObject({ latitude: -46.5, longitude: -7.25 });
    expect(signed.info.position?.lacksHemisphere).toBeUndefined();
    expect(signed.warnings.map(({ code }) => code)).not.toContain('photo.position-conflict');
    expect((await read({ gps: place })).info.position?.lacksHemisphere).toBeUndefined();
  });

  it('are none where a part of an angle is unknown', async () => {
    const seconds: ExifTags = {
      ...place,
      2: {
        rational: [
          [46, 1],
          [30, 1],
          [0, 0],
        ],
      },
    };
    const { info, warnings } = await read({ gps: seconds });
    expect(info.position).toBeNull();
    expect(warnings).toContainEqual({ code: 'photo.position-incomplete', params: { file: 'a.jpg' } });
  });

  it('have no height where its fraction is 0/0', async () => {
    const { info } = await read({ gps: { ...place, 6: { rational: [[0, 0]] } } });
    expect(info.position).toMatchObject({ latitude: 46.5, altitude: null });
  });
});
