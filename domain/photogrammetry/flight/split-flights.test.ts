import { describe, expect, it } from 'vitest';
import type { GnssFix, PhotoInfo } from '../model/photo.ts';
import { flightHeightDoubts } from './flight-heights.ts';
import { positionBiases, wrongWithinFlights } from './position-biases.ts';
import { bestFlight, splitFlights } from './split-flights.ts';

interface Shot {
  readonly second?: number;
  readonly fix?: GnssFix;
  readonly serial?: string;
  readonly altitude?: number;
}

function createPhoto(
  { second, fix = 'single', serial = 'a', altitude = 300 }: Shot,
  index: number,
): PhotoInfo {
  const up = fix === 'fixed' ? 0.02 : 3;
  return {
    name: `P${index + 1}.JPG`,
    width: 4000,
    height: 3000,
    orientation: 1,
    make: 'M',
    model: 'D',
    serial,
    focalMm: 12,
    sensorWidthMm: 24,
    focalPx: 2000,
    focalSource: 'exif',
    isFisheye: false,
    position: {
      latitude: 40,
      longitude: 7,
      altitude,
      fix,
      sigmaM: { east: up / 2, north: up / 2, up },
      isSigmaStated: false,
    },
    attitude: null,
    relativeAltitudeM: 80,
    capturedAt: second === undefined ? null : new Date(second * 1000).toISOString(),
    cameraKey: 'D',
  };
}

const photosOf = (shots: readonly Shot[]) => splitFlights(shots.map(createPhoto)).map(({ photos }) => photos);
const run = (count: number, shot: Shot = {}, start = 0) =>
  Array.from({ length: count }, (_, k): Shot => ({ ...shot, second: start + 5 * k }));

describe('flights among photos', () => {
  it('begin after long pauses, whatever the order of the files', () => {
    expect(photosOf([...run(3, {}, 2000), ...run(4)])).toEqual([
      [3, 4, 5, 6],
      [0, 1, 2],
    ]);
  });

  it('are not cut at pauses that slow flying makes', () => {
    expect(photosOf([0, 60, 120, 320, 380].map((second) => ({ second })))).toEqual([[0, 1, 2, 3, 4]]);
  });

  it('are of one device and one kind of fix', () => {
    const shots: Shot[] = [
      ...run(3, { fix: 'fixed' }),
      ...run(3, { fix: 'float' }, 15),
      ...run(3, { serial: 'b' }),
    ];
    expect(photosOf(shots)).toEqual([
      [0, 1, 2],
      [6, 7, 8],
      [3, 4, 5],
    ]);
  });

  it('hold photos without a time together, and none without a position', () => {
    const infos = run(3).map(createPhoto);
    const silent = infos.map((info) => ({ ...info, capturedAt: null }));
    expect(splitFlights(silent)).toHaveLength(1);
    expect(splitFlights(infos.map((info) => ({ ...info, position: null })))).toEqual([]);
  });

  it('are believed by their fix, then by their number', () => {
    const flights = splitFlights(
      [...run(5), ...run(3, { fix: 'fixed' }, 900), ...run(4, { fix: 'fixed' }, 1800)].map(createPhoto),
    );
    expect(bestFlight(flights)).toBe(2);
    const { flights: biased, of } = positionBiases(flights, () => true);
    expect(biased).toEqual([0, 1]);
    expect([of.get(0), of.get(5), of.get(8)]).toEqual([0, 1, undefined]);
    expect(positionBiases(flights, (photo) => photo > 2).flights).toEqual([1]);
  });
});

describe('a flight whose satellite heights differ', () => {
  const shots = [...run(4), ...run(4, { altitude: 315 }, 2000)];

  it('is told by its height over take-off', () => {
    expect(flightHeightDoubts(shots.map(createPhoto))).toEqual([
      {
        code: 'photo.flight-higher',
        params: { flight: 2, first: 'P5.JPG', last: 'P8.JPG', count: 4, difference: '15.0', other: 1 },
      },
    ]);
    const lower = [...run(4), ...run(4, { altitude: 285 }, 2000)];
    expect(flightHeightDoubts(lower.map(createPhoto))[0]?.code).toBe('photo.flight-lower');
  });

  it('is not told within what such heights are worth, nor without heights over take-off', () => {
    const near = [...run(4), ...run(4, { altitude: 308 }, 2000)];
    expect(flightHeightDoubts(near.map(createPhoto))).toEqual([]);
    const plain = shots.map(createPhoto).map((info) => ({ ...info, relativeAltitudeM: null }));
    expect(flightHeightDoubts(plain)).toEqual([]);
  });

  it('is not wrong photo by photo', () => {
    const flights = splitFlights(shots.map(createPhoto));
    expect([...wrongWithinFlights(flights, new Set([1, 4, 5, 6]))]).toEqual([1]);
    expect([...wrongWithinFlights(flights, new Set([1, 4]))]).toEqual([1, 4]);
  });
});
