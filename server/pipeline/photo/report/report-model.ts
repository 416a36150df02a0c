import { join } from 'node:path';
import { rejectionRecord } from '#domain/photogrammetry/model/rejection.ts';
import { footprintsOf, overlapOf } from '#domain/photogrammetry/summary/footprints.ts';
import { matchGraphOf } from '#domain/photogrammetry/summary/match-graph.ts';
import { residualFieldsOf } from '#domain/photogrammetry/summary/residual-field.ts';
import { describeRecord, translate } from '../../../messages.ts';
import { terrainFiles } from '../../terrain/terrain-files.ts';
import type { PhotoContext } from '../context.ts';
import { orthoFiles } from '../ortho/make-orthomosaic.ts';
import type { FixReport } from '../positions/position-report.ts';
import type { Fact, ReportCamera, ReportModel, ReportPoint, ReportPosition } from '../report-pdf/model.ts';
import type { ControlReport } from './control-report.ts';
import type { PhotoReport } from './photo-report.ts';

const metre = { symbol: 'm', metres: 1 } as const;

/** The newest time that a photo states; null where none does. */
function capturedAt({ photos }: PhotoContext): string | null {
  const times = photos.flatMap(({ info }) => (info.capturedAt === null ? [] : [info.capturedAt]));
  return times.sort().at(-1) ?? null;
}

function titleOf(report: PhotoReport, captured: string | null): string {
  const cameras = report.cameras.map(({ name }) => name).join(', ');
  return captured === null ? cameras : `${cameras}, ${captured.slice(0, 10)}`;
}

function factsOf(report: PhotoReport): Fact[] {
  const { images, crs, gsdM, adjustment, engine, version, inputsHash } = report;
  const count = (value: number) => value.toLocaleString('en-US');
  return [
    [translate('report.fact.system'), crs.name ?? '–'],
    [translate('report.fact.vertical'), crs.verticalDatum ?? '–'],
    [translate('report.fact.photos'), `${images.registered} / ${images.total}`],
    [translate('report.fact.blocks'), report.blocks.join(' + ')],
    [translate('report.fact.gsd'), gsdM === null ? '–' : `${(100 * gsdM).toFixed(2)} cm`],
    [translate('report.fact.tie-points'), count(report.points)],
    [translate('report.fact.observations'), `${count(report.observations)} (${report.meanViews.toFixed(2)})`],
    [translate('report.fact.rms'), `${report.reprojectionRmsPx.toFixed(3)} px`],
    [translate('report.fact.dense-points'), count(report.densePoints)],
    [translate('report.fact.dome'), adjustment.domeM === null ? '–' : `${adjustment.domeM.toFixed(3)} m`],
    [translate('report.fact.engine'), `${engine}, Plumbline ${version}`],
    [translate('report.fact.inputs'), inputsHash],
  ];
}

function settingsOf({ settings }: PhotoReport): Fact[] {
  return [
    [translate('report.setting.density'), settings.density],
    [translate('report.setting.ortho'), String(settings.orthoGsdMultiplier)],
    [translate('report.setting.dem'), String(settings.demGsdMultiplier ?? '–')],
    [translate('report.setting.scale'), String(settings.surfaceModelScale ?? '–')],
  ];
}

function camerasOf(context: PhotoContext, report: PhotoReport): ReportCamera[] {
  const fields = residualFieldsOf(context.adjusted);
  const used = new Set(context.adjusted.photos.map(({ camera }) => camera));
  const ownFields = fields.filter(({ camera }) => used.has(camera));
  return report.cameras.map(({ name, width, height, parameters, correlations }, index) => ({
    name,
    aspect: width / height,
    parameters,
    correlations,
    field: ownFields[index]!,
  }));
}

function pointsOf(points: readonly ControlReport[], type: ReportPoint['type']): ReportPoint[] {
  return points.flatMap(({ label, position, residual, marks, rmsPx, status, suspect }): ReportPoint[] =>
    residual === null
      ? []
      : [
          {
            label,
            type,
            x: position[0],
            y: position[1],
            residual,
            marks,
            rmsPx: rmsPx ?? 0,
            isOutlier: status === 'outlier',
            suspect,
          },
        ],
  );
}

const fixText = (fix: FixReport['fix']) => translate(`report.fix.${fix ?? 'missing'}`);

function positionsOf({ photos }: PhotoReport): ReportPosition[] {
  return photos.flatMap(({ name, fix, gpsSigma, gpsResidual }): ReportPosition[] =>
    gpsSigma && gpsResidual
      ? [{ photo: name, fix: fixText(fix), sigma: gpsSigma, residual: gpsResidual }]
      : [],
  );
}

/** Everything that the printed report of a run shows. */
export function reportModel(context: PhotoContext, report: PhotoReport): ReportModel {
  const { adjusted, groundHeightM, request } = context;
  const footprints = footprintsOf(adjusted, groundHeightM);
  const captured = capturedAt(context);
  const picture = (file: string, title: string) => ({ title, path: join(request.out, file) });
  return {
    title: titleOf(report, captured),
    capturedAt: captured,
    facts: factsOf(report),
    unit: metre,
    photos: adjusted.photos.map(({ pose }, index) => {
      const [dx, dy] = report.photos[index]!.gpsResidual ?? [0, 0];
      return { x: pose.centre[0], y: pose.centre[1], dx: -dx, dy: -dy };
    }),
    footprints: footprints.map(({ corners }) => corners),
    overlap: overlapOf(footprints),
    links: matchGraphOf(adjusted),
    rejected: report.images.rejected.map((one) => [one.name, describeRecord(rejectionRecord(one))]),
    cameras: camerasOf(context, report),
    points: [...pointsOf(report.gcps, 'gcp'), ...pointsOf(report.checkpoints.points, 'checkpoint')],
    scaleBars: report.scaleBars,
    accuracy: report.checkpoints.accuracy,
    fixes: report.fixes.map(({ fix, photos, used, residual }) => ({
      fix: fixText(fix),
      photos,
      used,
      residual,
    })),
    positions: positionsOf(report),
    pictures: [
      picture(orthoFiles.preview, translate('product.orthoimage')),
      picture(terrainFiles.hillshade, translate('product.digital_elevation_model')),
      picture(terrainFiles.surfaceImage, translate('product.surface_model')),
    ],
    settings: settingsOf(report),
    steps: report.steps,
    doubts: [...report.warnings, ...report.failures].map(describeRecord),
  };
}
