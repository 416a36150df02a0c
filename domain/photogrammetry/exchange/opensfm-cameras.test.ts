import { describe, expect, it } from 'vitest';
import type { ExifLens, PhotoInfo } from '../model/photo.ts';
import { odmCameraNames, odmCameras, photosWithoutOdmCamera, toOpensfmCamera } from './opensfm-cameras.ts';

const silent: ExifLens = { focalMm: null, focal35Mm: null, focalPlanePerMm: null };

const photo = (changes: Partial<PhotoInfo> = {}): PhotoInfo => ({
  name: 'a.jpg',
  width: 5472,
  height: 3648,
  orientation: 1,
  make: 'DJI',
  model: 'FC6310R',
  serial: null,
  focalMm: 8.8,
  sensorWidthMm: 13.2,
  focalPx: 3648,
  focalSource: 'stated',
  isFisheye: false,
  exifLens: { ...silent, focalMm: 8.8, focal35Mm: 24 },
  position: null,
  attitude: null,
  relativeAltitudeM: null,
  capturedAt: null,
  cameraKey: 'a',
  ...changes,
});

describe('a camera in the form of OpenSfM', () => {
  it('counts in shares of the longer side, the principal point from the middle', () => {
    expect(toOpensfmCamera(photo({ principalPoint: [2736 + 54.72, 1824 - 27.36] }))).toMatchObject({
      projection_type: 'brown',
      width: 5472,
      height: 3648,
      focal_x: expect.closeTo(8.8 / 13.2, 12),
      focal_y: expect.closeTo(8.8 / 13.2, 12),
      c_x: expect.closeTo(0.01, 12),
      c_y: expect.closeTo(-0.005, 12),
    });
    expect(toOpensfmCamera(photo({ width: 3000, height: 4000, focalPx: 2000 }))).toMatchObject({
      focal_x: 0.5,
      c_x: 0,
      c_y: 0,
    });
  });

  it('has the names that ODM gives it by its EXIF', () => {
    expect(odmCameraNames(photo())[0]).toBe('v2 dji fc6310r 5472 3648 brown 0.6666');
    const ratioOf = (exifLens: ExifLens, changes: Partial<PhotoInfo> = {}) =>
      odmCameraNames(photo({ exifLens, ...changes })).map((name) => name.split(' ').at(-1));
    expect(new Set(ratioOf({ ...silent, focal35Mm: 36 }))).toEqual(new Set(['1.0']));
    expect(new Set(ratioOf({ ...silent, focalMm: 10, focalPlanePerMm: 5472 / 20 }))).toEqual(
      new Set(['0.5']),
    );
    expect(new Set(ratioOf(silent))).toEqual(new Set(['0.85']));
    expect(new Set(ratioOf({ ...silent, focalMm: 10 }, { make: 'Acme', model: 'Eye' }))).toEqual(
      new Set(['0.85']),
    );
    expect(odmCameraNames(photo({ make: null, model: null, exifLens: silent }))[0]).toBe(
      'v2   5472 3648 brown 0.85',
    );
  });

  it('is sent for lenses that it describes, and missed where the service did not know it', () => {
    const fisheye = photo({ name: 'f.jpg', isFisheye: true });
    const infos = [photo(), photo({ name: 'b.jpg', model: 'X' }), fisheye];
    const sent = odmCameras(infos);
    expect(Object.keys(sent)).toContain('v2 dji x 5472 3648 brown 0.6666');
    expect(Object.keys(odmCameras([fisheye]))).toEqual([]);
    const used = JSON.stringify({ 'dji fc6310r 5472 3648 brown 0.6666': sent });
    expect(photosWithoutOdmCamera(infos, used).map(({ name }) => name)).toEqual(['b.jpg', 'f.jpg']);
    expect(photosWithoutOdmCamera([photo()], 'no json')).toHaveLength(1);
  });
});
