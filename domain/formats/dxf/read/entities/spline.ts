import { mapPlace } from '../affine.ts';
import type { PlacedObject } from '../context.ts';
import { placesOf } from '../context.ts';
import { isNurbs, type Nurbs, nurbsPlaces } from '../nurbs.ts';
import type { Groups } from '../record.ts';

/** The first `count` numbers with a code: behind its spline a HELIX has others. */
function numbersOf(groups: Groups, code: number, count: number): number[] {
  const numbers: number[] = [];
  for (let i = groups.find(code); i >= 0 && numbers.length < count; i = groups.find(code, i + 1))
    numbers.push(groups.numberAt(i));
  return numbers;
}

const rationalFlag = 4;

/**
 * SPLINE: chords of the curve of its control points. One that has fit points alone is their line, which is told; one
 * whose numbers do not fit each other is told and left out.
 */
export function readSpline({ groups, builder, facts, placement }: PlacedObject): void {
  const knotCount = groups.number(72, groups.count);
  const pointCount = groups.number(73, groups.count);
  const isRational = (groups.number(70, 0) & rationalFlag) !== 0;
  const weights = isRational ? numbersOf(groups, 41, pointCount) : [];
  const curve: Nurbs = {
    degree: groups.number(71, 3),
    knots: numbersOf(groups, 40, knotCount),
    points: placesOf(groups, 10)
      .slice(0, pointCount)
      .flatMap((place) => mapPlace(placement.map, place)),
    weights: weights.length > 0 && weights.some((weight) => weight !== 1) ? weights : null,
  };
  const isClosed = (groups.number(70, 0) & 1) !== 0;
  if (curve.points.length === 0) {
    const coordinates = placesOf(groups, 11).flatMap((place) => mapPlace(placement.map, place));
    builder.notes.count('dxf.simplified', 'SPLINE');
    builder.addLine(facts, { coordinates, bulges: null, isClosed });
    return;
  }
  if (!isNurbs(curve)) {
    builder.notes.count('dxf.damaged', groups.kind, { place: groups.place });
    return;
  }
  const places = nurbsPlaces(curve, builder.tolerance, (count) => builder.spend(count));
  builder.addLine(facts, withoutRepeatedEnd(places.flat(), isClosed));
}

/** A line whose last place is its first is closed, and does not repeat it. */
function withoutRepeatedEnd(coordinates: number[], isClosed: boolean) {
  const end = coordinates.length - 3;
  const repeats = end > 3 && [0, 1, 2].every((axis) => coordinates[axis] === coordinates[end + axis]);
  return {
    coordinates: repeats ? coordinates.slice(0, end) : coordinates,
    bulges: null,
    isClosed: repeats || isClosed,
  };
}
