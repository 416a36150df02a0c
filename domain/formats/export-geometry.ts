import { AppError } from '../errors/app-error.ts';
import type { ExportDrawing, ExportFeature } from './export-model.ts';

const minVertices = { point: 1, polyline: 2, polygon: 3 } as const;

/**
 * Refuses what no format can carry: too few vertices, coordinates that are not finite, heights at some
 * vertices only, layers that the drawing does not have. Errors: export.bad-geometry, export.unknown-layer.
 */
export function checkDrawing(drawing: ExportDrawing): void {
  const layers = new Set(drawing.layers.map(({ name }) => name));
  drawing.features.forEach((feature, index) => {
    const label = feature.name ?? String(index + 1);
    if (!layers.has(feature.layer)) throw unknownLayer(label, feature.layer);
    const reason = faultOf(feature);
    if (reason) throw new AppError('export.bad-geometry', { feature: label, layer: feature.layer, reason });
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

function faultOf({ kind, coordinates, holeStarts }: ExportFeature): string | null {
  const count = coordinates.length / 3;
  if (!Number.isInteger(count) || count < minVertices[kind] || (kind === 'point' && count !== 1)) {
    return `it has ${count} vertices`;
  }
  let withHeight = 0;
  for (let i = 0; i < coordinates.length; i += 3) {
    if (!Number.isFinite(coordinates[i]!) || !Number.isFinite(coordinates[i + 1]!))
      return 'a-coordinate-is-not-finite';
    if (Number.isFinite(coordinates[i + 2]!)) withHeight++;
    else if (!Number.isNaN(coordinates[i + 2]!)) return 'a-height-is-not-finite';
  }
  if (withHeight > 0 && withHeight < count) return 'some-vertices-have-no-height';
  const bounds = [0, ...(holeStarts ?? []), count];
  const short = bounds.some((start, i) => i > 0 && start - bounds[i - 1]! < minVertices[kind]);
  return short ? 'a-ring-has-too-few-vertices' : null;
}

/** The rings of a polygon (outline first), or the one line of anything else, as views of its coordinates. */
export function ringsOf({ coordinates, holeStarts }: ExportFeature): Float64Array[] {
  const bounds = [0, ...(holeStarts ?? []), coordinates.length / 3];
  return bounds.slice(1).map((end, i) => coordinates.subarray(3 * bounds[i]!, 3 * end));
}

/** Smallest and largest coordinates of everything in a drawing; null when it is empty. Heights that are missing count as 0. */
export function drawingExtent(drawing: ExportDrawing): { min: number[]; max: number[] } | null {
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
