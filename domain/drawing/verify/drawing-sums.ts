import { partsOf } from '../../formats/exchange-geometry.ts';
import type { ExchangeDrawing } from '../../formats/exchange-model.ts';
import { arcExtent } from '../../geometry/plane/bulge.ts';

/** What a drawing holds, whatever kinds a format has for it. */
export interface DrawingSums {
  readonly points: number;
  /** Lines and rings, holes included. */
  readonly lines: number;
  readonly texts: number;
  readonly triangles: number;
  /** Extent in plan of everything but texts, arcs to their full extent; null of nothing. */
  readonly extent: { readonly min: readonly number[]; readonly max: readonly number[] } | null;
  /** Lowest and highest elevation; null where there is none. */
  readonly heights: { readonly min: number; readonly max: number } | null;
}

/** What is summed up of a drawing. */
export type DrawingContent = Pick<ExchangeDrawing, 'features' | 'texts' | 'surfaces'>;

/** Sums up a drawing, in its own order and units. */
export function drawingSums({ features, texts = [], surfaces = [] }: DrawingContent): DrawingSums {
  const sums = { points: 0, lines: 0, triangles: 0 };
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  const add = (axis: number, value: number) => {
    if (value < min[axis]!) min[axis] = value;
    if (value > max[axis]!) max[axis] = value;
  };
  const addAll = (xyz: Float64Array) => {
    for (let i = 0; i < xyz.length; i++) add(i % 3, xyz[i]!);
  };
  for (const feature of features) {
    const { kind, coordinates } = feature;
    addAll(coordinates);
    if (kind === 'point' || kind === 'multipoint') {
      sums.points += coordinates.length / 3;
      continue;
    }
    const isClosed = kind === 'polygon' || feature.closed === true;
    for (const part of partsOf(feature)) {
      sums.lines++;
      addArcs(part, isClosed, add);
    }
  }
  for (const { points, triangles } of surfaces) {
    addAll(points);
    sums.triangles += triangles.length / 3;
  }
  return {
    ...sums,
    texts: texts.length,
    extent: min[0]! <= max[0]! ? { min: min.slice(0, 2), max: max.slice(0, 2) } : null,
    heights: min[2]! <= max[2]! ? { min: min[2]!, max: max[2]! } : null,
  };
}

function addArcs(
  { coordinates, bulges }: ReturnType<typeof partsOf>[number],
  isClosed: boolean,
  add: (axis: number, value: number) => void,
): void {
  const count = coordinates.length / 3;
  bulges?.forEach((bulge, i) => {
    const next = i + 1 < count ? i + 1 : isClosed ? 0 : -1;
    if (bulge === 0 || next < 0) return;
    const [x0, y0, x1, y1] = [i, next].flatMap((at) => [coordinates[3 * at]!, coordinates[3 * at + 1]!]);
    const { minX, minY, maxX, maxY } = arcExtent(x0!, y0!, x1!, y1!, bulge);
    add(0, minX);
    add(0, maxX);
    add(1, minY);
    add(1, maxY);
  });
}
