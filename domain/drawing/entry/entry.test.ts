import { describe, expect, it } from 'vitest';
import { AppError } from '#domain/errors/app-error.ts';
import type { Path } from '#domain/geometry/path/path.ts';
import { INTERNATIONAL_FOOT, METRE, US_SURVEY_FOOT } from '#domain/units/units.ts';
import type { EntryForm } from './entry-reader.ts';
import { parseEntry } from './parse-entry.ts';
import { type EntryFrame, resolveEntry } from './resolve-entry.ts';

const metric: EntryForm = { order: 'xyz', hasDecimalComma: false, horizontal: METRE, vertical: METRE };
const bare: EntryFrame = {
  drawn: [],
  line: null,
  zFactor: 1,
  hasLengths: true,
  gridLength: () => 1,
};
const from = (...drawn: number[]): EntryFrame => ({ ...bare, drawn });

function place(text: string, frame: EntryFrame = bare, form: Partial<EntryForm> = {}): number[] {
  return [...resolveEntry(parseEntry(text, { ...metric, ...form }), frame)];
}

function faultOf(text: string, frame: EntryFrame = bare, form: Partial<EntryForm> = {}): unknown[] {
  try {
    place(text, frame, form);
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.params['column']];
    throw error;
  }
  throw new Error(`${text} was read`);
}

function expectNear(found: readonly number[], wanted: readonly number[]): void {
  expect(found).toEqual(wanted.map((value) => (Number.isNaN(value) ? value : expect.closeTo(value, 9))));
}

const degrees = (angle: number) => (angle * Math.PI) / 180;

describe('coordinates', () => {
  it('are read in the order that was chosen', () => {
    expect(place('1,2,3')).toEqual([1, 2, 3]);
    expect(place(' 1 ; 2 ')).toEqual([1, 2, Number.NaN]);
    expect(place('1,2,3', bare, { order: 'nez' })).toEqual([2, 1, 3]);
    expect(place('@1,2', from(10, 20, 30), { order: 'nez' })).toEqual([12, 21, 30]);
  });

  it('may have signs, sums, products and parentheses', () => {
    expect(place('-1+2*3, (4-1)/2, --2')).toEqual([5, 1.5, 2]);
    expect(place('.5,1.,2')).toEqual([0.5, 1, 2]);
  });

  it('are read with a decimal comma where the language has one', () => {
    expect(place('1,5;2,25;3.5', bare, { hasDecimalComma: true })).toEqual([1.5, 2.25, 3.5]);
    expect(faultOf('1,2,3', bare, { hasDecimalComma: true })).toEqual(['entry.bad-number', 1]);
  });

  it('are steps from the last place after @', () => {
    expect(place('@3,-4,0.5', from(0, 0, 0, 10, 20, 30))).toEqual([13, 16, 30.5]);
    expect(place('@3,-4', from(10, 20, Number.NaN))).toEqual([13, 16, Number.NaN]);
    expect(faultOf('@1,2')).toEqual(['entry.needs-place', undefined]);
  });

  it('are refused with the column of what does not fit', () => {
    expect(faultOf('1,2,3,4')).toEqual(['entry.too-many-values', 6]);
    expect(faultOf('1,')).toEqual(['entry.incomplete', 3]);
    expect(faultOf('1,x')).toEqual(['entry.unexpected', 3]);
    expect(faultOf('(1,2')).toEqual(['entry.unexpected', 3]);
    expect(faultOf('1.2.3,4')).toEqual(['entry.bad-number', 1]);
    expect(faultOf('1,4/(2-2)')).toEqual(['entry.division-by-zero', 4]);
    expect(faultOf(`${'9'.repeat(400)},1`)).toEqual(['entry.out-of-range', 1]);
    expect(faultOf('  ')).toEqual(['entry.empty', undefined]);
    expect(faultOf('1'.repeat(501))).toEqual(['entry.too-long', undefined]);
    expect(faultOf(`${'('.repeat(33)}1`)).toEqual(['entry.too-deep', 33]);
    expect(faultOf('12.5')).toEqual(['entry.length-alone', undefined]);
  });
});

