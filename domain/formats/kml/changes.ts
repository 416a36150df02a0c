import type { ErrorRecord } from '../../errors/app-error.ts';
import type { ExchangeDrawing } from '../exchange-model.ts';
import { allFeatures, hasHeights } from '../exchange-rows.ts';
import { isWritable } from '../xml/escape.ts';

/**
 * Tells what KML cannot carry of a drawing.
 * @param isAbsolute whether heights are written
 */
export function kmlChanges(drawing: ExchangeDrawing, isAbsolute: boolean): ErrorRecord[] {
  const { layers, features, texts = [] } = drawing;
  const styles = [...layers, ...[...features, ...texts].flatMap(({ style }) => style ?? [])];
  let [high, unwritable] = [
    0,
    layers.filter(({ name, description = '' }) => !isWritable(name + description)).length,
  ];
  for (const feature of allFeatures(drawing)) {
    if (hasHeights(feature)) high++;
    const { name = '', code = '', properties = {} } = feature;
    const all = [
      name,
      code,
      ...Object.entries(properties).flatMap(([field, value]) => [field, String(value)]),
    ];
    if (!all.every(isWritable)) unwritable++;
  }
  const counts: readonly (readonly [ErrorRecord['code'], number])[] = [
    ['export.kml-heights', isAbsolute ? 0 : high],
    ['export.kml-line-types', styles.filter(({ lineType = 'solid' }) => lineType !== 'solid').length],
    ['export.xml-characters', unwritable],
    ['export.symbols-left-out', features.filter(({ symbol }) => symbol).length],
  ];
  return counts.filter(([, count]) => count > 0).map(([code, count]) => ({ code, params: { count } }));
}
