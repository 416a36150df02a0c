import { inRankOrder } from '#domain/drawing/document.ts';
import { type DrawingFeature, type FeatureKind, featureKinds, vertexAt } from '#domain/drawing/feature.ts';
import type { DrawingLayer } from '#domain/drawing/layer.ts';
import { maxOf, minOf } from '#domain/math/extremes.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import type { ViewRegion } from '#domain/view/view-region.ts';
import { type Ground, groundPositions } from '../measure/ground.ts';
import { planeMeasures } from '../measure/measure-feature.ts';

/** Features of a layer that are described one by one. */
export const maxDescribed = 20;

/** A drawn feature and its measures in plan on the ground, horizontal units; null for measures that its kind lacks. */
export interface DescribedFeature extends Pick<DrawingFeature, 'id' | 'kind' | 'purpose' | 'name' | 'code'> {
  /** Of a point. z is NaN where it has no elevation. */
  readonly position: WorldPoint | null;
  readonly length: number | null;
  readonly area: number | null;
  readonly perimeter: number | null;
  /** Lowest and highest vertex; null where none has an elevation. */
  readonly elevations: readonly [low: number, high: number] | null;
}

/** The part of a visible layer that intersects the view. */
export interface LayerInView {
  readonly id: string;
  readonly name: string;
  /** Features that intersect the view, and those that do not. */
  readonly counts: Readonly<Record<FeatureKind, number>>;
  readonly outside: number;
  /** The first of those in the view, in the drawing's order; `maxDescribed` at most. */
  readonly told: readonly DescribedFeature[];
}

interface DrawingParts {
  readonly layers: Readonly<Record<string, DrawingLayer>>;
  readonly features: Readonly<Record<string, DrawingFeature>>;
}

/**
 * The part of a drawing that intersects the view, by visible layer in the drawing's order; layers without features are
 * left out.
 * @param levelAt elevation that a place without one is drawn at
 */
export function drawingInView(
  { layers, features }: DrawingParts,
  region: ViewRegion,
  levelAt: (x: number, y: number) => number,
  ground: Ground,
): LayerInView[] {
  const byLayer = new Map<string, DrawingFeature[]>();
  for (const feature of inRankOrder(features)) {
    const known = byLayer.get(feature.layerId);
    if (known) known.push(feature);
    else byLayer.set(feature.layerId, [feature]);
  }
  return inRankOrder(layers).flatMap((layer) => {
    const all = byLayer.get(layer.id);
    if (!layer.isVisible || all === undefined) return [];
    const inside = all.filter(({ kind, coordinates }) =>
      region.meets(regionKind(kind), lifted(coordinates, levelAt)),
    );
    const counts = Object.fromEntries(featureKinds.map((kind) => [kind, 0])) as Record<FeatureKind, number>;
    for (const { kind } of inside) counts[kind]++;
    const told = inside.slice(0, maxDescribed).map((feature) => describeFeature(feature, ground));
    return [{ id: layer.id, name: layer.name, counts, outside: all.length - inside.length, told }];
  });
}

/** How the view's region takes the vertices of a kind. */
function regionKind(kind: FeatureKind): 'point' | 'polyline' | 'polygon' {
  if (kind === 'polyline' || kind === 'polygon') return kind;
  return kind === 'grid' || kind === 'tin' ? 'polyline' : 'point';
}

function lifted(
  coordinates: readonly number[],
  levelAt: (x: number, y: number) => number,
): readonly number[] {
  if (!coordinates.some(Number.isNaN)) return coordinates;
  return coordinates.map((value, i) =>
    i % 3 === 2 && Number.isNaN(value) ? levelAt(coordinates[i - 2]!, coordinates[i - 1]!) : value,
  );
}

function describeFeature(feature: DrawingFeature, ground: Ground): DescribedFeature {
  const { id, kind, purpose, name, code, coordinates } = feature;
  const places = groundPositions(coordinates, 1, ground(coordinates));
  const heights = coordinates.filter((value, i) => i % 3 === 2 && !Number.isNaN(value));
  return {
    id,
    kind,
    ...(purpose === undefined ? {} : { purpose }),
    name,
    code,
    position: kind === 'point' ? vertexAt({ coordinates }, 0) : null,
    ...planeMeasures(feature, places),
    elevations: heights.length === 0 ? null : [minOf(heights), maxOf(heights)],
  };
}
