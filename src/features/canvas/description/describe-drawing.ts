import type { DescribedFeature, LayerInView } from '#core/description/drawing-in-view.ts';
import type { TextKey } from '#locales/texts.ts';
import { type DescribedPart, type DescribedRow, listed, type Words } from './words.ts';

/** A count in words; empty for none. */
function counted(key: TextKey, count: number, { t, format }: Words): string {
  return count === 0 ? '' : t(key, { count, number: format.number(count) });
}

function measuresOf(
  { kind, position, length, area, perimeter, elevations }: DescribedFeature,
  words: Words,
): string {
  const { t, exact } = words;
  if (kind === 'point' && position) {
    const [x, y, z] = position;
    const place = { x: exact('coordinate', x), y: exact('coordinate', y), z: exact('elevation', z) };
    return t('describe.place', place);
  }
  const size =
    length !== null
      ? t('describe.length', { length: exact('length', length) })
      : area !== null && perimeter !== null
        ? t('describe.areaText', { area: exact('area', area), perimeter: exact('length', perimeter) })
        : '';
  if (elevations === null) return size;
  const [low, high] = elevations.map((value) => exact('elevation', value)) as [string, string];
  return listed(
    size,
    low === high ? t('describe.elevationsAt', { at: low }) : t('describe.elevations', { low, high }),
  );
}

function featureRow(feature: DescribedFeature, index: number, words: Words): DescribedRow {
  const { purpose } = feature;
  const use = purpose === undefined ? '' : words.t(`purpose.${purpose}`);
  const called = listed(use, feature.name, feature.code) || words.format.number(index + 1);
  return { name: words.t(`describe.${feature.kind}`, { name: called }), text: measuresOf(feature, words) };
}

function layerPart(
  { id, name, counts, outside, told }: LayerInView,
  pane: string,
  words: Words,
): DescribedPart {
  const { t } = words;
  const inside = listed(
    counted('describe.pointCount', counts.point, words),
    counted('describe.lineCount', counts.polyline, words),
    counted('describe.polygonCount', counts.polygon, words),
    counted('describe.multipointCount', counts.multipoint, words),
    counted('describe.annotationCount', counts.annotation, words),
    counted('describe.gridCount', counts.grid, words),
    counted('describe.tinCount', counts.tin, words),
  );
  const more = Object.values(counts).reduce((sum, count) => sum + count, 0) - told.length;
  const rows: DescribedRow[] = [
    {
      name: t('describe.inView'),
      text: listed(inside || t('describe.noFeatures'), counted('describe.outside', outside, words)),
    },
    ...told.map((feature, index) => featureRow(feature, index, words)),
  ];
  if (more > 0) rows.push({ name: '', text: counted('describe.more', more, words) });
  return { id: `drawing-${pane}-${id}`, title: t('describe.drawingOf', { layer: name }), rows };
}

/** The drawing in a pane, layer by layer. */
export function drawingParts(layers: readonly LayerInView[], pane: string, words: Words): DescribedPart[] {
  if (layers.length > 0) return layers.map((layer) => layerPart(layer, pane, words));
  const { t } = words;
  return [
    {
      id: `drawing-${pane}`,
      title: t('describe.drawing'),
      rows: [{ name: '', text: t('describe.noDrawing') }],
    },
  ];
}
