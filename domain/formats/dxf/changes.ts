import type { ErrorRecord } from '../../errors/app-error.ts';
import { partsOf } from '../exchange-geometry.ts';
import type { ExchangeDrawing, ExchangeFeature } from '../exchange-model.ts';
import { isFlat } from './entities.ts';
import { propertyStrings } from './entity-tags.ts';
import { renamedNotes } from './renamed-layers.ts';
import { isCut } from './tags.ts';

/** Tells what DXF of 2000 cannot carry of a drawing, and which layers it names otherwise. */
export function dxfChanges(drawing: ExchangeDrawing): ErrorRecord[] {
  const { layers, features, texts = [], symbols = [] } = drawing;
  const styles = [...layers, ...[...features, ...texts].flatMap(({ style }) => style ?? [])];
  const known = new Set(symbols.map(({ name }) => name));
  const counts: readonly (readonly [ErrorRecord['code'], number])[] = [
    ['export.dxf-transparency', styles.filter(({ transparency = 0 }) => transparency > 0).length],
    ['export.dxf-sloping-arcs', features.filter(hasSlopingArcs).length],
    ['export.dxf-properties', features.reduce((sum, feature) => sum + propertyStrings(feature).lost, 0)],
    ['export.dxf-texts-cut', textsOf(drawing).filter(([text, limit]) => isCut(text, limit)).length],
    ['export.dxf-symbols', features.filter(({ symbol }) => symbol && !known.has(symbol.name)).length],
  ];
  const lost = counts.filter(([, count]) => count > 0);
  return [...renamedNotes(drawing), ...lost.map(([code, count]) => ({ code, params: { count } }))];
}

function hasSlopingArcs(feature: ExchangeFeature): boolean {
  if (!feature.bulges) return false;
  return partsOf(feature).some(
    ({ coordinates, bulges }) => bulges!.some((bulge) => bulge !== 0) && !isFlat(coordinates),
  );
}

/** Texts with the letters that the file has for each. */
function textsOf({ features, texts = [] }: ExchangeDrawing): [text: string, limit: number][] {
  const names = features.flatMap(({ name = '', code = '' }) => [`name=${name}`, `code=${code}`]);
  const lines = texts.filter(({ text }) => !text.includes('\n'));
  return [
    ...names.map((text): [string, number] => [text, 255]),
    ...lines.map(({ text }): [string, number] => [text, 2000]),
  ];
}
