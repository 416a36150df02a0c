import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { VolumeReport } from '#workers/contract/geometry-tasks.ts';
import { translate } from '../../messages.ts';
import { layOut, number, type Row } from '../info/lines.ts';
import type { LoadedSurface } from './loaded-surface.ts';
import type { GroundVolume } from './measure-surface.ts';
import { lengthSymbol } from './surface-unit.ts';

/** The options that define the base of a volume, repeated in its output. */
export interface VolumeBaseOptions {
  readonly plane: number | undefined;
  readonly base: string | undefined;
  readonly elevation: number | undefined;
  readonly against: string | undefined;
  readonly polygon: string | undefined;
}

/**
 * Everything `plumbline volume --json` prints but the warnings. Areas in the linear unit squared, volumes cubed, on the
 * ground; `grid` holds them in the plane of the map where they differ by more than 1 in 20,000 in length.
 */
export function volumeJson(
  surface: LoadedSurface,
  { report, samples, place, scale, grid }: GroundVolume,
  options: VolumeBaseOptions,
) {
  const { cut, fill, net, planArea, surfaceArea, missingArea, uncertainty } = report;
  const { value, ...inputs } = uncertainty;
  const symbol = lengthSymbol(surface.unit);
  const { plane, base, elevation, against, polygon } = options;
  return {
    surface: surface.file,
    surfaceName: surface.name,
    format: surface.format,
    samples,
    base: {
      kind: against !== undefined ? 'surface' : plane !== undefined ? 'plane' : base,
      elevation: plane ?? elevation ?? null,
      against: against ?? null,
    },
    polygon: polygon ?? null,
    cut,
    fill,
    net,
    planArea,
    surfaceArea,
    missingArea,
    uncertainty: value,
    uncertaintyInputs: inputs,
    groundScale: scale ? { place, combinedScaleFactor: scale.combined, areaFactor: scale.area } : null,
    grid,
    unit: `${symbol}³`,
    areaUnit: `${symbol}²`,
    linearUnit: surface.unit ? { name: surface.unit.name, metres: surface.unit.metres } : null,
    signConvention: translate('volume.sign-convention'),
    crs: surface.crsName,
    epsg: surface.epsg,
    heightConflicts: surface.conflicts,
  };
}

/** The same as text. */
export function volumeLines(surface: LoadedSurface, { report, scale, grid }: GroundVolume): string[] {
  const symbol = lengthSymbol(surface.unit);
  const volume = (value: number) => `${number(value, 3)} ${symbol}³`;
  const area = (value: number) => `${number(value, 3)} ${symbol}²`;
  const { uncertainty } = report;
  const { systematicSigma, noiseSigma, correlationArea, correlationSource, systematicSource } = uncertainty;
  const inputs = translate('cli.volume.uncertainty-inputs', {
    formula: uncertainty.formula,
    sz: `${number(systematicSigma, 4)} ${symbol}`,
    source: translate(`cli.volume.sigma-source.${systematicSource}`),
    sr: `${number(noiseSigma, 4)} ${symbol}`,
    c: `${area(correlationArea)} (${translate(`cli.volume.correlation-source.${correlationSource}`)})`,
  });
  const rows: Row[] = [
    ['cli.volume.cut', volume(report.cut)],
    ['cli.volume.fill', volume(report.fill)],
    ['cli.volume.net', volume(report.net)],
    ['cli.volume.plan-area', area(report.planArea)],
    ['cli.volume.surface-area', area(report.surfaceArea)],
    ['cli.volume.uncertainty', [`± ${volume(uncertainty.value)}`, inputs]],
    ['cli.volume.signs', translate('volume.sign-convention')],
  ];
  if (scale && grid) {
    const params = {
      scale: scale.combined.toFixed(6),
      cut: volume(grid.cut),
      fill: volume(grid.fill),
      net: volume(grid.net),
      area: area(grid.planArea),
    };
    const texts = (['cli.volume.ground-scale-text', 'cli.volume.grid-values'] as const).map((key) =>
      translate(key, params),
    );
    rows.push(['cli.volume.ground-scale', texts]);
  }
  return layOut(rows);
}

/** The surface's own warnings, and one where a part of the area has no elevation. */
export function volumeWarnings(surface: LoadedSurface, report: VolumeReport): ErrorRecord[] {
  if (report.missingArea === 0) return [...surface.warnings];
  const wanted = report.planArea + report.missingArea;
  const params = {
    missing: number(report.missingArea, 2),
    wanted: number(wanted, 2),
    unit: `${lengthSymbol(surface.unit)}²`,
  };
  return [...surface.warnings, { code: 'geometry.area-missing', params }];
}
