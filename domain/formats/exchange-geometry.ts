import { AppError } from '../errors/app-error.ts';
import type { Reason } from '../errors/reason.ts';
import { flattenArcs } from '../geometry/plane/bulge.ts';
import type { ExchangeDrawing, ExchangeFeature } from './exchange-model.ts';

const minVertices = { point: 1, multipoint: 1, polyline: 2, polygon: 3 } as const;

/**
 * Refuses what no format can carry: too few vertices, coordinates that are not finite, heights at some
 * vertices only, layers that the drawing does not have. Errors: export.bad-geometry, export.unknown-layer.
 */
export function checkDrawing(drawing: ExchangeDrawing): void {
  const layers = new Set(drawing.layers.map(({ name }) => name));
  drawing.features.forEach((feature, index) => {
    const label = feature.name ?? String(index + 1);
    if (!layers.has(feature.layer)) throw unknownLayer(label, feature.layer);
    const fault = faultOf(feature);
    if (fault) throw new AppError('export.bad-geometry', { feature: label, layer: feature.layer, ...fault });
  });
  for (const { name, layer, points, triangles } of drawing.surfaces ?? []) {
    if (!layers.has(layer)) throw unknownLayer(name, layer);
    const broken = points.some((value) => !Number.isFinite(value)) || triangles.length % 3 !== 0;
    if (broken || triangles.some((index) => index >= points.length / 3)) {
      throw new AppError('export.bad-geometry', { feature: name, layer, reason: 'the-surface-is-damaged' });
    }
  }
  for (const { text, layer } of drawing.texts ?? []) if (!layers.has(layer)) throw unknownLayer(text, layer);
}

function unknownLayer(feature: string, layer: string): AppError {
  return new AppError('export.unknown-layer', { feature, layer });
}

function faultOf(feature: ExchangeFeature): Reason | null {
  const { kind, coordinates, bulges } = feature;
  const count = coordinates.length / 3;
  if (!Number.isInteger(count) || count < 1 || (kind === 'point' && count !== 1)) {
    return { reason: 'so-many-vertices', count };
  }
  let withHeight = 0;
  for (let i = 0; i < coordinates.length; i += 3) {
    if (!Number.isFinite(coordinates[i]!) || !Number.isFinite(coordinates[i + 1]!))
      return { reason: 'a-coordinate-is-not-finite' };
    if (Number.isFinite(coordinates[i + 2]!)) withHeight++;
    else if (!Number.isNaN(coordinates[i + 2]!)) return { reason: 'a-height-is-not-finite' };
  }
  if (withHeight > 0 && withHeight < count) return { reason: 'some-vertices-have-no-height' };
  if (bulges && (bulges.length !== count || !bulges.every(Number.isFinite)))
    return { reason: 'an-arc-is-damaged' };
  const isShort = (part: ExchangePart) => {
    const min = kind === 'polygon' && part.bulges?.some((bulge) => bulge !== 0) ? 2 : minVertices[kind];
    return part.coordinates.length / 3 < min;
  };
  const parts = partsOf(feature);
  if (!parts.some(isShort)) return null;
  return parts.length > 1 ? { reason: 'a-ring-has-too-few-vertices' } : { reason: 'so-many-vertices', count };
}

/** One line or ring of a feature: views of its arrays. */
export interface ExchangePart {
  readonly coordinates: Float64Array;
  readonly bulges?: Float64Array;
  /** A hole of the last part before it that is none. */
  readonly isHole: boolean;
}

/** The lines or rings of a feature in the order of the file; one for most. */
export function partsOf({
  coordinates,
  bulges,
  partStarts = [],
  holeStarts = [],
}: ExchangeFeature): ExchangePart[] {
  const count = coordinates.length / 3;
  const holes = new Set(holeStarts);
  const starts = [0, ...partStarts, ...holeStarts].sort((a, b) => a - b);
  return starts.map((start, i) => {
    const end = starts[i + 1] ?? count;
    return {
      coordinates: coordinates.subarray(3 * start, 3 * end),
      ...(bulges ? { bulges: bulges.subarray(start, end) } : {}),
      isHole: holes.has(start),
    };
  });
}

/** The lines or rings of a feature, arcs as their chords; views of its coordinates. */
export function ringsOf(feature: ExchangeFeature): Float64Array[] {
  return partsOf(feature).map((part) => part.coordinates);
}

/**
 * A feature whose arcs are chains of chords that leave them by at most `tolerance`; the feature itself where it has none.
 * @param tolerance drawing units, above 0
 */
export function withoutArcs(feature: ExchangeFeature, tolerance: number): ExchangeFeature {
  const { bulges, partStarts: _parts, holeStarts: _holes, ...rest } = feature;
  if (!bulges?.some((bulge) => bulge !== 0)) return feature;
  const isClosed = feature.kind === 'polygon' || feature.closed === true;
  const [partStarts, holeStarts]: [number[], number[]] = [[], []];
  const all: number[] = [];
  partsOf(feature).forEach((part, i) => {
    if (i > 0) (part.isHole ? holeStarts : partStarts).push(all.length / 3);
    for (const value of flattenArcs(part.coordinates, part.bulges!, isClosed, tolerance)) all.push(value);
  });
  return {
    ...rest,
    coordinates: Float64Array.from(all),
    ...(partStarts.length > 0 ? { partStarts } : {}),
    ...(holeStarts.length > 0 ? { holeStarts } : {}),
  };
}

/** Smallest and largest coordinates of everything in a drawing; null when it is empty. Heights that are missing count as 0. */
export function drawingExtent(drawing: ExchangeDrawing): { min: number[]; max: number[] } | null {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  const arrays = [
    ...drawing.features.map(({ coordinates }) => coordinates),
    ...(drawing.surfaces ?? []).map(({ points }) => points),
  ];
  for (const array of arrays) {
    for (let i = 0; i < array.length; i++) {
      const axis = i % 3;
      const value = Number.isNaN(array[i]!) ? 0 : array[i]!;
      if (value < min[axis]!) min[axis] = value;
      if (value > max[axis]!) max[axis] = value;
    }
  }
  return min[0]! <= max[0]! ? { min, max } : null;
}
