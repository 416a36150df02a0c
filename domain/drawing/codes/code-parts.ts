import type { AttributeValue, DrawingFeature, FeatureLook } from '../feature.ts';
import type { CodeEntry } from '../feature-code.ts';

/** Look and first attributes that a code gives its features: a symbol to points, a line type to others. */
export function codeParts(
  { colour, lineType, symbol, attributes }: CodeEntry,
  isPoint: boolean,
): Pick<DrawingFeature, 'look' | 'attributes'> {
  const look: FeatureLook = {
    ...(colour === undefined ? {} : { colour }),
    ...(isPoint || lineType === undefined ? {} : { lineType }),
    ...(isPoint && symbol !== undefined ? { symbol } : {}),
  };
  const values = attributes.map(({ name, initial }): [string, AttributeValue] => [name, initial ?? null]);
  return {
    ...(Object.keys(look).length === 0 ? {} : { look }),
    ...(values.length === 0 ? {} : { attributes: Object.fromEntries(values) }),
  };
}
