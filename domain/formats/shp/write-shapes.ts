import { AppError } from '../../errors/app-error.ts';
import { partsOf, withoutArcs } from '../exchange-geometry.ts';
import type { ExchangeFeature } from '../exchange-model.ts';
import { turnedRing } from '../exchange-rings.ts';
import { fileCode, headerBytes, indexEntryBytes, recordHeadBytes, shapeCode } from './shape-types.ts';

/** A `.shp` and its `.shx`. */
export interface WrittenShapes {
  readonly shp: Uint8Array<ArrayBuffer>;
  readonly shx: Uint8Array<ArrayBuffer>;
}

/** Longest `.shp`: what fits into one buffer, half of what lengths in words can say. */
export const maxShapeBytes = 2 ** 31 - 1;

/** A measure that is none: below every value that is. */
const noMeasure = -1e39;
const boxBytes = 32;

interface Shape {
  readonly coordinates: Float64Array;
  /** First vertex of each part; empty for points. */
  readonly starts: readonly number[];
}

/**
 * Writes features of one kind, all with heights or all without. Outlines run clockwise and holes counter-clockwise;
 * arcs are chords.
 * @param tolerance of chords to arcs, drawing units
 * @throws export.shp-too-large
 */
export function writeShapes(
  features: readonly ExchangeFeature[],
  kind: ExchangeFeature['kind'],
  hasZ: boolean,
  tolerance: number,
): WrittenShapes {
  const shapes = features.map((feature) => shapeOf(feature, tolerance));
  const lengths = shapes.map((shape) => contentBytes(shape, kind, hasZ));
  const size = lengths.reduce((sum, length) => sum + recordHeadBytes + length, headerBytes);
  if (size > maxShapeBytes) throw new AppError('export.shp-too-large', { bytes: size, limit: maxShapeBytes });
  const shp = new Uint8Array(size);
  const shx = new Uint8Array(headerBytes + indexEntryBytes * shapes.length);
  const [view, index] = [new DataView(shp.buffer), new DataView(shx.buffer)];
  let at = headerBytes;
  shapes.forEach((shape, i) => {
    index.setInt32(headerBytes + indexEntryBytes * i, at / 2);
    index.setInt32(headerBytes + indexEntryBytes * i + 4, lengths[i]! / 2);
    view.setInt32(at, i + 1);
    view.setInt32(at + 4, lengths[i]! / 2);
    writeContent(view, at + recordHeadBytes, shape, kind, hasZ);
    at += recordHeadBytes + lengths[i]!;
  });
  for (const [header, length] of [
    [view, shp.length],
    [index, shx.length],
  ] as const) {
    writeHeader(header, length, shapes, shapeCode(kind, hasZ), hasZ);
  }
  return { shp, shx };
}

function shapeOf(feature: ExchangeFeature, tolerance: number): Shape {
  const isArea = feature.kind === 'polygon';
  if (!isArea && feature.kind !== 'polyline') return { coordinates: feature.coordinates, starts: [] };
  const parts = partsOf(withoutArcs(feature, tolerance)).map(({ coordinates, isHole }) =>
    isArea ? turnedRing(coordinates, isHole ? 1 : -1) : coordinates,
  );
  const isClosed = isArea || feature.closed === true;
  const starts: number[] = [];
  const count = parts.reduce((sum, part) => sum + part.length / 3 + (isClosed ? 1 : 0), 0);
  const coordinates = new Float64Array(3 * count);
  let at = 0;
  for (const part of parts) {
    starts.push(at / 3);
    coordinates.set(part, at);
    at += part.length;
    if (!isClosed) continue;
    coordinates.set(part.subarray(0, 3), at);
    at += 3;
  }
  return { coordinates, starts };
}

function contentBytes({ coordinates, starts }: Shape, kind: ExchangeFeature['kind'], hasZ: boolean): number {
  const count = coordinates.length / 3;
  if (kind === 'point') return hasZ ? 36 : 20;
  const counts = kind === 'multipoint' ? 4 : 8 + 4 * starts.length;
  return 4 + boxBytes + counts + 16 * count + (hasZ ? 16 + 8 * count : 0);
}

function writeContent(
  view: DataView,
  start: number,
  { coordinates, starts }: Shape,
  kind: ExchangeFeature['kind'],
  hasZ: boolean,
): void {
  const count = coordinates.length / 3;
  let at = start;
  const integer = (value: number) => {
    view.setInt32(at, value, true);
    at += 4;
  };
  const double = (value: number) => {
    view.setFloat64(at, value, true);
    at += 8;
  };
  integer(shapeCode(kind, hasZ));
  if (kind === 'point') {
    for (const value of coordinates.subarray(0, hasZ ? 3 : 2)) double(value);
    if (hasZ) double(noMeasure);
    return;
  }
  const box = boxOf([coordinates]);
  for (const value of [box.min[0], box.min[1], box.max[0], box.max[1]]) double(value);
  if (kind !== 'multipoint') integer(starts.length);
  integer(count);
  for (const first of starts) integer(first);
  for (let i = 0; i < coordinates.length; i += 3) {
    double(coordinates[i]!);
    double(coordinates[i + 1]!);
  }
  if (!hasZ) return;
  double(box.min[2]);
  double(box.max[2]);
  for (let i = 2; i < coordinates.length; i += 3) double(coordinates[i]!);
}

interface Box {
  readonly min: [number, number, number];
  readonly max: [number, number, number];
}

function boxOf(arrays: Iterable<Float64Array>): Box {
  const box: Box = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };
  for (const array of arrays) {
    for (let i = 0; i < array.length; i++) {
      const axis = i % 3;
      box.min[axis] = Math.min(box.min[axis]!, array[i]!);
      box.max[axis] = Math.max(box.max[axis]!, array[i]!);
    }
  }
  return box;
}

function writeHeader(
  view: DataView,
  bytes: number,
  shapes: readonly Shape[],
  code: number,
  hasZ: boolean,
): void {
  view.setInt32(0, fileCode);
  view.setInt32(24, bytes / 2);
  view.setInt32(28, 1000, true);
  view.setInt32(32, code, true);
  const { min, max } = boxOf(shapes.map(({ coordinates }) => coordinates));
  const heights = hasZ ? [min[2], max[2]] : [0, 0];
  for (const [i, value] of [min[0], min[1], max[0], max[1], ...heights].entries()) {
    view.setFloat64(36 + 8 * i, value, true);
  }
}
