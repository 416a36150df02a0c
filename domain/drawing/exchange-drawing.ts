import { contourFeatures, contourTexts, isIndexLevel } from '../formats/contour-features.ts';
import type { ExchangeDrawing, ExchangeLayer, ExchangeSurface } from '../formats/exchange-model.ts';
import type { ContourLines } from '../geometry/grid/contour-lines.ts';
import type { Tin } from '../geometry/tin/tin.ts';
import { appendAll } from '../math/extremes.ts';
import { symbolsNamed } from '../symbols/library.ts';
import type { LinearUnit } from '../units/units.ts';
import { type DrawingDocument, inRankOrder } from './document.ts';
import { exchangeContent } from './exchange-feature.ts';

/** The content of an export beside the drawn features, with the names of its layers, and how features are written. */
export interface ExportExtras {
  /** Drawing units of a millimetre on paper, by the scale of the sheet. Left out: 1:500 in metres. */
  readonly unitsPerMm?: number;
  readonly contours?: readonly { readonly lines: ContourLines; readonly layer: string }[];
  readonly surfaces?: readonly { readonly tin: Tin; readonly name: string; readonly layer: string }[];
  /** Elevation of the terrain at a place, NaN where there is none: fills vertices that have none of their own. */
  elevationAt?(x: number, y: number): number;
}

const contourColour = '#a5692f';
const surfaceColour = '#7d8794';

/**
 * A drawing as the exchange formats take it: visible layers only, in rank order. A feature whose vertices have
 * elevations only in part, and for which the terrain has none either, is written without elevations.
 * @param unit of all three coordinates; null when unknown
 */
export function toExchangeDrawing(
  document: DrawingDocument,
  unit: LinearUnit | null,
  extras: ExportExtras = {},
): ExchangeDrawing {
  const visible = inRankOrder(document.layers).filter((layer) => layer.isVisible);
  const names = uniqueNames(visible);
  const content = exchangeContent(
    inRankOrder(document.features).filter((feature) => names.has(feature.layerId)),
    {
      layerName: (id) => names.get(id)!,
      ...(extras.elevationAt ? { elevationAt: extras.elevationAt } : {}),
      ...(extras.unitsPerMm === undefined ? {} : { unitsPerMm: extras.unitsPerMm }),
    },
  );
  const { features, texts } = content;
  const layers: ExchangeLayer[] = visible.map(
    ({ id, colour, description, lineType, lineWeight, transparency, isLocked }) => ({
      name: names.get(id)!,
      colour,
      ...(description === undefined ? {} : { description }),
      ...(lineType === undefined ? {} : { lineType }),
      ...(lineWeight === undefined ? {} : { lineWeight }),
      ...(transparency === undefined ? {} : { transparency }),
      ...(isLocked === undefined ? {} : { isLocked }),
    }),
  );
  const addLayer = (name: string, colour: string) => {
    if (!layers.some((layer) => layer.name === name)) layers.push({ name, colour });
  };
  for (const { lines, layer } of extras.contours ?? []) {
    addLayer(layer, contourColour);
    appendAll(
      features,
      contourFeatures(lines, () => layer),
    );
    const labels = contourTexts(lines, isIndexLevel(lines), `${layer} labels`);
    if (labels.length > 0) addLayer(`${layer} labels`, contourColour);
    appendAll(texts, labels);
  }
  const surfaces = (extras.surfaces ?? []).map(({ tin, name, layer }): ExchangeSurface => {
    addLayer(layer, surfaceColour);
    return { name, layer, points: tin.points, triangles: tin.triangles };
  });
  const symbols = symbolsNamed(features.flatMap(({ symbol }) => symbol?.name ?? []));
  return { layers, features, surfaces: [...content.surfaces, ...surfaces], texts, symbols, unit };
}

/** Layer names by id; a name in use twice gets its number. */
function uniqueNames(layers: readonly { id: string; name: string }[]): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    layers.map(({ id, name }) => {
      let free = name;
      for (let i = 2; taken.has(free); i++) free = `${name} ${i}`;
      taken.add(free);
      return [id, free];
    }),
  );
}
