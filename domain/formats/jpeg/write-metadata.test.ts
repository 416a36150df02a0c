import { describe, expect, it } from 'vitest';
import { readPhotoInfo } from '../../photogrammetry/photos/read-photo-info.ts';
import { memorySource } from '../byte-source.ts';
import { addPhotoMetadata, type PhotoMetadata } from './write-metadata.ts';

/** The markers of a JPEG of 1600 by 1200 pixels without its pixels. */
const bareJpeg = Uint8Array.from([
  ...[0xff, 0xd8],
  ...[0xff, 0xc0, 0, 17, 8, 0x04, 0xb0, 0x06, 0x40, 3, 1, 0x11, 0, 2, 0x11, 1, 3, 0x11, 1],
  ...[0xff, 0xda, 0, 2, 0xff, 0xd9],
]);

const facts: PhotoMetadata = {
  make: 'Plumbline',
  model: 'SimCam',
  serial: 'SIM-1',
  software: 'test',
  width: 1600,
  height: 1200,
  focalMm: 9.6,
  focal35Mm: 25,
  sensorWidthMm: 13.2,
  takenAt: '2026:06:20 10:00:07',
  exposureS: 0.001,
  latitude: 53.8742918273,
  longitude: -78.1264018391,
  altitudeM: 373.417,
  relativeAltitudeM: 120.25,
  gimbal: { yaw: -2.313, pitch: -89.12, roll: 0.44 },
  rtkSigmaM: null,
};

async function read(changes: Partial<PhotoMetadata>) {
  const bytes = addPhotoMetadata(bareJpeg, { ...facts, ...changes });
  return (await readPhotoInfo(memorySource('a.jpg', bytes), 'a.jpg')).info;
}

describe('photo metadata', () => {
  it('is read back as it was written', async () => {
    const info = await read({});
    expect(info).toMatchObject({
      ...{ width: 1600, height: 1200, orientation: 1, make: 'Plumbline', model: 'SimCam', serial: 'SIM-1' },
      ...{ focalMm: 9.6, relativeAltitudeM: 120.25 },
      attitude: { yaw: -2.313, pitch: -89.12, roll: 0.44 },
    });
    expect(info.focalPx).toBeCloseTo((9.6 / 13.2) * 1600, 3);
    expect(info.position?.latitude).toBeCloseTo(facts.latitude, 9);
    expect(info.position?.longitude).toBeCloseTo(facts.longitude, 9);
    expect(info.position).toMatchObject({ altitude: 373.417, fix: 'single', isSigmaStated: false });
    expect(info.capturedAt).toContain('2026-06-20T10:00:07');
  });

  it('keeps the signs of south, east and depth, and an RTK fix with its sigmas', async () => {
    const info = await read({
      latitude: -33.5000000004,
      longitude: 151.0000000123,
      altitudeM: -12.345,
      rtkSigmaM: [0.011, 0.012, 0.025],
    });
    expect(info.position?.latitude).toBeCloseTo(-33.5000000004, 9);
    expect(info.position?.longitude).toBeCloseTo(151.0000000123, 9);
    expect(info.position).toMatchObject({
      ...{ altitude: -12.345, fix: 'fixed', isSigmaStated: true },
      sigmaM: { east: 0.011, north: 0.012, up: 0.025 },
    });
  });

  it('says the same in EXIF as in XMP', async () => {
    const bytes = addPhotoMetadata(bareJpeg, facts);
    const text = Buffer.from(bytes).toString('latin1');
    const withoutXmp = Uint8Array.from(Buffer.from(text.replaceAll('drone-dji:', 'drone-nil:'), 'latin1'));
    const { info } = await readPhotoInfo(memorySource('a.jpg', withoutXmp), 'a.jpg');
    expect(info.attitude).toBeNull();
    expect(info.position?.latitude).toBeCloseTo(facts.latitude, 8);
    expect(info.position?.longitude).toBeCloseTo(facts.longitude, 8);
    expect(info.position?.altitude).toBeCloseTo(facts.altitudeM, 3);
  });
});
