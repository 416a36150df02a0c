import { describe, expect, it } from 'vitest';
import type { PhotoInfo } from '../model/photo.ts';
import { checkPhotoSet } from './check-photo-set.ts';

function createPhoto(name: string, latitude: number, longitude: number, pitch = -90): PhotoInfo {
  return {
    name,
    width: 4000,
    height: 3000,
    orientation: 1,
    make: null,
    model: null,
    serial: null,
    focalMm: null,
    sensorWidthMm: null,
    focalPx: 3000,
    focalSource: 'assumed',
    isFisheye: false,
    position: {
      latitude,
      longitude,
      altitude: 100,
      fix: 'single',
      sigmaM: { east: 1.5, north: 1.5, up: 3 },
      isSigmaStated: false,
    },
    attitude: { yaw: 0, pitch, roll: 0 },
    relativeAltitudeM: null,
    capturedAt: null,
    cameraKey: 'k',
  };
}

const strip = (longitude: number) =>
  [0, 1, 2, 3].map((i) => createPhoto(`${i}.jpg`, -8.3 + i * 1e-4, longitude));

describe('checkPhotoSet', () => {
  it('drops a position in another country or hemisphere, not the photo', () => {
    const infos = [
      ...strip(115.5),
      createPhoto('far.jpg', 48.9, 2.35),
      createPhoto('mirror.jpg', 8.29, -115.45),
    ];
    const checked = checkPhotoSet(infos);
    expect(checked.infos.map(({ position }) => position !== null)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(checked.warnings.map(({ code, params }) => [code, params.file])).toEqual([
      ['photo.position-far', 'far.jpg'],
      ['photo.position-far', 'mirror.jpg'],
    ]);
  });

  it('drops positions that are all the same, and keeps two photos of one place', () => {
    const same = [0, 1, 2, 3].map((i) => createPhoto(`${i}.jpg`, -8.3, 115.5));
    const stuck = checkPhotoSet([...same, createPhoto('moved.jpg', -8.3001, 115.5)]);
    expect(stuck.infos.map(({ position }) => position !== null)).toEqual([false, false, false, false, true]);
    expect(stuck.warnings).toEqual([{ code: 'photo.position-same', params: { count: 4, total: 5 } }]);
    const twice = [...strip(10), createPhoto('again.jpg', -8.3, 10)];
    expect(checkPhotoSet(twice)).toEqual({ infos: twice, warnings: [] });
  });

  it('keeps a long survey, and one across the date line', () => {
    const long = Array.from({ length: 40 }, (_, i) => createPhoto(`${i}.jpg`, 46 + i * 0.05, 7));
    expect(checkPhotoSet(long).warnings).toEqual([]);
    const line = [179.9999, -179.9999, 179.9998, -179.9998].map((lon, i) =>
      createPhoto(`${i}.jpg`, -17, lon),
    );
    expect(checkPhotoSet(line).warnings).toEqual([]);
  });

  it('tells of a camera that looked up', () => {
    const { warnings } = checkPhotoSet([...strip(10), createPhoto('up.jpg', -8.3, 10, 30)]);
    expect(warnings).toEqual([{ code: 'photo.looks-up', params: { file: 'up.jpg', pitch: 30 } }]);
  });
});
