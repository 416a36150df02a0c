import type { Measurement, OnGrid } from '#core/state/measurement.ts';
import { type FigureUnits, useFigure } from '#editor-view/figures.tsx';
import { useText } from '#i18n/use-text.ts';

/** A measurement as lines of text for the clipboard: name, tab, the figure as the panel shows it. */
export function useMeasureText(units: FigureUnits): (measurement: Measurement) => string {
  const { t, format } = useText();
  const figure = useFigure(units);
  return (measurement) =>
    linesOf(measurement)
      .map(([name, text]) => `${name}\t${text}`)
      .join('\n');

  function linesOf(measurement: Measurement): [string, string][] {
    switch (measurement.kind) {
      case 'location': {
        const [x = Number.NaN, y = Number.NaN, z = Number.NaN] = measurement.coordinates;
        return [
          [t('measure.easting'), figure('coordinate', x)],
          [t('measure.northing'), figure('coordinate', y)],
          [t('measure.elevation'), figure('elevation', z)],
        ];
      }
      case 'distance':
        return [
          [t('measure.slope'), figure('length', measurement.slope)],
          [t('measure.plan'), figure('length', measurement.plan)],
          [t('measure.vertical'), figure('elevation', measurement.vertical)],
          [t('measure.azimuth'), figure('angle', measurement.azimuthRad)],
          ...onGrid(measurement.grid, (grid) => [[t('measure.plan'), figure('length', grid.plan)]]),
        ];
      case 'angle':
        return [
          [t('measure.planAngle'), figure('angle', measurement.planRad)],
          [t('measure.spaceAngle'), figure('angle', measurement.spaceRad)],
        ];
      case 'area':
        return [
          [t('measure.planArea'), figure('area', measurement.planArea)],
          [t('measure.trueArea'), figure('area', measurement.trueArea)],
          [t('measure.planPerimeter'), figure('length', measurement.planPerimeter)],
          [t('measure.slopePerimeter'), figure('length', measurement.slopePerimeter)],
          ...onGrid(measurement.grid, (grid) => [
            [t('measure.planArea'), figure('area', grid.planArea)],
            [t('measure.planPerimeter'), figure('length', grid.planPerimeter)],
          ]),
        ];
      case 'volume':
        return measurement.state.kind === 'done' ? volumeLines(measurement.state.result) : [];
    }
  }

  function volumeLines(
    result: Extract<Extract<Measurement, { kind: 'volume' }>['state'], { kind: 'done' }>['result'],
  ): [string, string][] {
    return [
      [t('volume.cut'), figure('volume', result.cut)],
      [t('volume.fill'), figure('volume', result.fill)],
      [t('volume.net'), figure('volume', result.net)],
      [t('volume.uncertainty'), `± ${figure('volume', result.uncertainty.value)}`],
      [
        t(`volume.inputSz.${result.uncertainty.systematicSource}`, { count: result.known?.count ?? 0 }),
        figure('length', result.uncertainty.systematicSigma),
      ],
      [t('measure.planArea'), figure('area', result.planArea)],
      [t('volume.surfaceArea'), figure('area', result.surfaceArea)],
      [t('volume.surfaceName'), result.surface],
      ...onGrid(result.grid, (grid) => [
        [t('volume.cut'), figure('volume', grid.cut)],
        [t('volume.fill'), figure('volume', grid.fill)],
        [t('volume.net'), figure('volume', grid.net)],
        [t('measure.planArea'), figure('area', grid.planArea)],
      ]),
    ];
  }

  function onGrid<T>(grid: OnGrid<T>, rows: (grid: T) => [string, string][]): [string, string][] {
    if (grid === null) return [];
    const named = rows(grid).map(([name, text]): [string, string] => [t('measure.onGrid', { name }), text]);
    return [...named, [t('measure.combinedFactor'), format.number(grid.combined, 6)]];
  }
}
