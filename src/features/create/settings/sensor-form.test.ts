import { expect, it } from 'vitest';
import type { KnownCamera } from '#domain/photogrammetry/photos/known-cameras.ts';
import { readSensors } from './sensor-form.ts';

const silent: KnownCamera = {
  make: 'Acme',
  model: 'Eye',
  width: 4000,
  height: 3000,
  sensorWidthMm: null,
  focalMm: null,
  isAssumed: true,
};
const known: KnownCamera = { ...silent, sensorWidthMm: 13.2, focalMm: 8.8, isAssumed: false };
const faultsOf = (draft: Parameters<typeof readSensors>[0][number], camera = silent) =>
  readSensors([draft], [camera]).faults[0];

it('nothing typed leaves the cameras to their photos', () => {
  expect(readSensors([], [silent, known])).toEqual({ stated: [], faults: [{}, {}] });
  expect(readSensors([{ focal: ' ' }], [known]).stated).toEqual([]);
});

it('reads sensor, focal length and principal point', () => {
  const { stated, faults } = readSensors(
    [{}, { sensorWidth: '13.2', focal: '8.8', x0: '1990', y0: '1510' }],
    [known, silent],
  );
  expect(faults).toEqual([{}, {}]);
  expect(stated).toMatchObject([
    { make: 'Acme', width: 4000, sensorWidthMm: 13.2, focalMm: 8.8, principalPoint: [1990, 1510] },
  ]);
});

it('widths and focal lengths are numbers above 0', () => {
  expect(faultsOf({ sensorWidth: '0', focal: 'x' })).toEqual({
    sensorWidth: 'validation.moreThan0',
    focal: 'validation.mustBeNumeric',
  });
  expect(faultsOf({ focal: '-8' }, known)).toEqual({ focal: 'validation.moreThan0' });
});

it('a principal point has both coordinates, inside the picture, or neither', () => {
  expect(faultsOf({ x0: '2000' }, known)).toEqual({ y0: 'createPage.sensor.bothOrNeither' });
  expect(faultsOf({ x0: '0', y0: '1500' }, known)).toMatchObject({ x0: 'validation.moreThan0' });
  expect(faultsOf({ x0: '2000', y0: '3000' }, known)).toEqual({ y0: 'createPage.sensor.outside' });
});

it('a focal length that stays unknown or absurd is told', () => {
  expect(faultsOf({ focal: '8.8' })).toEqual({ sensorWidth: 'createPage.sensor.alsoNeeded' });
  expect(faultsOf({ sensorWidth: '13.2' })).toEqual({ focal: 'createPage.sensor.alsoNeeded' });
  expect(faultsOf({ focal: '8.8' }, known)).toEqual({});
  expect(faultsOf({ focal: '880', sensorWidth: '1' })).toEqual({ focal: 'createPage.sensor.impossible' });
});
