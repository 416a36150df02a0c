import { arcOfBulge } from '../../../geometry/plane/bulge.ts';
import { type Affine, identity, mapPlace, turningOf } from './affine.ts';
import { arcPlaces, type BulgedLine, circleArc, mapArc } from './curves.ts';

/**
 * The image of a line that lies in its object's plane: arcs stay arcs where the map keeps circles and the plan, else they
 * become chords that leave their image by at most `tolerance`. `spend` is told of the vertices of chords.
 */
export function mapLine(
  map: Affine,
  line: BulgedLine,
  tolerance: number,
  spend: (vertices: number) => void,
): BulgedLine {
  const { coordinates, bulges, isClosed } = line;
  const hasArcs = bulges?.some((bulge) => bulge !== 0) ?? false;
  if (map === identity) return { coordinates, bulges: hasArcs ? bulges : null, isClosed };
  const turning = hasArcs ? turningOf(map) : 1;
  if (turning !== 0) {
    const mapped: number[] = Array(coordinates.length);
    for (let i = 0; i < coordinates.length; i += 3) {
      const place = mapPlace(map, [coordinates[i]!, coordinates[i + 1]!, coordinates[i + 2]!]);
      mapped[i] = place[0];
      mapped[i + 1] = place[1];
      mapped[i + 2] = place[2];
    }
    const turned = turning < 0 ? bulges!.map((bulge) => -bulge) : bulges;
    return { coordinates: mapped, bulges: hasArcs ? turned : null, isClosed };
  }
  return { coordinates: chordsOf(map, line, tolerance, spend), bulges: null, isClosed };
}

function chordsOf(
  map: Affine,
  { coordinates, bulges, isClosed }: BulgedLine,
  tolerance: number,
  spend: (vertices: number) => void,
): number[] {
  const chords: number[] = [];
  const count = coordinates.length / 3;
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [coordinates[3 * i]!, coordinates[3 * i + 1]!, coordinates[3 * i + 2]!];
    chords.push(...mapPlace(map, [x, y, z]));
    if (i + 1 === count && !isClosed) break;
    const next = 3 * ((i + 1) % count);
    const arc = arcOfBulge(x, y, coordinates[next]!, coordinates[next + 1]!, bulges![i]!);
    if (!arc) continue;
    const start = arc.sweep > 0 ? arc.startAngle : -arc.startAngle;
    const circle = circleArc([arc.centreX, arc.centreY, z], arc.radius, start, Math.abs(arc.sweep));
    // Clockwise arcs run along −y.
    const along = arc.sweep > 0 ? circle : { ...circle, v: [0, -arc.radius, 0] as const };
    const places = arcPlaces(mapArc(map, along), tolerance);
    spend(places.length);
    for (const place of places.slice(0, -1)) chords.push(...place);
  }
  return chords;
}
