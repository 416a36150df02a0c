import { bulgeOfSweep } from '../../geometry/plane/bulge.ts';
import { type Place, spiralChords } from './spiral.ts';

/** xyz; z is NaN where the file gives none. */
export type Vertex = readonly [x: number, y: number, z: number];

/** A part of a coordinate geometry, its places resolved. */
export interface Segment {
  readonly element: 'Line' | 'Curve' | 'Spiral' | 'IrregularLine' | 'Chain';
  readonly attributes: ReadonlyMap<string, string>;
  readonly start?: Vertex | undefined;
  readonly end?: Vertex | undefined;
  readonly centre?: Vertex | undefined;
  readonly tangentPoint?: Vertex | undefined;
  /** Places of a list, start and end included or not. */
  readonly list: readonly Vertex[];
}

/** Vertices of a segment and the bulge from each to the next. */
export interface SegmentPath {
  readonly vertices: readonly Vertex[];
  readonly bulges: readonly number[];
  /** Of spirals: how far the end by the formula lay from the one given. */
  readonly gap?: number;
}

/** Chords leave spirals by at most this, units of the file. */
const chordTolerance = 0.001;

/** The vertices of a segment; null where what it needs is missing or contradicts itself. */
export function segmentPath(segment: Segment): SegmentPath | null {
  switch (segment.element) {
    case 'Chain':
    case 'IrregularLine':
      return pathOf(withEnds(segment));
    case 'Line':
      return segment.start && segment.end ? pathOf([segment.start, segment.end]) : null;
    case 'Curve':
      return curvePath(segment);
    case 'Spiral':
      return spiralPath(segment);
  }
}

function pathOf(vertices: readonly Vertex[]): SegmentPath | null {
  return vertices.length < 2 ? null : { vertices, bulges: vertices.slice(1).map(() => 0) };
}

const isSame = (a: Vertex, b: Vertex) => a[0] === b[0] && a[1] === b[1];

function withEnds({ start, end, list }: Segment): Vertex[] {
  const [first, last] = [list[0], list.at(-1)];
  return [
    ...(start && !(first && isSame(start, first)) ? [start] : []),
    ...list,
    ...(end && !(last && isSame(end, last)) ? [end] : []),
  ];
}

/** 1 counter-clockwise, −1 clockwise; null where the file says neither. */
function turnOf(attributes: ReadonlyMap<string, string>): 1 | -1 | null {
  const rotation = attributes.get('rot')?.trim().toLowerCase();
  return rotation === 'ccw' ? 1 : rotation === 'cw' ? -1 : null;
}

function curvePath({ start, end, centre, attributes }: Segment): SegmentPath | null {
  const turn = turnOf(attributes);
  if (!start || !end || turn === null) return null;
  if (centre) {
    const angle = (vertex: Vertex) => Math.atan2(vertex[1] - centre[1], vertex[0] - centre[0]);
    const full = 2 * Math.PI;
    const sweep = ((((angle(end) - angle(start)) * turn) % full) + full) % full;
    if (isSame(start, end)) {
      const across: Vertex = [2 * centre[0] - start[0], 2 * centre[1] - start[1], start[2]];
      return { vertices: [start, across, end], bulges: [turn, turn] };
    }
    return { vertices: [start, end], bulges: [turn * bulgeOfSweep(sweep)] };
  }
  const radius = Number(attributes.get('radius'));
  const chord = Math.hypot(end[0] - start[0], end[1] - start[1]);
  if (!(radius > 0) || chord === 0 || chord > 2 * radius * (1 + 1e-6)) return null;
  const sweep = 2 * Math.asin(Math.min(1, chord / (2 * radius)));
  return { vertices: [start, end], bulges: [turn * bulgeOfSweep(sweep)] };
}

function curvatureOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^inf/i.test(text.trim())) return 0;
  const radius = Number(text);
  return Number.isFinite(radius) && radius > 0 ? 1 / radius : null;
}

function spiralPath({ start, end, tangentPoint, attributes }: Segment): SegmentPath | null {
  const turn = turnOf(attributes);
  const length = Number(attributes.get('length'));
  const [from, to] = [curvatureOf(attributes.get('radiusStart')), curvatureOf(attributes.get('radiusEnd'))];
  if (!start || !end || !tangentPoint || turn === null || from === null || to === null) return null;
  if (!(length > 0 && Number.isFinite(length)) || isSame(start, tangentPoint)) return null;
  const place = ([x, y]: Vertex): Place => [x, y];
  const { places, gap } = spiralChords(
    {
      start: place(start),
      end: place(end),
      tangentPoint: place(tangentPoint),
      length,
      startCurvature: turn * from,
      endCurvature: turn * to,
    },
    chordTolerance,
  );
  const rise = (end[2] - start[2]) / (places.length + 1);
  const between = places.map(([x, y], i): Vertex => [x, y, start[2] + rise * (i + 1)]);
  const vertices = [start, ...between, end];
  return { vertices, bulges: vertices.slice(1).map(() => 0), gap };
}
