import { ringsToPolygon } from './rings-to-polygon.ts';
import {
  joinParts,
  repeatsFirst,
  type ShapeFault,
  type ShapeGeometry,
  type ShapeRemark,
} from './shape-parts.ts';
import { multiPatch, noData, nullShape, type ShapeType, shapeType } from './shape-types.ts';

/** A record's geometry, or why it has none, and what is told of it. */
export interface ReadShape {
  readonly geometry: ShapeGeometry | ShapeFault;
  readonly remarks: readonly ShapeRemark[];
}

const boxBytes = 32;

/** Reads the content of a record of a `.shp`. */
export function readShape(content: DataView): ReadShape {
  if (content.byteLength < 4) return { geometry: 'shp.damaged', remarks: [] };
  const code = content.getInt32(0, true);
  if (code === nullShape) return { geometry: 'shp.null-shapes', remarks: [] };
  if (code === multiPatch) return { geometry: 'shp.multipatch', remarks: [] };
  const type = shapeType(code);
  if (!type) return { geometry: 'shp.unknown-type', remarks: [] };
  const remarks: ShapeRemark[] = [];
  return { geometry: readGeometry(content, type, remarks), remarks };
}

function readGeometry(
  content: DataView,
  type: ShapeType,
  remarks: ShapeRemark[],
): ShapeGeometry | ShapeFault {
  const hasParts = type.kind === 'polyline' || type.kind === 'polygon';
  const layout = type.kind === 'point' ? pointLayout(content) : listLayout(content, hasParts);
  if (layout === null) return 'shp.damaged';
  const { count } = layout;
  if (count === 0) return 'shp.without-extent';
  const { coordinates, hasMeasures, lacksHeights } = readVertices(content, type, layout);
  if (!isFinitePlan(coordinates)) return 'shp.not-finite';
  if (hasMeasures) remarks.push('shp.measures');
  if (lacksHeights) remarks.push('shp.heights-missing');
  if (type.kind === 'point' || type.kind === 'multipoint') return { kind: type.kind, coordinates };
  const parts = splitParts(coordinates, layout.starts);
  if (parts === null) return 'shp.damaged';
  return type.kind === 'polyline' ? joinLines(parts, remarks) : ringsToPolygon(parts, remarks);
}

interface Layout {
  readonly count: number;
  /** First vertex of each part. */
  readonly starts: readonly number[];
  /** Of the first x. */
  readonly offset: number;
  /** Smallest and largest value before each further column. */
  readonly rangeBytes: number;
}

function pointLayout(content: DataView): Layout | null {
  return content.byteLength < 20 ? null : { count: 1, starts: [0], offset: 4, rangeBytes: 0 };
}

function listLayout(content: DataView, hasParts: boolean): Layout | null {
  const at = 4 + boxBytes;
  if (content.byteLength < at + (hasParts ? 8 : 4)) return null;
  const parts = hasParts ? content.getUint32(at, true) : 0;
  const count = content.getUint32(at + (hasParts ? 4 : 0), true);
  const startsAt = at + (hasParts ? 8 : 4);
  const offset = startsAt + 4 * parts;
  if (offset + 16 * count > content.byteLength) return null;
  const starts = Array.from({ length: parts }, (_, i) => content.getUint32(startsAt + 4 * i, true));
  if (hasParts && count > 0 && parts === 0) return null;
  return { count, starts, offset, rangeBytes: 16 };
}

/** Heights and measures stand behind the places, a column each; files leave out the last, the measures. */
function readVertices(content: DataView, type: ShapeType, { count, offset, rangeBytes }: Layout) {
  const coordinates = new Float64Array(3 * count);
  const columnBytes = rangeBytes + 8 * count;
  let at = offset + 16 * count;
  const take = (wanted: boolean): number | null => {
    if (!wanted || at + columnBytes > content.byteLength) return null;
    const start = at + rangeBytes;
    at += columnBytes;
    return start;
  };
  const heightsAt = take(type.hasZ);
  const measuresAt = take(type.hasM);
  let [absent, measures] = [0, 0];
  for (let i = 0; i < count; i++) {
    coordinates[3 * i] = content.getFloat64(offset + 16 * i, true);
    coordinates[3 * i + 1] = content.getFloat64(offset + 16 * i + 8, true);
    const z = heightsAt === null ? Number.NaN : content.getFloat64(heightsAt + 8 * i, true);
    const isHeight = Number.isFinite(z) && z >= noData;
    if (!isHeight) absent++;
    coordinates[3 * i + 2] = isHeight ? z : Number.NaN;
    if (measuresAt !== null && content.getFloat64(measuresAt + 8 * i, true) >= noData) measures++;
  }
  const isPartial = absent > 0 && absent < count;
  if (isPartial) for (let i = 2; i < coordinates.length; i += 3) coordinates[i] = Number.NaN;
  return { coordinates, hasMeasures: measures > 0, lacksHeights: heightsAt !== null && absent > 0 };
}

function isFinitePlan(coordinates: Float64Array): boolean {
  for (let i = 0; i < coordinates.length; i += 3) {
    if (!Number.isFinite(coordinates[i]!) || !Number.isFinite(coordinates[i + 1]!)) return false;
  }
  return true;
}

/** Views of the parts; null where their beginnings do not rise within the vertices. Parts without vertices are passed over. */
function splitParts(coordinates: Float64Array, starts: readonly number[]): Float64Array[] | null {
  const parts: Float64Array[] = [];
  const count = coordinates.length / 3;
  if (starts[0] !== 0) return null;
  for (const [i, start] of starts.entries()) {
    const end = starts[i + 1] ?? count;
    if (end < start || end > count) return null;
    if (end > start) parts.push(coordinates.subarray(3 * start, 3 * end));
  }
  return parts;
}

function joinLines(parts: readonly Float64Array[], remarks: ShapeRemark[]): ShapeGeometry | ShapeFault {
  const lines = parts.filter((part) => part.length >= 6);
  if (lines.length === 0) return 'shp.without-extent';
  if (lines.length < parts.length) remarks.push('shp.short-parts');
  const closed = lines.every((line) => line.length > 9 && repeatsFirst(line));
  const { coordinates, starts } = joinParts(closed ? lines.map((line) => line.subarray(0, -3)) : lines);
  return {
    kind: 'polyline',
    coordinates,
    ...(starts.length > 0 ? { partStarts: starts } : {}),
    ...(closed ? { closed } : {}),
  };
}
