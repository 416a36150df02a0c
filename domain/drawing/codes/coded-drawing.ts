import type { ExchangeFeature, ExchangeLayer } from '../../formats/exchange-model.ts';
import { symbolsNamed } from '../../symbols/library.ts';
import type { SymbolDefinition } from '../../symbols/symbol.ts';
import { exchangeContent } from '../exchange-feature.ts';
import type { DrawingFeature } from '../feature.ts';
import type { CodeEntry } from '../feature-code.ts';
import { layerColours } from '../layer.ts';
import type { CodedFeature } from './field-to-finish.ts';

/** Coded features as exchange formats take them, and their layers in the order in which they are needed. */
export interface CodedDrawing {
  readonly layers: readonly ExchangeLayer[];
  readonly features: readonly ExchangeFeature[];
  /** Definitions of the symbols that the points name, as far as the library has them. */
  readonly symbols: readonly SymbolDefinition[];
}

/**
 * Lays coded features out on layers. A code that names no layer has one of its own name, points without a code lie on
 * `plainLayer`. A layer has the colour of the first code on it that has one.
 */
export function codedDrawing(
  features: readonly CodedFeature[],
  entries: readonly CodeEntry[],
  plainLayer: string,
): CodedDrawing {
  const colours = new Map<string, string>();
  for (const { code, colour, layer = code } of entries) {
    if (colour !== undefined && !colours.has(layer)) colours.set(layer, colour);
  }
  const layers = new Map<string, ExchangeLayer>();
  const placed = features.map(({ layer, entry, ...feature }, i): DrawingFeature => {
    const name = layer ?? entry?.code ?? plainLayer;
    if (!layers.has(name)) {
      const colour = colours.get(name) ?? layerColours[layers.size % layerColours.length]!;
      layers.set(name, { name, colour });
    }
    return { ...feature, layerId: name, id: String(i), rank: i };
  });
  const drawn = exchangeContent(placed, { layerName: (id) => id }).features;
  return {
    layers: [...layers.values()],
    features: drawn,
    symbols: symbolsNamed(drawn.flatMap(({ symbol }) => symbol?.name ?? [])),
  };
}
