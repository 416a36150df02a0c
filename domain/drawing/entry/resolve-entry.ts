import { AppError } from '../../errors/app-error.ts';
import { type Path, placeAtStation, stationsOf } from '../../geometry/path/path.ts';
import type { EntryStep } from './parse-entry.ts';

type Place = readonly [x: number, y: number, z: number];

/** What a step begins from. */
export interface EntryFrame {
  /** The places that were drawn before, xyz, length 3n. */
  readonly drawn: readonly number[];
  /** The line that stations run along; null where none is chosen. */
  readonly line: Path | null;
  /** Horizontal units in one vertical unit. */
  readonly zFactor: number;
  /** Whether lengths in plan have a unit. */
  readonly hasLengths: boolean;
  /** What a typed length of 1 is in the plane of the coordinates, in a direction (unit vector) at a place. */
  gridLength(place: readonly number[], ux: number, uy: number): number;
}

/**
 * The place that a step leads to, xyz; z is NaN where it is not known. A leg without a rise keeps the elevation.
 * @throws entry.needs-place, entry.needs-segment, entry.needs-line, entry.station-outside, entry.no-unit,
 * entry.length-alone, entry.slope-too-short, entry.steep, entry.needs-elevation
 */
export function resolveEntry(step: EntryStep, frame: EntryFrame): Place {
  switch (step.kind) {
    case 'place':
      return [step.x, step.y, step.z];
    case 'shift': {
      const [x, y, z] = lastPlace(frame);
      return [x + step.dx, y + step.dy, z + step.dz];
    }
    case 'polar':
      return resolvePolar(step, frame);
    case 'station':
      return resolveStation(step, frame);
    case 'length':
      throw new AppError('entry.length-alone');
  }
}

function lastPlace({ drawn }: EntryFrame): Place {
  if (drawn.length < 3) throw new AppError('entry.needs-place');
  return drawn.slice(-3) as unknown as Place;
}

function resolvePolar(step: Extract<EntryStep, { kind: 'polar' }>, frame: EntryFrame): Place {
  if (!frame.hasLengths) throw new AppError('entry.no-unit', { column: 1 });
  const [x, y, z] = lastPlace(frame);
  const azimuth = step.angle + (step.from === 'north' ? 0 : lastAzimuth(frame));
  const { plan, end } = legOf(step, z, frame.zFactor);
  const [ux, uy] = [Math.sin(azimuth), Math.cos(azimuth)];
  const length = plan * frame.gridLength([x, y, z], ux, uy);
  return [x + ux * length, y + uy * length, end];
}

/** Azimuth of the last segment. */
function lastAzimuth({ drawn }: EntryFrame): number {
  const [x0, y0, , x1, y1] = drawn.slice(-6);
  const hasSegment = drawn.length >= 6 && (x0 !== x1 || y0 !== y1);
  if (!hasSegment) throw new AppError('entry.needs-segment');
  return Math.atan2(x1! - x0!, y1! - y0!);
}

/** Length in plan, and the elevation at the end of a leg that begins at the elevation z. */
function legOf(
  { distance, isSlope, rise }: Extract<EntryStep, { kind: 'polar' }>,
  z: number,
  zFactor: number,
): { readonly plan: number; readonly end: number } {
  if (rise === null) return { plan: distance, end: z };
  if (rise.by === 'angle') {
    if (isSlope) {
      return { plan: distance * Math.cos(rise.angle), end: z + (distance * Math.sin(rise.angle)) / zFactor };
    }
    if (Math.abs(rise.angle) > Math.PI / 2 - 1e-9) throw new AppError('entry.steep');
    return { plan: distance, end: z + (distance * Math.tan(rise.angle)) / zFactor };
  }
  const end = rise.by === 'height' ? z + rise.height : rise.elevation;
  if (!isSlope) return { plan: distance, end };
  const height = rise.by === 'height' ? rise.height : rise.elevation - z;
  if (Number.isNaN(height)) throw new AppError('entry.needs-elevation');
  const vertical = Math.abs(height * zFactor);
  if (vertical > distance) throw new AppError('entry.slope-too-short', { distance, vertical });
  return { plan: Math.sqrt(distance * distance - vertical * vertical), end };
}

function resolveStation(
  { station, offset, z }: Extract<EntryStep, { kind: 'station' }>,
  { line, hasLengths, gridLength }: EntryFrame,
): Place {
  if (!hasLengths) throw new AppError('entry.no-unit', { column: 1 });
  if (line === null) throw new AppError('entry.needs-line');
  const total = stationsOf(line).at(-1)!;
  const [ux, uy] = [Math.SQRT1_2, Math.SQRT1_2];
  const factor = gridLength(line.coordinates, ux, uy);
  // A station that was read from the shown length may be longer by its rounding.
  const isEnd = Math.abs(station * factor - total) <= 1e-9 * total;
  const at = placeAtStation(line, isEnd ? total : station * factor);
  if (at === null) {
    throw new AppError('entry.station-outside', { station, length: total / factor });
  }
  const across = offset * factor;
  return [
    at.x + across * Math.sin(at.direction),
    at.y - across * Math.cos(at.direction),
    Number.isNaN(z) ? at.z : z,
  ];
}