describe('units', () => {
  it('convert to those of the survey', () => {
    expectNear(place('12\'6", 5 ftUS, 3 ft'), [3.81, (5 * 1200) / 3937, 0.9144]);
    expectNear(place('12\' 6.5", 6", 120 cm'), [3.8227, 0.1524, 1.2]);
    expectNear(place('3.2 m + 1 ft, 2 * 1yd, 10 km / 4'), [3.5048, 1.8288, 2500]);
    expectNear(place('6 ft / 2 ft, 1ch, 1 mi'), [3, 20.1168, 1609.344]);
  });

  it('take feet and inches for those of the survey', () => {
    const feet = { horizontal: US_SURVEY_FOOT, vertical: INTERNATIONAL_FOOT };
    expectNear(place("12'6\", 1 ft, 1'", bare, feet), [12.5, 0.999998, 1]);
  });

  it('are refused where they mean nothing', () => {
    expect(faultOf('1 parsec,2')).toEqual(['entry.unknown-unit', 3]);
    expect(faultOf('2 m * 3 m,1')).toEqual(['entry.product-of-lengths', 5]);
    expect(faultOf('2 / 3 m,1')).toEqual(['entry.product-of-lengths', 3]);
    expect(faultOf('1 m,2', bare, { horizontal: null })).toEqual(['entry.no-unit', 3]);
    expect(place('1,2', bare, { horizontal: null, vertical: null })).toEqual([1, 2, Number.NaN]);
  });
});

describe('directions and distances', () => {
  const start = from(100, 200, 10);
  const angle = degrees(45 + 30 / 60 + 15 / 3600);
  const along = (azimuth: number, length: number, z = 10) => [
    100 + length * Math.sin(azimuth),
    200 + length * Math.cos(azimuth),
    z,
  ];

  it('are bearings of a quadrant in every spelling', () => {
    for (const text of ['N45°30\'15"E 120.5', 'n45d30m15se 120.5', 'N 45-30-15 E 120.5', 'N45°30′15″E,120.5'])
      expectNear(place(text, start), along(angle, 120.5));
    expectNear(place('S45-30-15E 10', start), along(Math.PI - angle, 10));
    expectNear(place('S45-30-15W 10', start), along(Math.PI + angle, 10));
    expectNear(place('N45-30-15W 10', start), along(-angle, 10));
    expectNear(place('N50gE 10', start), along(Math.PI / 4, 10));
  });

  it('are azimuths, and deflections from the last segment', () => {
    expectNear(place('az 90 10', start), [110, 200, 10]);
    expectNear(place('az270°0\'30" 10', start), along(degrees(270 + 30 / 3600), 10));
    const east = from(90, 200, 10, 100, 200, 10);
    expectNear(place('dr 90 10', east), [100, 190, 10]);
    expectNear(place('dl 90 10', east), [100, 210, 10]);
    expect(faultOf('dr 90 10', start)).toEqual(['entry.needs-segment', undefined]);
  });

  it('rise by vertical and zenith angles, heights and elevations', () => {
    expectNear(place('az 0 10 va 45', start), [100, 210, 20]);
    expectNear(place('az 0 10 va -45-00-00', start), [100, 210, 0]);
    expectNear(place('az 0 sd 10 za 60', start), [100, 200 + 10 * Math.sin(degrees(60)), 15]);
    expectNear(place('az 0 sd 5 dz 3', start), [100, 204, 13]);
    expectNear(place('az 0 sd 5 z 6', start), [100, 203, 6]);
    expectNear(place('az 0 5 z 6', from(0, 0, Number.NaN)), [0, 5, 6]);
  });

  it('count heights in the vertical unit', () => {
    const feet = { horizontal: METRE, vertical: INTERNATIONAL_FOOT };
    const frame = { ...start, zFactor: 0.3048 };
    expectNear(place('az 0 3.048 va 45', frame, feet), [100, 203.048, 20]);
    expectNear(place('az 0 sd 5 dz 3 m', frame, feet), [100, 204, 10 + 3 / 0.3048]);
  });

  it('are lengths on the ground where these differ from the grid', () => {
    const frame = { ...start, gridLength: () => 1.0004 };
    expectNear(place('az 0 100', frame), [100, 300.04, 10]);
  });

  it('are refused where they mean nothing', () => {
    expect(faultOf('N91E 5', start)).toEqual(['entry.angle-too-large', 2]);
    expect(faultOf('N45-60-00E 5', start)).toEqual(['entry.bad-minutes', 5]);
    expect(faultOf('N45.5-30-00E 5', start)).toEqual(['entry.bad-minutes', 7]);
    expect(faultOf('N45 5', start)).toEqual(['entry.unexpected', 5]);
    expect(faultOf('az 10 0', start)).toEqual(['entry.no-length', 7]);
    expect(faultOf('az 10 sd 5', start)).toEqual(['entry.slope-needs-rise', 11]);
    expect(faultOf('az 10 5 va 90', start)).toEqual(['entry.steep', undefined]);
    expect(faultOf('az 10 sd 5 dz 6', start)).toEqual(['entry.slope-too-short', undefined]);
    expect(faultOf('az 10 sd 5 z 6', from(0, 0, Number.NaN))).toEqual(['entry.needs-elevation', undefined]);
    expect(faultOf('az 10 5', bare)).toEqual(['entry.needs-place', undefined]);
    expect(faultOf('az 10 5', { ...start, hasLengths: false })).toEqual(['entry.no-unit', 1]);
  });
});

