import type { ErrorRecord } from '../errors/app-error.ts';
import type { ExchangeDrawing, ExchangeFeature, ExchangeText, ExchangeValue } from './exchange-model.ts';

/** Properties of a feature by name, with its own facts first. */
export type ExchangeRow = ReadonlyMap<string, ExchangeValue>;

/**
 * Everything of a drawing as features of attribute formats: texts are points with the properties `text`, `height` and
 * `angle`, each triangle of a surface is a polygon with the property `surface`.
 */
export function* allFeatures(drawing: ExchangeDrawing): Generator<ExchangeFeature> {
  yield* drawing.features;
  for (const text of drawing.texts ?? []) yield textFeature(text);
  for (const { name, layer, points, triangles } of drawing.surfaces ?? []) {
    for (let i = 0; i < triangles.length; i += 3) {
      const coordinates = new Float64Array(9);
      for (let corner = 0; corner < 3; corner++) {
        const at = 3 * triangles[i + corner]!;
        coordinates.set(points.subarray(at, at + 3), 3 * corner);
      }
      yield { kind: 'polygon', coordinates, layer, properties: { surface: name } };
    }
  }
}

function textFeature({ text, x, y, z, height, angle, layer }: ExchangeText): ExchangeFeature {
  const properties = { text, height, angle };
  return { kind: 'point', coordinates: Float64Array.of(x, y, z), layer, properties };
}

/**
 * Attributes of a feature: `layer`, `colour`, `name` and `code`, then its properties. A property of one of these names
 * keeps it, with `_2` behind it.
 * @param colours of layers by name
 */
export function rowOf(feature: ExchangeFeature, colours: ReadonlyMap<string, string>): ExchangeRow {
  const { layer, name, code, properties = {} } = feature;
  const row = new Map<string, ExchangeValue>([['layer', layer]]);
  const colour = colours.get(layer);
  if (colour !== undefined) row.set('colour', colour);
  if (name !== undefined) row.set('name', name);
  if (code !== undefined) row.set('code', code);
  for (const [property, value] of Object.entries(properties)) {
    row.set(ownNames.has(property.toLowerCase()) ? `${property}_2` : property, value);
  }
  return row;
}

const ownNames = new Set(['layer', 'colour', 'name', 'code']);

/** Tells of symbols, and of looks of layers and features beyond the colour of a layer: attribute formats carry neither. */
export function lookChanges({ layers, features, texts = [] }: ExchangeDrawing): ErrorRecord[] {
  const isSpecial = ({ lineType, lineWeight, transparency = 0 }: ExchangeFeature['style'] & object) =>
    (lineType !== undefined && lineType !== 'solid') || lineWeight !== undefined || transparency > 0;
  const own = [...features, ...texts].filter(
    ({ style }) => style && (style.colour !== undefined || isSpecial(style)),
  );
  const counts: readonly (readonly [ErrorRecord['code'], number])[] = [
    ['export.symbols-left-out', features.filter(({ symbol }) => symbol).length],
    ['export.looks-left-out', layers.filter(isSpecial).length + own.length],
  ];
  return counts.filter(([, count]) => count > 0).map(([code, count]) => ({ code, params: { count } }));
}

/** Whether a feature has heights, which are at all of its vertices or none. */
export function hasHeights({ coordinates }: ExchangeFeature): boolean {
  return !Number.isNaN(coordinates[2]);
}
