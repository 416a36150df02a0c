import { readAngle, readQuadrant, readSignedAngle } from './angle.ts';
import { type EntryForm, EntryReader } from './entry-reader.ts';
import { readLength } from './expression.ts';

/** How a leg rises: by an angle up from the horizontal (radians), by a height (vertical unit), or to an elevation. */
export type EntryRise =
  | { readonly by: 'angle'; readonly angle: number }
  | { readonly by: 'height'; readonly height: number }
  | { readonly by: 'elevation'; readonly elevation: number };

/** A step that a typed line asks for. Lengths in plan are in the horizontal unit, elevations in the vertical one. */
export type EntryStep =
  /** `x,y,z` or `n,e,z`; z is NaN where it was left out. */
  | { readonly kind: 'place'; readonly x: number; readonly y: number; readonly z: number }
  /** `@dx,dy,dz`: from the last place; the same order of east and north. */
  | { readonly kind: 'shift'; readonly dx: number; readonly dy: number; readonly dz: number }
  /** `N45E 120.5`, `az 45 120.5`, `dr 30 120.5`: a direction and a distance from the last place. */
  | {
      readonly kind: 'polar';
      /** Clockwise, radians: from north, or from the direction of the last segment. */
      readonly from: 'north' | 'last-segment';
      readonly angle: number;
      readonly distance: number;
      /** The distance is measured along the slope. */
      readonly isSlope: boolean;
      readonly rise: EntryRise | null;
    }
  /** `sta 12.5 off 3`: along the chosen line; the offset is positive to the right. z is NaN where the line's counts. */
  | { readonly kind: 'station'; readonly station: number; readonly offset: number; readonly z: number }
  /** A length alone. */
  | { readonly kind: 'length'; readonly length: number };

/**
 * Reads a typed line as one step.
 * @throws entry.… with the column, from 1: what `readLength` and `readAngle` throw, entry.empty, entry.too-long,
 * entry.too-many-values, entry.station-form
 */
export function parseEntry(text: string, form: EntryForm): EntryStep {
  const reader = new EntryReader(text, form);
  const step = readStep(reader);
  if (!reader.isAtEnd) throw reader.unexpected();
  return step;
}

function readStep(reader: EntryReader): EntryStep {
  if (reader.take('@') !== null) {
    const [dx, dy, dz] = readCoordinates(reader);
    return { kind: 'shift', dx, dy, dz: Number.isNaN(dz) ? 0 : dz };
  }
  const word = reader.takeWord(['n', 's', 'az', 'dr', 'dl', 'sta']);
  switch (word) {
    case 'n':
    case 's':
      return readPolar(reader, 'north', readQuadrant(reader, word));
    case 'az':
      return readPolar(reader, 'north', readAngle(reader, 360));
    case 'dr':
      return readPolar(reader, 'last-segment', readAngle(reader, 180));
    case 'dl':
      return readPolar(reader, 'last-segment', -readAngle(reader, 180));
    case 'sta':
      return readStation(reader);
    default:
      return readPlaceOrLength(reader);
  }
}

function readPlaceOrLength(reader: EntryReader): EntryStep {
  const start = reader.mark();
  const length = readLength(reader, reader.form.horizontal);
  if (reader.isAtEnd) return { kind: 'length', length };
  reader.back(start);
  const [x, y, z] = readCoordinates(reader);
  return { kind: 'place', x, y, z };
}

/** Two or three coordinates as x, y, z; z is NaN where it was left out. */
function readCoordinates(reader: EntryReader): readonly [number, number, number] {
  const { horizontal, vertical, order, hasDecimalComma } = reader.form;
  const separators = hasDecimalComma ? ';' : ',;';
  const first = readLength(reader, horizontal);
  if (reader.take(separators) === null) throw reader.unexpected();
  const second = readLength(reader, horizontal);
  const z = reader.take(separators) === null ? Number.NaN : readLength(reader, vertical);
  const { column } = reader;
  if (reader.take(separators) !== null) throw reader.fault('entry.too-many-values', column);
  return order === 'xyz' ? [first, second, z] : [second, first, z];
}

function readPolar(reader: EntryReader, from: 'north' | 'last-segment', angle: number): EntryStep {
  const { horizontal } = reader.form;
  reader.take(',;');
  const isSlope = reader.takeWord(['sd', 'hd']) === 'sd';
  const { column } = reader;
  const distance = readLength(reader, horizontal);
  if (distance <= 0) throw reader.fault('entry.no-length', column);
  const rise = readRise(reader);
  if (isSlope && rise === null) throw reader.fault('entry.slope-needs-rise', reader.column);
  return { kind: 'polar', from, angle, distance, isSlope, rise };
}

function readRise(reader: EntryReader): EntryRise | null {
  const { vertical } = reader.form;
  switch (reader.takeWord(['va', 'za', 'dz', 'z'])) {
    case 'va':
      return { by: 'angle', angle: readSignedAngle(reader, 90) };
    case 'za':
      return { by: 'angle', angle: Math.PI / 2 - readAngle(reader, 180) };
    case 'dz':
      return { by: 'height', height: readLength(reader, vertical) };
    case 'z':
      return { by: 'elevation', elevation: readLength(reader, vertical) };
    default:
      return null;
  }
}

function readStation(reader: EntryReader): EntryStep {
  const { horizontal, vertical } = reader.form;
  const station = readStationNumber(reader) ?? readLength(reader, horizontal);
  const side = reader.takeWord(['off', 'l', 'r']);
  const distance = side === null ? 0 : readLength(reader, horizontal);
  const z = reader.takeWord(['z']) === null ? Number.NaN : readLength(reader, vertical);
  return { kind: 'station', station, offset: side === 'l' ? -distance : distance, z };
}

/**
 * A station as road plans write it: `1+25.50` of 100 units, `1+250` of 1000; null where none is written so.
 * @throws entry.station-form for other numbers of digits after a plus without spaces
 */
function readStationNumber(reader: EntryReader): number | null {
  const { column } = reader;
  const start = reader.mark();
  const whole = reader.takeDigits();
  if (whole === null || reader.take('+', true) === null || !reader.isAtNumber) {
    reader.back(start);
    return null;
  }
  const behind = reader.mark();
  const digits = reader.takeDigits();
  reader.back(behind);
  if (digits?.count !== 2 && digits?.count !== 3) throw reader.fault('entry.station-form', column);
  return whole.value * 10 ** digits.count + reader.takeNumber();
}
