import { dimensionLine } from '#domain/drawing/annotation-lines.ts';
import { type DrawingFeature, isClosedLine } from '#domain/drawing/feature.ts';
import { arcTolerance, featureLines } from '#domain/drawing/feature-lines.ts';
import { symbolShapes } from '#domain/drawing/symbol-shapes.ts';
import type { FeatureLabel, FeatureStyle, VectorFeature } from '#viewport/scene.ts';

const separator = '\n';

/** The id of a part of a feature in the scene, from 0. */
export function partId(featureId: string, part: number): string {
  return part === 0 ? featureId : `${featureId}${separator}${part}`;
}

/** The feature that a part of the scene belongs to. */
export function featureIdOf(vectorId: string): string {
  const end = vectorId.indexOf(separator);
  return end < 0 ? vectorId : vectorId.slice(0, end);
}

/**
 * What the viewport draws of a feature. The first part has the feature's id and the label; further parts have ids of
 * which `featureIdOf` makes the feature's.
 */
export function vectorsOf(
  feature: DrawingFeature,
  style: FeatureStyle,
  label: FeatureLabel | null,
): VectorFeature[] {
  const symbol = symbolShapes(feature);
  const places = shapesOf(feature).map((shape) => ({
    ...shape,
    style: symbol.length > 0 ? marked(style) : style,
  }));
  const lines = symbol.map(({ kind, coordinates }) => {
    return {
      kind,
      positions: Float64Array.from(coordinates),
      style: kind === 'polygon' ? filled(style) : style,
    };
  });
  return [...places, ...lines].map((shape, i) => ({
    id: partId(feature.id, i),
    ...shape,
    ...(label && i === 0 ? { label } : {}),
  }));
}

/** The place of a point under its symbol. */
const marked = (style: FeatureStyle): FeatureStyle => ({ ...style, sizePx: 3 });

/** A filled part of a symbol. */
const filled = (style: FeatureStyle): FeatureStyle => ({ ...style, fill: style.colour });

type Shape = Pick<VectorFeature, 'kind' | 'positions' | 'holes'>;

function shapesOf(feature: DrawingFeature): Shape[] {
  const { kind, coordinates } = feature;
  switch (kind) {
    case 'point':
      return [{ kind, positions: Float64Array.from(coordinates) }];
    case 'multipoint':
      return placesOf(coordinates);
    case 'polygon': {
      const [outline, ...holes] = featureLines(feature, arcTolerance).map((line) =>
        Float64Array.from(line.coordinates),
      );
      return [{ kind, positions: outline!, ...(holes.length > 0 ? { holes } : {}) }];
    }
    case 'polyline': {
      const { coordinates: line } = featureLines(feature, arcTolerance)[0]!;
      return [
        { kind, positions: Float64Array.from(isClosedLine(feature) ? line.concat(line.slice(0, 3)) : line) },
      ];
    }
    case 'annotation':
      return annotationShapes(feature);
    case 'grid':
    case 'tin':
      return [];
  }
}

function placesOf(coordinates: readonly number[]): Shape[] {
  const places: Shape[] = [];
  for (let i = 0; i < coordinates.length; i += 3) {
    places.push({ kind: 'point', positions: Float64Array.from(coordinates.slice(i, i + 3)) });
  }
  return places;
}

/** A leader is its line, a dimension its line between two extension lines; a text is its place. */
function annotationShapes({ annotation, coordinates }: DrawingFeature): Shape[] {
  const line = (...places: readonly (readonly number[])[]): Shape => ({
    kind: 'polyline',
    positions: Float64Array.from(places.flat()),
  });
  if (annotation?.form === 'leader') return [line(coordinates)];
  if (annotation?.form !== 'dimension') return [{ kind: 'point', positions: Float64Array.from(coordinates) }];
  const [from, to, at] = [0, 3, 6].map((start) => coordinates.slice(start, start + 3)) as [
    number[],
    number[],
    number[],
  ];
  const { start, end } = dimensionLine(from, to, at);
  return [line(start, end), line(from, start), line(to, end)];
}
