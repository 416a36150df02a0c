import { describe, expect, it } from 'vitest';
import type { PhotoInfo } from '../model/photo.ts';
import { flightDoubts } from './flight-doubts.ts';
import { layOutFlight } from './stated-flight.ts';

const metre = 1 / 111_320;

/** A nadir photo from 80 m: 4000 × 3000 px of 0.04 m on the ground. */
function photoAt(name: string, east: number, north: number, over: Partial<PhotoInfo> = {}): PhotoInfo {
  const sigmaM = { east: 0.02, north: 0.02, up: 0.04 };
  return {
    name,
    width: 4000,
    height: 3000,
    orientation: 1,
    make: 'DJI',
    model: 'M3E',
    serial: 'a',
    focalMm: 12,
    sensorWidthMm: 24,
    focalPx: 2000,
    focalSource: 'exif',
    isFisheye: false,
    position: {
      latitude: north * metre,
      longitude: east * metre,
      altitude: 230,
      fix: 'fixed',
      sigmaM,
      isSigmaStated: true,
    },
    attitude: { yaw: 0, pitch: -90, roll: 0 },
    relativeAltitudeM: 80,
    capturedAt: null,
    cameraKey: 'M3E',
    ...over,
  };
}

/** Photos along a strip, each `step` metres north of the previous one; a footprint is 120 m long in that direction. */
const strip = (step: number, count = 5) =>
  Array.from({ length: count }, (_, i) => photoAt(`${i}.JPG`, 0, i * step));

const codes = (infos: readonly PhotoInfo[]) =>
  flightDoubts(infos, layOutFlight(infos)).map(({ code, params }) => [code, params['file']]);

describe('a flight by its metadata', () => {
  it('is laid out in metres with what each photo sees, shares and resolves', () => {
    const flight = layOutFlight(strip(30));
    expect(flight.photos[2]!.place[1]).toBeCloseTo(60, 6);
    expect(flight.photos[0]!.footprint!.area).toBeCloseTo(160 * 120, 3);
    expect(flight.overlap).toBeCloseTo(0.75, 6);
    expect(flight.gsdM).toBeCloseTo(0.04, 6);
    expect(codes(strip(30))).toEqual([]);
  });

  it('tells how far apart two ways of measuring heights put the take-off', () => {
    const infos = strip(30).map((info, at) =>
      at < 3
        ? { ...info, heightType: 'RtkAlt' }
        : { ...info, heightType: 'GpsFusionAlt', position: { ...info.position!, altitude: 221.5 } },
    );
    const found = flightDoubts(infos, layOutFlight(infos)).filter(
      ({ code }) => code === 'photo.height-types',
    );
    expect(found).toEqual([
      {
        code: 'photo.height-types',
        params: { type: 'GpsFusionAlt', count: 2, other: 'RtkAlt', difference: 8.5 },
      },
    ]);
  });

  it('compares the cameras of the photos of one band alone', () => {
    const thermal = { band: 'infrared', cameraKey: 'T', width: 640, height: 512 };
    const infos = strip(30).flatMap((info) => [info, { ...info, ...thermal, name: `T${info.name}` }]);
    expect(flightDoubts(infos, layOutFlight(infos)).map(({ code }) => code)).toEqual(['photo.bands-mixed']);
  });

  it('has no footprints where no height over the ground is stated', () => {
    const flight = layOutFlight(strip(30).map((info) => ({ ...info, relativeAltitudeM: null })));
    expect(flight).toMatchObject({ overlap: null, gsdM: null });
    expect(flight.photos).toHaveLength(5);
  });

  it('stays together across the date line', () => {
    const [a, b] = [photoAt('a', 0, 0), photoAt('b', 0, 0)];
    const at = (info: PhotoInfo, longitude: number) => ({
      ...info,
      position: { ...info.position!, longitude },
    });
    const { photos } = layOutFlight([at(a, 179.9999), at(b, -179.9999)]);
    expect(photos[1]!.place[0]).toBeCloseTo(0.0002 / metre, 6);
  });

  it('names photos that share too little with every other', () => {
    expect(codes([...strip(30), photoAt('far.JPG', 0, 260)])).toEqual([['photo.low-overlap', 'far.JPG']]);
  });

  it('names none while another photo that says not where it was may share with them', () => {
    const infos = [...strip(30), photoAt('far.JPG', 0, 260), photoAt('lost.JPG', 0, 200, { position: null })];
    expect(codes(infos)).toEqual([['photo.no-position', 'lost.JPG']]);
  });

  it('names what does not fit to the rest: no position, height, its sign, fix, camera, orientation', () => {
    const odd = (name: string, over: Partial<PhotoInfo>) => photoAt(name, 0, 45, over);
    const { position } = photoAt('', 0, 45);
    const all = [
      ...strip(30, 9),
      odd('lost.JPG', { position: null }),
      odd('below.JPG', { position: { ...position!, altitude: -228 } }),
      odd('flat.JPG', { position: { ...position!, altitude: null } }),
      odd('coarse.JPG', { position: { ...position!, sigmaM: { east: 0.02, north: 0.02, up: 0.5 } } }),
      odd('float.JPG', { position: { ...position!, fix: 'float' } }),
      odd('phone.JPG', { cameraKey: 'phone', make: 'A', model: 'B' }),
      odd('upright.JPG', { orientation: 6 }),
    ];
    expect(codes(all)).toEqual([
      ['photo.no-position', 'lost.JPG'],
      ['photo.no-altitude', 'flat.JPG'],
      ['photo.altitude-sign', 'below.JPG'],
      ['photo.not-fixed', 'float.JPG'],
      ['photo.fix-coarse', 'coarse.JPG'],
      ['photo.other-camera', 'phone.JPG'],
      ['photo.turned', 'upright.JPG'],
    ]);
  });

  it('takes a flight without any position as meant so', () => {
    expect(codes(strip(30).map((info) => ({ ...info, position: null })))).toEqual([]);
  });
});
