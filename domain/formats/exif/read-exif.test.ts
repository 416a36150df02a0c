import { describe, expect, it } from 'vitest';
import { buildExif } from '#tests/support/photo-fixture.ts';
import { memorySource } from '../byte-source.ts';
import { isoDate, readExif } from './read-exif.ts';

const camera = {
  main: { 271: { ascii: 'DJI' }, 272: { ascii: 'FC6310' }, 274: { short: [6] } },
  exif: {
    36867: { ascii: '2024:05:06 07:08:09' },
    36881: { ascii: '+02:00' },
    37521: { ascii: '25' },
    37386: { rational: [[88, 10]] },
    40962: { long: [5472] },
    40963: { long: [3648] },
    41486: { rational: [[10_000_000, 2438]] },
    41488: { short: [3] },
    41989: { short: [24] },
    42033: { ascii: 'SN42' },
  },
  gps: {
    1: { ascii: 'S' },
    2: {
      rational: [
        [8, 1],
        [17, 1],
        [4256, 100],
      ],
    },
    3: { ascii: 'W' },
    4: {
      rational: [
        [115, 1],
        [2924, 100],
        [0, 1],
      ],
    },
    5: { byte: [1] },
    6: { rational: [[1234, 100]] },
    31: { rational: [[5, 1]] },
  },
} as const;

const read = (bytes: Uint8Array) => readExif(memorySource('a.jpg', bytes));

describe('EXIF', () => {
  it.each([
    ['little', true],
    ['big', false],
  ])('reads camera, time and place, %s endian', async (_, littleEndian) => {
    const exif = await read(buildExif(camera, littleEndian));
    expect(exif).toMatchObject({
      make: 'DJI',
      model: 'FC6310',
      serial: 'SN42',
      orientation: 6,
      width: 5472,
      height: 3648,
      focalMm: 8.8,
      focal35Mm: 24,
      capturedAt: '2024-05-06T07:08:09.25+02:00',
    });
    expect(exif.focalPlanePerMm).toBeCloseTo(10_000_000 / 2438 / 10, 9);
    expect(exif.gps?.latitude).toBeCloseTo(-(8 + 17 / 60 + 42.56 / 3600), 10);
    expect(exif.gps?.longitude).toBeCloseTo(-(115 + 29.24 / 60), 10);
    expect(exif.gps).toMatchObject({ altitude: -12.34, isEllipsoidal: false, horizontalErrorM: 5 });
  });

  it.each([
    [{ byte: [0] }, 12.34, false],
    [{ byte: [1] }, -12.34, false],
    [{ byte: [2] }, 12.34, true],
    [{ byte: [3] }, -12.34, true],
    [{ ascii: '1' }, -12.34, false],
  ])('applies the altitude reference %j once', async (reference, altitude, isEllipsoidal) => {
    const { gps } = await read(buildExif({ gps: { ...camera.gps, 5: reference } }));
    expect(gps).toMatchObject({ altitude, isEllipsoidal });
  });

  it('takes values that divide by zero as absent', async () => {
    const exif = await read(buildExif({ exif: { 37386: { rational: [[0, 0]] }, 41989: { short: [0] } } }));
    expect(exif).toMatchObject({ focalMm: null, focal35Mm: null });
  });

  it('refuses what is no TIFF structure and passes over values outside the file', async () => {
    await expect(read(Uint8Array.of(1, 2, 3))).rejects.toMatchObject({ code: 'photo.exif-broken' });
    const bytes = buildExif(camera);
    new DataView(bytes.buffer).setUint32(4, 1 << 30, true);
    await expect(read(bytes)).rejects.toMatchObject({
      code: 'photo.exif-broken',
      params: { offset: 1 << 30 },
    });
    const cut = buildExif(camera).slice(0, 120);
    await expect(read(cut)).resolves.toMatchObject({ make: 'DJI', gps: null });
  });

  it('never reads beyond its bytes, whatever byte is damaged', async () => {
    const whole = buildExif(camera);
    for (let at = 0; at < whole.length; at++) {
      for (const value of [0x00, 0xff]) {
        const bytes = whole.slice();
        bytes[at] = value;
        const result = await read(bytes).catch((error: { code?: string }) => error.code);
        expect(typeof result === 'object' || result === 'photo.exif-broken').toBe(true);
      }
    }
  });

  it('reads dates only where they are dates', () => {
    expect(isoDate('2014:10:19 13:22:39', null, null)).toBe('2014-10-19T13:22:39');
    expect(isoDate('0000:00:00 00:00:00', null, null)).toBeNull();
    expect(isoDate('2014:13:19 13:22:39', null, null)).toBeNull();
    expect(isoDate('    ', null, null)).toBeNull();
  });
});
