import { cutPath, reversePath } from '../../geometry/path/cut.ts';
import { nearestStation } from '../../geometry/path/nearest.ts';
import { type Path, stationsOf } from '../../geometry/path/path.ts';

/**
 * The part of a line from one place on it to another, the shorter way round a closed one, with its arcs and elevations;
 * null where one of them is farther from it than a tolerance, or both are one.
 */
export function traceBetween(
  path: Path,
  from: readonly number[],
  to: readonly number[],
  tolerance: number,
): Path | null {
  const start = nearestStation(path, from[0]!, from[1]!);
  const end = nearestStation(path, to[0]!, to[1]!);
  if (start === null || end === null || start.distance > tolerance || end.distance > tolerance) return null;
  if (start.station === end.station) return null;
  const total = stationsOf(path).at(-1)!;
  const ahead = path.isClosed ? (end.station - start.station + total) % total : end.station - start.station;
  const isForward = path.isClosed ? ahead <= total / 2 : ahead > 0;
  if (isForward) return cutPath(path, start.station, end.station);
  const part = cutPath(path, end.station, start.station);
  return part && reversePath(part);
}