describe('stations', () => {
  const line: Path = {
    coordinates: [0, 0, 1, 10, 0, 3, 10, 20, Number.NaN],
    bulges: [0, 0, 0],
    isClosed: false,
  };
  const frame = { ...bare, line };

  it('lie along the chosen line, offsets to the right', () => {
    expectNear(place('sta 5', frame), [5, 0, 2]);
    expectNear(place('sta 5 off 2', frame), [5, -2, 2]);
    expectNear(place('sta 5 l 2 z 7', frame), [5, 2, 7]);
    expectNear(place('sta 15 r 2', frame), [12, 5, Number.NaN]);
    expectNear(place('sta 30', frame), [10, 20, Number.NaN]);
  });

  it('follow arcs', () => {
    // A half circle of radius 10 from the west to the east, over the north: it turns clockwise.
    const half: Path = { coordinates: [-10, 0, 0, 10, 0, 10], bulges: [-1, 0], isClosed: false };
    expectNear(place(`sta ${5 * Math.PI} r 4`, { ...bare, line: half }), [0, 6, 5]);
  });

  it('may be written as on road plans', () => {
    const long: Path = { coordinates: [0, 0, 0, 5000, 0, 0], bulges: [0, 0], isClosed: false };
    expectNear(place('sta 1+25.5', { ...bare, line: long }), [125.5, 0, 0]);
    expectNear(place('sta 1+250.5', { ...bare, line: long }), [1250.5, 0, 0]);
    expectNear(place('sta 1 + 25.5', { ...bare, line: long }), [26.5, 0, 0]);
    expect(faultOf('sta 1+2', { ...bare, line: long })).toEqual(['entry.station-form', 5]);
  });

  it('are refused outside the line and without one', () => {
    expect(faultOf('sta 31', frame)).toEqual(['entry.station-outside', undefined]);
    expect(faultOf('sta -1', frame)).toEqual(['entry.station-outside', undefined]);
    expect(faultOf('sta 1')).toEqual(['entry.needs-line', undefined]);
  });
});
