import type { Editor } from '#core/editor.ts';
import type { StationState } from '#core/stations/camera-stations.ts';
import type { Unit } from '#domain/units/units.ts';
import { hasTwoPanes, paneIds } from '#domain/view/view-mode.ts';
import { drawingParts } from './describe-drawing.ts';
import { besideRows, coloursPart, filtersPart } from './describe-look.ts';
import { productsPart, viewPart } from './describe-pane.ts';
import type { DescribedPart, Words } from './words.ts';

function systemPart({ facts }: Editor, { t }: Words): DescribedPart {
  const unitName = (unit: Unit | null) => {
    if (unit === null) return t('canvas.unitUnknown');
    return unit.kind === 'angular' || unit.id === 'other' ? unit.name : t(`unit.${unit.id}`);
  };
  const code = facts.epsg === null ? '' : ` (EPSG:${facts.epsg})`;
  return {
    id: 'system',
    title: t('coordinateSystem.title'),
    rows: [
      {
        name: t('coordinateSystem.name'),
        text: facts.crsName === null ? t('coordinateSystem.unknown') : `${facts.crsName}${code}`,
      },
      { name: t('describe.horizontal'), text: unitName(facts.coordinateUnit) },
      { name: t('describe.vertical'), text: unitName(facts.verticalUnit) },
    ],
  };
}

/** A description of the view, pane by pane, in words and numbers. `stations`: null where there are none. */
export function describeView(editor: Editor, stations: StationState | null, words: Words): DescribedPart[] {
  const { t } = words;
  const isTwo = hasTwoPanes(editor.views.workspace.viewMode);
  const panes = isTwo ? paneIds : (['first'] as const);
  const colours = coloursPart(editor, words);
  const beside = besideRows(editor, stations, words);
  return [
    ...panes.flatMap((pane) => [
      viewPart(editor, pane, t(isTwo ? `pane.${pane}` : 'canvas.view'), words),
      productsPart(editor, pane, t(isTwo ? 'pane.shown' : 'describe.products'), words),
    ]),
    ...(beside.length > 0 ? [{ id: 'beside', title: t('describe.beside'), rows: beside }] : []),
    ...(colours.rows.length > 0 ? [colours] : []),
    filtersPart(editor, words),
    systemPart(editor, words),
    ...panes.flatMap((pane) => {
      const title = isTwo ? t(`pane.${pane}`) : '';
      return drawingParts(editor.description.drawing(pane), pane, words).map((part) => ({
        ...part,
        title: title === '' ? part.title : `${part.title} · ${title}`,
      }));
    }),
  ];
}
