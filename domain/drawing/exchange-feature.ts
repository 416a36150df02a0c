import type {
  ExchangeFeature,
  ExchangeStyle,
  ExchangeSurface,
  ExchangeText,
  ExchangeValue,
} from '../formats/exchange-model.ts';
import { dimensionLine } from './annotation-lines.ts';
import { drawnLength, plainSymbolSize } from './drawn-size.ts';
import type { DrawingFeature } from './feature.ts';
import { featureTin } from './feature-lines.ts';

/** What features become in the exchange formats: some are texts or surfaces there. */
export interface ExchangeContent {
  readonly features: ExchangeFeature[];
  readonly texts: ExchangeText[];
  readonly surfaces: ExchangeSurface[];
}

export interface ExchangeNames {
  layerName(layerId: string): string;
  /** Elevation of the terrain at a place, NaN where there is none: fills vertices that have none of their own. */
  elevationAt?(x: number, y: number): number;
  /** Drawing units of a millimetre on paper, by the scale of the sheet. Left out: 1:500 in metres. */
  readonly unitsPerMm?: number;
}

/** The features of a drawing as exchange formats take them, in order. */
export function exchangeContent(features: readonly DrawingFeature[], names: ExchangeNames): ExchangeContent {
  const content: ExchangeContent = { features: [], texts: [], surfaces: [] };
  for (const feature of features) {
    switch (feature.kind) {
      case 'point':
      case 'multipoint':
      case 'polyline':
      case 'polygon':
        content.features.push(exchangeFeature(feature, feature.kind, names));
        break;
      case 'annotation':
        addAnnotation(content, feature, names);
        break;
      case 'grid':
      case 'tin': {
        const { points, triangles } = featureTin(feature)!;
        const layer = names.layerName(feature.layerId);
        content.surfaces.push({ name: feature.name || `${layer} ${feature.rank}`, layer, points, triangles });
      }
    }
  }
  return content;
}

function exchangeFeature(
  feature: DrawingFeature,
  kind: ExchangeFeature['kind'],
  names: ExchangeNames,
): ExchangeFeature {
  const { name, code, bulges, holeStarts, isClosed, look, attributes, purpose } = feature;
  const properties: Record<string, ExchangeValue> = {
    ...attributes,
    ...(purpose === undefined ? {} : { purpose }),
  };
  return {
    kind,
    coordinates: withElevations(feature, names),
    layer: names.layerName(feature.layerId),
    ...(name === '' ? {} : { name }),
    ...(code === '' ? {} : { code }),
    ...(bulges === undefined ? {} : { bulges: Float64Array.from(bulges) }),
    ...(holeStarts === undefined ? {} : { holeStarts }),
    ...(isClosed === undefined ? {} : { closed: true }),
    ...styleOf(feature),
    ...(look?.symbol === undefined ? {} : { symbol: symbolOf(feature, look.symbol, names) }),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
  };
}

function styleOf({ look }: DrawingFeature): { readonly style?: ExchangeStyle } {
  if (look === undefined) return {};
  const { symbol: _, symbolSize: __, symbolRotation: ___, ...style } = look;
  return Object.keys(style).length === 0 ? {} : { style };
}

function symbolOf({ look }: DrawingFeature, name: string, { unitsPerMm }: ExchangeNames) {
  const scale = drawnLength(look?.symbolSize ?? plainSymbolSize, unitsPerMm);
  return { name, rotation: look?.symbolRotation ?? 0, scale };
}

/** All heights or none: what the feature lacks is taken from the terrain, and where that lacks some none is written. */
function withElevations({ coordinates: own, elevation }: DrawingFeature, names: ExchangeNames): Float64Array {
  const coordinates = Float64Array.from(own);
  const isFlat = elevation?.mode === 'none';
  let missing = 0;
  for (let i = 0; i < coordinates.length; i += 3) {
    if (!isFlat && Number.isNaN(coordinates[i + 2])) {
      coordinates[i + 2] = names.elevationAt?.(coordinates[i]!, coordinates[i + 1]!) ?? Number.NaN;
    }
    if (isFlat || Number.isNaN(coordinates[i + 2])) missing++;
  }
  if (missing > 0) for (let i = 2; i < coordinates.length; i += 3) coordinates[i] = Number.NaN;
  return coordinates;
}

function addAnnotation(content: ExchangeContent, feature: DrawingFeature, names: ExchangeNames): void {
  const { annotation } = feature;
  if (annotation === undefined) return;
  const { unitsPerMm } = names;
  const coordinates = withElevations(feature, names);
  const layer = names.layerName(feature.layerId);
  const line = (places: readonly number[]): ExchangeFeature => ({
    kind: 'polyline',
    coordinates: Float64Array.from(places),
    layer,
    ...styleOf(feature),
  });
  const height = drawnLength(annotation.size, unitsPerMm);
  const addText = ([x, y, z]: readonly number[], text: string, rotation: number) => {
    if (text === '') return;
    content.texts.push({
      text,
      x: x!,
      y: y!,
      z: z!,
      height,
      angle: (rotation * 180) / Math.PI,
      ...(annotation.form === 'text' ? { anchor: { horizontal: 'left', vertical: 'baseline' } } : {}),
      layer,
      ...styleOf(feature),
    });
  };
  if (annotation.form !== 'dimension') {
    if (annotation.form === 'leader') content.features.push(line([...coordinates]));
    addText([...coordinates.subarray(-3)], annotation.text, annotation.rotation);
    return;
  }
  const [from, to, at] = [0, 3, 6].map((start) => [...coordinates.subarray(start, start + 3)]);
  const { start, end } = dimensionLine(from!, to!, at!);
  content.features.push(line([...start, ...end]), line([...from!, ...start]), line([...to!, ...end]));
  const angle = Math.atan2(end[1]! - start[1]!, end[0]! - start[0]!);
  addText(
    start.map((value, axis) => (value + end[axis]!) / 2),
    annotation.text || lengthText(from!, to!),
    angle,
  );
}

/** The measured length in plan, to a millimetre. */
function lengthText(from: readonly number[], to: readonly number[]): string {
  return Math.hypot(to[0]! - from[0]!, to[1]! - from[1]!).toFixed(3);
}
