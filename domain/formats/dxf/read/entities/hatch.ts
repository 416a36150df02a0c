import { flattenArcs } from '../../../../geometry/plane/bulge.ts';
import { cross } from '../../../../math/vectors.ts';
import { type Affine, mapPlace } from '../affine.ts';
import { objectMap, type PlacedObject, radians } from '../context.ts';
import { type BulgedLine, circleArc, type EllipseArc, lineOfArc, mapArc, sweepBetween } from '../curves.ts';
import { mapLine } from '../map-line.ts';
import { nestRings } from '../nest-rings.ts';
import { isNurbs, type Nurbs, nurbsPlaces } from '../nurbs.ts';
import type { Groups } from '../record.ts';

const pathFlags = { polyline: 2 } as const;
const edgeTypes = { line: 1, arc: 2, ellipse: 3, spline: 4 } as const;

/** HATCH: the areas within its boundary paths; patterns are not read. Paths that cannot be read are told. */
export function readHatch(object: PlacedObject): void {
  const { groups, builder, facts } = object;
  const map = objectMap(object);
  const reader = new PathReader(object, map);
  const rings = reader.rings();
  if (rings.length === 0) {
    builder.notes.count('dxf.damaged', 'HATCH', { place: groups.place });
    return;
  }
  const places = rings.map((ring) =>
    ring.bulges ? flattenArcs(ring.coordinates, ring.bulges, true, builder.tolerance) : ring.coordinates,
  );
  const { order, isComplete } = nestRings(places);
  if (!isComplete) builder.notes.count('dxf.simplified', 'HATCH');
  builder.addArea(
    facts,
    order.map(({ index, isHole }) => ({ ...rings[index]!, isHole })),
  );
}

/** Reads boundary paths group by group. Source: Autodesk, DXF Reference, Boundary Path Data. */
class PathReader {
  readonly #groups: Groups;
  readonly #object: PlacedObject;
  readonly #map: Affine;
  readonly #elevation: number;
  #at: number;

  constructor(object: PlacedObject, map: Affine) {
    this.#object = object;
    this.#groups = object.groups;
    this.#map = map;
    this.#elevation = object.groups.number(30, 0);
    this.#at = Math.max(0, object.groups.find(91));
  }

