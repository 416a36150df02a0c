import type { ErrorCode } from '../../errors/codes.ts';
import type { ExchangeFeature } from '../exchange-model.ts';
import { readCoordinates, readTrackPlace } from './coordinates.ts';
import { childOf, childText, type KmlElement, textOf } from './element.ts';

/** Geometry of a placemark, in the form of `ExchangeFeature`. */
export type KmlGeometry = Pick<
  ExchangeFeature,
  'kind' | 'coordinates' | 'partStarts' | 'holeStarts' | 'closed'
>;

/** Told of a geometry by code and name. */
export type Tell = (code: ErrorCode, name?: string) => void;

/** One of `Point`, `LineString`, `LinearRing`, `Polygon`, a track, or of a collection of them. */
interface Simple {
  readonly kind: 'point' | 'polyline' | 'polygon';
  readonly closed: boolean;
  /** xyz per vertex, not closed: an outline with its holes, else one. */
  readonly lines: readonly Float64Array[];
}

const collections = new Set(['MultiGeometry', 'MultiPolygon', 'MultiLineString', 'MultiPoint', 'MultiTrack']);
const simples = new Set(['Point', 'LineString', 'LinearRing', 'Polygon', 'Track']);

/** Elements that hold geometry. */
export function isGeometry({ name }: KmlElement): boolean {
  return collections.has(name) || simples.has(name) || name === 'Model';
}

/**
 * The geometry of an element: those of a collection are one where they are of one kind. Heights are kept where they are
 * above the sea; those above or on the ground are told and left out.
 */
export function readGeometry(element: KmlElement, tell: Tell): KmlGeometry[] {
  const found: Simple[] = [];
  gather(element, found, tell);
  const points = found.filter(({ kind }) => kind === 'point');
  const closed = found.filter(({ kind, closed }) => kind === 'polyline' && closed);
  const open = found.filter(({ kind, closed }) => kind === 'polyline' && !closed);
  const areas = found.filter(({ kind }) => kind === 'polygon');
  return [points, open, closed, areas].flatMap((group) => (group.length > 0 ? [joined(group)] : []));
}

function gather(element: KmlElement, into: Simple[], tell: Tell): void {
  if (collections.has(element.name)) for (const child of element.children) gather(child, into, tell);
  else if (element.name === 'Model') tell('kml.skipped', 'Model');
  else if (simples.has(element.name)) {
    const simple = simpleOf(element, tell);
    if (simple) into.push(simple);
  }
}

function simpleOf(element: KmlElement, tell: Tell): Simple | null {
  const heights = heightsOf(element, tell);
  const line = (holder: KmlElement | undefined): Float64Array | null => {
    const places = holder ? readCoordinates(childText(holder, 'coordinates')) : new Float64Array(0);
    if (places === null) tell('kml.bad-coordinates');
    return places && heights(places);
  };
  switch (element.name) {
    case 'Point':
      return simpleWith('point', false, [line(element)], 1, tell);
    case 'Track':
      return simpleWith('polyline', false, [heights(trackPlaces(element, tell))], 2, tell);
    case 'LineString': {
      const places = line(element);
      const isClosed = places !== null && places.length > 9 && repeatsFirst(places);
      return simpleWith('polyline', isClosed, [isClosed ? places.subarray(0, -3) : places], 2, tell);
    }
    case 'LinearRing':
      return simpleWith('polyline', true, [withoutRepeat(line(element))], 2, tell);
    default: {
      const outline = line(childOf(childOf(element, 'outerBoundaryIs'), 'LinearRing'));
      const holes = element.children
        .filter(({ name }) => name === 'innerBoundaryIs')
        .flatMap(({ children }) => children.filter(({ name }) => name === 'LinearRing').map(line));
      return simpleWith('polygon', false, [outline, ...holes].map(withoutRepeat), 3, tell);
    }
  }
}

/** Null where the outline has too few places; holes with too few are left out. */
function simpleWith(
  kind: Simple['kind'],
  closed: boolean,
  lines: readonly (Float64Array | null)[],
  min: number,
  tell: Tell,
): Simple | null {
  const [first, ...holes] = lines;
  if (!first) return null;
  if (first.length < 3 * min) {
    tell('kml.without-extent');
    return null;
  }
  const whole = holes.filter((hole) => hole !== null && hole.length >= 3 * min) as Float64Array[];
  if (whole.length < holes.length) tell('kml.holes-left-out');
  return { kind, closed, lines: [kind === 'point' ? first.subarray(0, 3) : first, ...whole] };
}

/** Gives places the heights that their altitude mode states. Without one altitudes mean nothing: the ground's height is meant. */
function heightsOf(element: KmlElement, tell: Tell): (places: Float64Array) => Float64Array {
  const modes = element.children.filter(({ name }) => name === 'altitudeMode').map(textOf);
  const mode = modes.at(-1) ?? 'clampToGround';
  return (places) => {
    let stated = 0;
    let high = 0;
    for (let i = 2; i < places.length; i += 3) {
      if (Number.isNaN(places[i]!)) continue;
      stated++;
      if (places[i] !== 0) high++;
    }
    if (mode === 'absolute' && stated === places.length / 3) return places;
    if (high > 0) tell(mode.startsWith('relative') ? 'kml.relative-heights' : 'kml.heights-left-out');
    return places.map((value, i) => (i % 3 === 2 ? Number.NaN : value));
  };
}

function trackPlaces(element: KmlElement, tell: Tell): Float64Array {
  const places = element.children
    .filter(({ name }) => name === 'coord')
    .map((coord) => readTrackPlace(textOf(coord)));
  if (places.includes(null)) tell('kml.bad-coordinates');
  if (element.children.some(({ name }) => name === 'when')) tell('kml.track-times');
  return Float64Array.from(places.flatMap((place) => place ?? []));
}

function repeatsFirst(places: Float64Array): boolean {
  const last = places.length - 3;
  return last > 0 && places[0] === places[last] && places[1] === places[last + 1];
}

function withoutRepeat(ring: Float64Array | null): Float64Array | null {
  return ring && repeatsFirst(ring) ? ring.subarray(0, -3) : ring;
}

/** Geometries of one kind as one. */
function joined(group: readonly Simple[]): KmlGeometry {
  const { kind, closed } = group[0]!;
  const partStarts: number[] = [];
  const holeStarts: number[] = [];
  const total = group.reduce((sum, { lines }) => sum + lines.reduce((all, line) => all + line.length, 0), 0);
  const coordinates = new Float64Array(total);
  let at = 0;
  for (const { lines } of group) {
    for (const [i, line] of lines.entries()) {
      if (at > 0) (i > 0 ? holeStarts : partStarts).push(at / 3);
      coordinates.set(line, at);
      at += line.length;
    }
  }
  // Heights are at all vertices of a feature or none.
  for (let i = 2; i < total; i += 3) {
    if (!Number.isNaN(coordinates[i]!)) continue;
    for (let j = 2; j < total; j += 3) coordinates[j] = Number.NaN;
    break;
  }
  if (kind === 'point') return { kind: group.length > 1 ? 'multipoint' : 'point', coordinates };
  return {
    kind,
    coordinates,
    ...(partStarts.length > 0 ? { partStarts } : {}),
    ...(holeStarts.length > 0 ? { holeStarts } : {}),
    ...(closed ? { closed } : {}),
  };
}
