import type { Editor } from '#core/editor.ts';
import type { FeatureMeasures, PlaneMeasures } from '#core/measure/measure-feature.ts';
import type { QuantityKind } from '#core/measure/quantities.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { Figure, FigureRow, GridFigures } from '#editor-view/figures.tsx';
import { useText } from '#i18n/use-text.ts';
import type { TextKey } from '#locales/texts.ts';
import { AttributeList } from '../attributes/AttributeList.tsx';
import { SymbolField } from '../symbols/SymbolField.tsx';

type Row = readonly [key: TextKey, kind: QuantityKind, value: number];

/** Every measure that a feature has, and its attributes. */
export function FeatureCard({ editor, feature }: { editor: Editor; feature: DrawingFeature }) {
  const { t, format } = useText();
  const measures = editor.measuresOf(feature);
  const { facts } = editor;
  const { grid } = measures;
  return (
    <div className="mt-2 border-line border-t pt-2">
      <dl className="text-sm">
        {feature.kind !== 'point' && (
          <FigureRow name={t('card.vertices')}>{format.number(measures.vertices)}</FigureRow>
        )}
        {rowsOf(measures, feature).map(([key, kind, value]) => (
          <FigureRow key={key} name={t(key)}>
            <Figure kind={kind} value={value} units={facts} />
          </FigureRow>
        ))}
      </dl>
      {grid && (
        <GridFigures
          combined={grid.combined}
          units={facts}
          rows={planeRows(grid).map(([key, kind, value]) => [t(key), kind, value] as const)}
        />
      )}
      {feature.kind === 'point' && (
        <SymbolField
          label={t('codes.symbol')}
          value={feature.look?.symbol ?? null}
          onChange={(symbol) =>
            void editor.dispatch(
              'feature.update',
              { ids: [feature.id], patch: { look: { symbol } } },
              'panel',
            )
          }
        />
      )}
      <AttributeList key={feature.id} editor={editor} feature={feature} />
    </div>
  );
}

function planeRows({ length, perimeter, area }: PlaneMeasures): Row[] {
  const rows: (readonly [TextKey, QuantityKind, number | null])[] = [
    ['measure.plan', 'length', length],
    ['measure.planPerimeter', 'length', perimeter],
    ['measure.planArea', 'area', area],
  ];
  return rows.filter((row): row is Row => row[2] !== null);
}

function rowsOf(measures: FeatureMeasures, { kind, coordinates }: DrawingFeature): Row[] {
  const { slopeLength, surfaceArea, delta, azimuthRad, elevations } = measures;
  const [x = Number.NaN, y = Number.NaN, z = Number.NaN] = coordinates;
  if (kind === 'point') {
    return [
      ['measure.easting', 'coordinate', x],
      ['measure.northing', 'coordinate', y],
      ['measure.elevation', 'elevation', z],
    ];
  }
  return [
    ...planeRows(measures),
    ...(slopeLength === null
      ? []
      : ([
          [measures.length === null ? 'measure.slopePerimeter' : 'measure.slope', 'length', slopeLength],
        ] as const)),
    ...(surfaceArea === null ? [] : ([['measure.trueArea', 'area', surfaceArea]] as const)),
    ...(delta === null
      ? []
      : ([
          ['card.deltaX', 'length', delta.x],
          ['card.deltaY', 'length', delta.y],
          ['card.deltaZ', 'elevation', delta.z],
        ] as const)),
    ...(azimuthRad === null ? [] : ([['measure.azimuth', 'angle', azimuthRad]] as const)),
    ...(elevations === null
      ? []
      : ([
          ['card.minZ', 'elevation', elevations[0]],
          ['card.maxZ', 'elevation', elevations[1]],
        ] as const)),
  ];
}
