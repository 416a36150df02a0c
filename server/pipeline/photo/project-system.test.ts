import { describe, expect, it } from 'vitest';
import type { ControlFile } from '#domain/photogrammetry/model/control.ts';
import type { PhotoInfo } from '#domain/photogrammetry/model/photo.ts';
import { chooseSystem, utmEpsg } from './project-system.ts';

const photo = (index: number, hasPosition = true): PhotoInfo => ({
  name: `P${index}.JPG`,
  width: 1000,
  height: 750,
  orientation: 1,
  make: 'M',
  model: 'C',
  serial: null,
  focalMm: null,
  sensorWidthMm: null,
  focalPx: 800,
  focalSource: 'exif',
  isFisheye: false,
  position: hasPosition
    ? {
        latitude: 46.84 + index * 1e-4,
        longitude: -92,
        altitude: 300,
        fix: 'single',
        sigmaM: { east: 2, north: 2, up: 4 },
        isSigmaStated: false,
      }
    : null,
  attitude: null,
  relativeAltitudeM: null,
  capturedAt: null,
  cameraKey: 'C',
});

const control = (crsText: string | null, x: number, y: number): ControlFile => ({
  name: 'gcp.txt',
  crsText,
  points: [{ label: 'A', type: 'gcp', x, y, z: 280, sigma: null, marks: [] }],
  warnings: [],
});

const flight = [0, 1, 2].map((index) => photo(index));

describe('the system of a project', () => {
  it('is the one that the person states, before the control’s', async () => {
    const stated = { source: 'user', payload: 'EPSG:26915' } as const;
    const found = await chooseSystem(stated, [control('EPSG:32615', 576_200, 5_188_000)], flight);
    expect([found.source, found.crs.epsg, found.controlCrs[0]?.epsg]).toEqual(['user', 26_915, 32_615]);
  });

  it('claims no heights that no photo states', async () => {
    const flat = flight.map((info) => ({ ...info, position: { ...info.position!, altitude: null } }));
    const found = await chooseSystem(null, [], flat);
    expect([found.crs.epsg, found.crs.verticalUnit]).toEqual([32_615, null]);
    expect(found.warnings.map(({ code }) => code)).toEqual(['photo.system-plan-from-gps']);
    expect(found.positions.every((position) => position?.hasHeight === false)).toBe(true);
    const [one, ...others] = flight;
    const mixed = await chooseSystem(null, [], [one!, ...flat.slice(1, 1 + others.length)]);
    expect(mixed.warnings.map(({ code }) => code)).toEqual(['photo.system-from-gps']);
  });

  it('is the control’s where it names one', async () => {
    const found = await chooseSystem(null, [control('EPSG:32615', 576_200, 5_188_000)], flight);
    expect([found.source, found.crs.epsg, found.arePositionsTied]).toEqual(['control', 32_615, true]);
  });

  it.each([
    ['EPSG:32715', 576_200, 5_188_000, { code: 'control.far', params: { file: 'gcp.txt' } }],
    ['EPSG:32615', 5_188_000, 576_200, { code: 'photo.control-swapped' }],
    [
      'EPSG:32615',
      576_200 / 0.3048,
      5_188_000 / 0.3048,
      { code: 'photo.control-units', params: { factor: 0.3048 } },
    ],
  ])(
    'refuses control in %s far from the photos, with the slip that explains it',
    async (crs, x, y, fault) => {
      await expect(chooseSystem(null, [control(crs, x, y)], flight)).rejects.toMatchObject(fault);
    },
  );

  it('is the zone of control in degrees', async () => {
    const found = await chooseSystem(null, [control('EPSG:4326', -92, 46.84)], flight);
    expect([found.source, found.crs.epsg]).toEqual(['control', 32_615]);
  });

  it('is guessed for control without one that lies beside the photos', async () => {
    const found = await chooseSystem(null, [control(null, 576_235, 5_187_950)], flight);
    expect(found.crs.epsg).toBe(32_615);
    const local = await chooseSystem(null, [control(null, 100, 200)], flight);
    expect([local.crs.kind, local.arePositionsTied]).toEqual(['engineering', false]);
  });

  it('is the photos’ zone with heights over the ellipsoid, and says so', async () => {
    const found = await chooseSystem(null, [], flight);
    expect([found.source, found.crs.epsg, found.crs.verticalDatum]).toEqual(['gps', 32_615, 'ellipsoid']);
    expect(found.warnings.map(({ code }) => code)).toEqual(['photo.system-from-gps']);
    const [first, second] = found.positions;
    const north = second!.xyz[1] - first!.xyz[1];
    expect(north).toBeGreaterThan(11);
    expect(north).toBeLessThan(11.2);
    expect(first!.sigma).toEqual([2, 2, 4]);
  });

  it('is a local frame where nothing names a place', async () => {
    const stated = { source: 'user', payload: 'EPSG:32615' } as const;
    const found = await chooseSystem(stated, [], [photo(0, false), photo(1, false)]);
    expect([found.source, found.crs.kind]).toEqual(['none', 'engineering']);
    expect(found.warnings.map(({ code }) => code)).toEqual(['photo.system-none']);
  });

  it('cannot count in degrees', async () => {
    const stated = { source: 'user', payload: 'EPSG:4326' } as const;
    await expect(chooseSystem(stated, [], flight)).rejects.toMatchObject({ code: 'photo.system-not-flat' });
  });

  it.each([
    [46.8, -92, 32_615],
    [-33.9, 151.2, 32_756],
    [60.4, 5.3, 32_632],
    [78.2, 15.6, 32_633],
    [10, 180, 32_660],
  ])('is the UTM zone of %d, %d', (latitude, longitude, epsg) => {
    expect(utmEpsg(latitude, longitude)).toBe(epsg);
  });
});
