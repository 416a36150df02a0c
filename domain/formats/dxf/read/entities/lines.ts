import { mapPlace, objectSystem } from '../affine.ts';
import { extrusionOf, objectMap, type PlacedObject, placesOf, radians, vectorOf } from '../context.ts';
import { circleArc, type EllipseArc, ellipseArc, lineOfArc, mapArc, sweepBetween } from '../curves.ts';
import { mapLine } from '../map-line.ts';

export function readPoint({ groups, builder, facts, placement }: PlacedObject): void {
  builder.addPoint(facts, mapPlace(placement.map, vectorOf(groups, 10)));
}

export function readLine({ groups, builder, facts, placement }: PlacedObject): void {
  const start = mapPlace(placement.map, vectorOf(groups, 10));
  const end = mapPlace(placement.map, vectorOf(groups, 11));
  const coordinates = [start[0], start[1], start[2], end[0], end[1], end[2]];
  builder.addLine(facts, { coordinates, bulges: null, isClosed: false });
}

/** ARC and CIRCLE: arcs of circles in the system of the object. */
export function readArc(object: PlacedObject): void {
  const { groups } = object;
  const isCircle = groups.kind === 'CIRCLE';
  const start = isCircle ? 0 : radians(groups.number(50, 0));
  const sweep = isCircle ? 2 * Math.PI : sweepBetween(start, radians(groups.number(51, 360)));
  const arc = circleArc(vectorOf(groups, 10), groups.number(40, 0), start, sweep);
  addArc(object, mapArc(objectMap(object), arc));
}

/** ELLIPSE: centre and major axis in the system of the drawing. */
export function readEllipse(object: PlacedObject): void {
  const { groups, placement } = object;
  const normal = objectSystem(extrusionOf(groups)).z;
  const arc = ellipseArc(
    vectorOf(groups, 10),
    vectorOf(groups, 11),
    groups.number(40, 1),
    normal,
    groups.number(41, 0),
    groups.number(42, 2 * Math.PI),
  );
  addArc(object, mapArc(placement.map, arc));
}

function addArc({ groups, builder, facts }: PlacedObject, arc: EllipseArc): void {
  const size = Math.max(Math.hypot(...arc.u), Math.hypot(...arc.v));
  if (!(size > 0)) {
    builder.notes.count('dxf.without-extent', groups.kind);
    return;
  }
  const line = lineOfArc(arc, builder.tolerance);
  builder.spend(line.coordinates.length / 3);
  builder.addLine(facts, line);
}

/** LWPOLYLINE: vertices with bulges at one elevation in the system of the object. Widths are not read. */
export function readLightLine(object: PlacedObject): void {
  const { groups, builder, facts } = object;
  const elevation = groups.number(38, 0);
  const coordinates: number[] = [];
  let bulges: number[] | null = null;
  for (let i = 0; i < groups.count; i++) {
    const code = groups.codeAt(i);
    const length = coordinates.length;
    if (code === 10) coordinates.push(groups.numberAt(i), 0, elevation);
    else if (code === 20 && length > 0) coordinates[length - 2] = groups.numberAt(i);
    else if (code === 42 && length > 0 && groups.numberAt(i) !== 0) {
      bulges ??= [];
      while (bulges.length < length / 3) bulges.push(0);
      bulges[length / 3 - 1] = groups.numberAt(i);
    }
  }
  while (bulges && bulges.length < coordinates.length / 3) bulges.push(0);
  const isClosed = (groups.number(70, 0) & 1) !== 0;
  const line = { coordinates, bulges, isClosed };
  builder.addLine(
    facts,
    mapLine(objectMap(object), line, builder.tolerance, (count) => builder.spend(count)),
  );
}

/** SOLID and TRACE: areas of three or four corners, of which the last two are crossed. */
export function readSolid(object: PlacedObject): void {
  const { groups, builder, facts } = object;
  const corners = [10, 11, 13, 12]
    .filter((code) => groups.find(code) >= 0)
    .map((code) => vectorOf(groups, code));
  const distinct = corners.filter(
    (corner, i) => !corners.slice(0, i).some((other) => other.every((value, axis) => value === corner[axis])),
  );
  const line = { coordinates: distinct.flat(), bulges: null, isClosed: true };
  const mapped = mapLine(objectMap(object), line, builder.tolerance, () => undefined);
  builder.addArea(facts, [{ ...mapped, isHole: false }]);
}

/** LEADER: the line from the arrow to the note. */
export function readLeader({ groups, builder, facts, placement }: PlacedObject): void {
  const coordinates = placesOf(groups, 10).flatMap((place) => mapPlace(placement.map, place));
  builder.addLine(facts, { coordinates, bulges: null, isClosed: false });
}

/** MLINE: the line that its parallels follow, which is told. */
export function readParallelLine({ groups, builder, facts, placement }: PlacedObject): void {
  const coordinates = placesOf(groups, 11).flatMap((place) => mapPlace(placement.map, place));
  builder.notes.count('dxf.simplified', 'MLINE');
  builder.addLine(facts, { coordinates, bulges: null, isClosed: (groups.number(71, 0) & 2) !== 0 });
}
