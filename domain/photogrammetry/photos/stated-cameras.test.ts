import { expect, it } from 'vitest';
import type { PhotoInfo } from '../model/photo.ts';
import { camerasOf } from './photo-cameras.ts';
import { openDoubts, type StatedCamera, stateCameras } from './stated-cameras.ts';

function createInfo(changes: Partial<PhotoInfo>): PhotoInfo {
  return {
    name: 'a.JPG',
    width: 4000,
    height: 3000,
    orientation: 1,
    make: 'Acme',
    model: 'Eye',
    serial: null,
    focalMm: null,
    sensorWidthMm: null,
    focalPx: 3400,
    focalSource: 'assumed',
    isFisheye: false,
    position: null,
    attitude: null,
    relativeAltitudeM: null,
    capturedAt: null,
    cameraKey: 'eye',
    ...changes,
  };
}

const stated: StatedCamera = {
  make: 'Acme',
  model: 'Eye',
  width: 4000,
  height: 3000,
  sensorWidthMm: 13.2,
  focalMm: 8.8,
  principalPoint: [1990, 1510],
};

it('a stated sensor and focal length are what the camera starts from, upright pictures included', () => {
  const [info] = stateCameras([createInfo({})], [stated]);
  expect(info).toMatchObject({ focalMm: 8.8, sensorWidthMm: 13.2, focalSource: 'stated' });
  const { cameras } = camerasOf([info!]);
  expect(cameras[0]).toMatchObject({ cx: 1990, cy: 1510 });
  expect(cameras[0]?.focal).toBeCloseTo((8.8 / 13.2) * 4000, 9);
  const upright = { width: 3000, height: 4000, principalPoint: null };
  const [turned] = stateCameras([createInfo(upright)], [{ ...stated, ...upright }]);
  expect(turned?.focalPx).toBeCloseTo((8.8 / 13.2) * 4000, 9);
  expect(camerasOf([turned!]).cameras[0]).toMatchObject({ cx: 1500, cy: 2000 });
});

it('what the photo knows completes what is stated, and nothing is made up where both are silent', () => {
  const known = createInfo({ focalMm: 10 });
  const [info] = stateCameras([known], [{ ...stated, focalMm: null }]);
  expect(info?.focalPx).toBeCloseTo((10 / 13.2) * 4000, 9);
  const [silent] = stateCameras([createInfo({})], [{ ...stated, focalMm: null }]);
  expect(silent).toMatchObject({ focalPx: 3400, focalSource: 'assumed' });
});

it('other cameras and other pictures of the same camera keep their own', () => {
  const others = [createInfo({ model: 'Ear' }), createInfo({ width: 2000, height: 1500 })];
  expect(stateCameras(others, [stated])).toEqual(others);
});

it('doubts about a focal length end where it is stated, others stay', () => {
  const warning = (code: 'photo.focal-assumed' | 'photo.no-position', file: string) => ({
    code,
    params: { file },
  });
  const warnings = [
    warning('photo.focal-assumed', 'a.JPG'),
    warning('photo.no-position', 'a.JPG'),
    warning('photo.focal-assumed', 'b.JPG'),
  ];
  const infos = stateCameras([createInfo({}), createInfo({ name: 'b.JPG', model: 'Ear' })], [stated]);
  expect(openDoubts(warnings, infos)).toEqual(warnings.slice(1));
});

it('one doubt about a camera is told once for all its photos', () => {
  const warning = (file: string, focal: number) => ({
    code: 'photo.focal-conflict' as const,
    params: { file, camera: 'Eye', focal },
  });
  const other = { code: 'photo.no-position' as const, params: { file: 'a.JPG' } };
  const warnings = [warning('a.JPG', 3400), other, warning('b.JPG', 3400), warning('c.JPG', 1200)];
  expect(openDoubts(warnings, [])).toEqual([
    { code: 'photo.camera-focal-conflict', params: { file: 'a.JPG', count: 2, camera: 'Eye', focal: 3400 } },
    other,
    warning('c.JPG', 1200),
  ]);
});