  rings(): BulgedLine[] {
    const rings: BulgedLine[] = [];
    const groups = this.#groups;
    while (this.#at < groups.count && groups.codeAt(this.#at) !== 75) {
      const [code, value] = [groups.codeAt(this.#at), groups.numberAt(this.#at)];
      this.#at++;
      if (code !== 92) continue;
      const ring = (value & pathFlags.polyline) !== 0 ? this.#polyline() : this.#edges();
      if (ring && ring.coordinates.length >= 6) rings.push(ring);
    }
    return rings;
  }

  /** The number of the next group if it has this code, which is then passed. */
  #take(code: number): number | null {
    if (this.#at >= this.#groups.count || this.#groups.codeAt(this.#at) !== code) return null;
    return this.#groups.numberAt(this.#at++);
  }

  #polyline(): BulgedLine {
    this.#take(72);
    this.#take(73);
    this.#take(93);
    const coordinates: number[] = [];
    const bulges: number[] = [];
    for (let x = this.#take(10); x !== null; x = this.#take(10)) {
      coordinates.push(x, this.#take(20) ?? 0, this.#elevation);
      bulges.push(this.#take(42) ?? 0);
    }
    const { builder } = this.#object;
    const line = withoutClosingVertex({ coordinates, bulges, isClosed: true });
    return mapLine(this.#map, line, builder.tolerance, (count) => builder.spend(count));
  }

  #edges(): BulgedLine | null {
    const edges: BulgedLine[] = [];
    this.#take(93);
    for (let type = this.#take(72); type !== null; type = this.#take(72)) {
      const edge = this.#edge(type);
      if (!edge) {
        this.#object.builder.notes.count('dxf.damaged', 'HATCH', { place: this.#groups.place });
        return null;
      }
      this.#object.builder.spend(edge.coordinates.length / 3);
      edges.push(edge);
    }
    return edges.length === 0 ? null : joinEdges(edges);
  }

  #edge(type: number): BulgedLine | null {
    if (type === edgeTypes.line) {
      const [a, b, c, d] = [10, 20, 11, 21].map((code) => this.#take(code));
      if (a == null || b == null || c == null || d == null) return null;
      const coordinates = [...this.#place(a, b), ...this.#place(c, d)];
      return { coordinates, bulges: null, isClosed: false };
    }
    if (type === edgeTypes.arc || type === edgeTypes.ellipse) return this.#arc(type);
    return type === edgeTypes.spline ? this.#spline() : null;
  }

  #place(x: number, y: number) {
    return mapPlace(this.#map, [x, y, this.#elevation]);
  }

  /** Clockwise arcs have their angles negated. Angles of ellipses are those of places, not of the parameter. */
  #arc(type: number): BulgedLine | null {
    const [x, y] = [this.#take(10), this.#take(20)];
    const major = type === edgeTypes.ellipse ? [this.#take(11) ?? 0, this.#take(21) ?? 0] : null;
    const size = this.#take(40);
    const [start, end] = [this.#take(50), this.#take(51)];
    const isForward = (this.#take(73) ?? 1) !== 0;
    if (x === null || y === null || size === null || start === null || end === null) return null;
    const centre = [x, y, this.#elevation] as const;
    const [from, to] = [radians(start), radians(end)];
    let arc: EllipseArc;
    if (major) {
      const u = [major[0]!, major[1]!, 0] as const;
      const [vx, vy] = cross([0, 0, 1], u);
      const parameter = (angle: number) => Math.atan2(Math.sin(angle) / size, Math.cos(angle));
      const isWhole = Math.abs(to - from) >= 2 * Math.PI - 1e-9;
      const sweep = isWhole ? 2 * Math.PI : sweepBetween(parameter(from), parameter(to));
      arc = { centre, u, v: [vx * size, vy * size, 0], start: parameter(from), sweep };
    } else arc = circleArc(centre, size, from, sweepBetween(from, to));
    const [a, b, c] = arc.v;
    const along = isForward ? arc : { ...arc, v: [-a, -b, -c] as const };
    return lineOfArc(mapArc(this.#map, along), this.#object.builder.tolerance);
  }

  #spline(): BulgedLine | null {
    const degree = this.#take(94) ?? 3;
    for (const code of [73, 74, 95, 96]) this.#take(code);
    const knots: number[] = [];
    for (let knot = this.#take(40); knot !== null; knot = this.#take(40)) knots.push(knot);
    const points: number[] = [];
    const weights: number[] = [];
    for (let x = this.#take(10); x !== null; x = this.#take(10)) {
      points.push(...this.#place(x, this.#take(20) ?? 0));
      const weight = this.#take(42);
      if (weight !== null) weights.push(weight);
    }
    // Fit points and tangents, which files of 2010 and later have; a 97 of the path follows them.
    const fits = this.#take(97);
    if (fits !== null && fits > 0) while ([11, 21, 12, 22, 13, 23].some((code) => this.#take(code) !== null));
    const curve: Nurbs = { degree, knots, points, weights: weights.length > 0 ? weights : null };
    if (!isNurbs(curve)) return null;
    const { builder } = this.#object;
    const places = nurbsPlaces(curve, builder.tolerance, (count) => builder.spend(count));
    return { coordinates: places.flat(), bulges: null, isClosed: false };
  }
}

/** One ring of edges that follow each other. */
function joinEdges(edges: readonly BulgedLine[]): BulgedLine {
  if (edges.length === 1 && edges[0]!.isClosed) return edges[0]!;
  const coordinates: number[] = [];
  const bulges: number[] = [];
  for (const edge of edges) {
    const end = coordinates.length - 3;
    const isJoined = end >= 0 && isNear(coordinates, end, edge.coordinates, 0);
    if (isJoined) {
      coordinates.length = end;
      bulges.length = end / 3;
    }
    for (let i = 0; i < edge.coordinates.length; i++) coordinates.push(edge.coordinates[i]!);
    for (let i = 0; i < edge.coordinates.length / 3; i++) bulges.push(edge.bulges?.[i] ?? 0);
  }
  const hasArcs = bulges.some((bulge) => bulge !== 0);
  return withoutClosingVertex({ coordinates, bulges: hasArcs ? bulges : null, isClosed: true });
}

function withoutClosingVertex(line: BulgedLine): BulgedLine {
  const { coordinates, bulges } = line;
  const end = coordinates.length - 3;
  if (end < 6 || !isNear(coordinates, end, coordinates, 0)) return line;
  return {
    ...line,
    coordinates: coordinates.slice(0, end),
    bulges: bulges ? bulges.slice(0, end / 3) : null,
  };
}

/** Ends of edges are written with some fifteen digits. */
function isNear(a: readonly number[], at: number, b: readonly number[], from: number): boolean {
  return [0, 1, 2].every((axis) => {
    const [p, q] = [a[at + axis]!, b[from + axis]!];
    return Math.abs(p - q) <= 1e-9 * Math.max(1, Math.abs(p));
  });
}
