import type { ExchangeDrawing, ExchangeFeature, ExchangeSymbol } from '../../formats/exchange-model.ts';
import type { DrawingFeature, DrawnSize } from '../feature.ts';

/**
 * Features as one exchange feature each, in their order, for `placeDrawing`: every vertex, and what is turned and has a
 * size as a symbol.
 */
export function coordinatesOf(features: readonly DrawingFeature[]): ExchangeDrawing {
  return { unit: null, layers: [], features: features.map(exchanged) };
}

function exchanged(feature: DrawingFeature): ExchangeFeature {
  const { kind, coordinates, bulges, holeStarts, isClosed } = feature;
  const isPlain = kind === 'point' || kind === 'polyline' || kind === 'polygon';
  const symbol = turnedOf(feature);
  return {
    kind: isPlain ? kind : 'multipoint',
    layer: '',
    coordinates: Float64Array.from(coordinates),
    ...(bulges ? { bulges: Float64Array.from(bulges) } : {}),
    ...(holeStarts ? { holeStarts } : {}),
    ...(isClosed ? { closed: true } : {}),
    ...(symbol ? { symbol } : {}),
  };
}

function turnedOf({ annotation, look }: DrawingFeature): ExchangeSymbol | null {
  const groundSize = (size: DrawnSize | undefined) => (size?.on === 'ground' ? size.value : 1);
  if (annotation) return { name: '', rotation: annotation.rotation, scale: groundSize(annotation.size) };
  if (look?.symbol === undefined) return null;
  return { name: '', rotation: look.symbolRotation ?? 0, scale: groundSize(look.symbolSize) };
}

/** The features with the coordinates that `placeDrawing` gave to those of `coordinatesOf`. */
export function withCoordinates(
  features: readonly DrawingFeature[],
  { features: placed }: Pick<ExchangeDrawing, 'features'>,
): DrawingFeature[] {
  return features.map((feature, i) => placedFeature(feature, placed[i]!));
}

function placedFeature(feature: DrawingFeature, placed: ExchangeFeature): DrawingFeature {
  const { bulges: _, holeStarts: __, ...rest } = feature;
  const { symbol } = placed;
  const sized = (size: DrawnSize): DrawnSize =>
    size.on === 'ground' && symbol ? { ...size, value: symbol.scale } : size;
  const { annotation, look } = feature;
  return {
    ...rest,
    coordinates: [...placed.coordinates],
    ...(placed.bulges ? { bulges: [...placed.bulges] } : {}),
    ...(placed.holeStarts && placed.holeStarts.length > 0 ? { holeStarts: placed.holeStarts } : {}),
    ...(annotation && symbol
      ? { annotation: { ...annotation, rotation: symbol.rotation, size: sized(annotation.size) } }
      : {}),
    ...(look?.symbol !== undefined && symbol
      ? {
          look: {
            ...look,
            ...(look.symbolRotation !== undefined || symbol.rotation !== 0
              ? { symbolRotation: symbol.rotation }
              : {}),
            ...(look.symbolSize ? { symbolSize: sized(look.symbolSize) } : {}),
          },
        }
      : {}),
  };
}
