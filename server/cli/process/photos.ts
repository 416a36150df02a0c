import { basename } from 'node:path';
import type { Density } from '#contract/rules/density.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { rejectionRecord } from '#domain/photogrammetry/model/rejection.ts';
import type { Hemisphere } from '#domain/photogrammetry/photos/hemisphere.ts';
import type { ComputeMode } from '#workers/contract/compute.ts';
import type { NodeodmService } from '../../config/service-settings.ts';
import { describeRecord, translate } from '../../messages.ts';
import type { InputFile } from '../../pipeline/inputs.ts';
import type { PhotoRequest } from '../../pipeline/photo/context.ts';
import type { NamedInputs } from '../../pipeline/photo/image-inputs.ts';
import { processImages } from '../../pipeline/photo/process-images.ts';
import { processRemotely } from '../../pipeline/photo/process-remotely.ts';
import type { PhotoReport } from '../../pipeline/photo/report/photo-report.ts';
import type { RemoteReport } from '../../pipeline/photo/report/service-report.ts';

import type { CommandContext } from '../command.ts';
import { readCrsOption } from '../crs-option.ts';
import { number } from '../info/lines.ts';
import { readCameraOption, stateCamerasOf } from './cameras.ts';
import {
  gpsWeekOf,
  type ProcessOptions,
  positive,
  type processOptions,
  readLeverArm,
  readMarks,
} from './options.ts';
import { productLines } from './product-lines.ts';
import { showSteps } from './stages.ts';
import { createWarner } from './warner.ts';

const named = (path: string | undefined): InputFile | null =>
  path === undefined ? null : { path, name: basename(path) };

const metres = (value: number) => value.toFixed(3);

const metresOrNone = (value: number | null) => (value === null ? '–' : metres(value));

/** The weight and fit of positions of each kind of fix, one line each. */
export function fixLines({ fixes }: Pick<PhotoReport, 'fixes'>): string[] {
  return fixes.flatMap(({ fix, photos, sigma, used, residual }) => {
    const kind = translate(`report.fix.${fix ?? 'missing'}`);
    if (!sigma) return translate('cli.process.fix-unused', { count: photos, fix: kind });
    const [e, n, u] = sigma.map(metresOrNone);
    const weight = translate('cli.process.fix', { count: photos, fix: kind, e: e!, n: n!, u: u! });
    if (!residual) return weight;
    const axes = { e: metres(residual.e), n: metres(residual.n), u: metresOrNone(residual.u) };
    const params = { count: used, fix: kind, ...axes, d3: metres(residual.d3) };
    return [weight, translate('cli.process.gps', params)];
  });
}

function accuracyLines(report: PhotoReport): string[] {
  const { gcps, checkpoints } = report;
  const lines = fixLines(report);
  if (gcps.length > 0) {
    const used = gcps.filter(({ status }) => status === 'used');
    lines.push(translate('cli.process.gcps', { used: used.length, count: gcps.length }));
  }
  if (checkpoints.count > 0) {
    const { count, rmseX, rmseY, rmseZ, rmse3d } = checkpoints;
    lines.push(
      translate('cli.process.checkpoints', {
        count,
        x: metres(rmseX),
        y: metres(rmseY),
        z: metres(rmseZ),
        d3: metres(rmse3d),
      }),
    );
  }
  return lines;
}

function lines(report: PhotoReport, out: string): string[] {
  const { images, reprojectionRmsPx, points, densePoints, gsdM, crs } = report;
  const adjustment = { rms: reprojectionRmsPx.toFixed(2), points: number(points) };
  return [
    translate('cli.process.images', {
      registered: images.registered,
      total: images.total,
      crs: crs.name ?? '?',
    }),
    ...images.rejected.map((rejected) => `  ${describeRecord(rejectionRecord(rejected))}`),
    gsdM === null
      ? translate('cli.process.adjustment-arbitrary', adjustment)
      : translate('cli.process.adjustment', { ...adjustment, gsd: (gsdM * 100).toFixed(2) }),
    ...accuracyLines(report),
    ...(densePoints > 0
      ? [translate('cli.process.dense', { count: densePoints, number: number(densePoints) })]
      : []),
    ...productLines(report.products, crs.horizontalUnit),
    translate('cli.process.report', { path: `${out}/report.json` }),
  ];
}

function remoteLines(report: RemoteReport, out: string): string[] {
  const { images, service, reprojectionRmsPx, densePoints, crs, products } = report;
  return [
    translate('cli.process.service', {
      service,
      registered: images.registered ?? '?',
      total: images.total,
      rms: reprojectionRmsPx?.toFixed(2) ?? '?',
      crs: crs.name ?? '?',
    }),
    ...images.rejected.map((rejected) => `  ${describeRecord(rejectionRecord(rejected))}`),
    ...(densePoints > 0
      ? [translate('cli.process.dense', { count: densePoints, number: number(densePoints) })]
      : []),
    ...productLines(products, crs.horizontalUnit),
    translate('cli.process.report', { path: `${out}/report.json` }),
  ];
}

/** The service of `--engine nodeodm`. Error: `cli.needs-option`. */
function serviceOf({ 'engine-url': given }: ProcessOptions): NodeodmService {
  const url = given ?? process.env.PLUMBLINE_NODEODM_URL;
  if (url) return { url };
  throw new AppError('cli.needs-option', {
    command: 'process',
    option: '--engine nodeodm',
    needed: '--engine-url',
  });
}

type Request = Omit<PhotoRequest, 'engine'>;
type PhotoInputs = Extract<NamedInputs, { readonly kind: 'photos' }>;

async function requestOf(
  context: CommandContext<typeof processOptions>,
  { files, clouds }: PhotoInputs,
  out: string,
): Promise<Request> {
  const { options: given } = context;
  const cameras = given.camera.map(readCameraOption);
  return {
    images: files,
    clouds,
    control: named(given.gcp),
    checkpoints: named(given.checkpoints),
    scaleBars: named(given['scale-bars']),
    leverArm: readLeverArm(given['lever-arm']),
    out,
    acceptTruncated: given['accept-truncated'],
    gpsWeek: gpsWeekOf(given['gps-week']),
    crs: (await readCrsOption(given.crs)) ?? null,
    goal: given.until === 'sparse' ? 'sparse' : 'all',
    settings: {
      density: (given.density ?? 'high') as Density,
      orthoGsdMultiplier: positive('--ortho-gsd-multiplier', given['ortho-gsd-multiplier']) ?? 1,
      demGsdMultiplier: positive('--dem-gsd-multiplier', given['dem-gsd-multiplier']),
      surfaceModelScale: null,
      runDenseUnclustered: false,
      useUnreconstructedCameras: false,
      undistort: given.undistort,
      contourInterval: positive('--contour-interval', given['contour-interval']),
      cameras: await stateCamerasOf(cameras, files, context.signal),
      markFrame: readMarks(given.marks),
      hemisphere: (given.hemisphere ?? null) as Hemisphere | null,
    },
    pool: await context.pool({ compute: (given.gpu ?? 'auto') as ComputeMode }),
    signal: context.signal,
    onProgress: showSteps(context.progress),
  };
}

/** A service makes its own products and does not take point clouds. Error: `photo.mixed-inputs`. */
function refuseClouds({ files, clouds }: PhotoInputs): void {
  const [cloud] = clouds;
  if (cloud) throw new AppError('photo.mixed-inputs', { file: files[0]?.name ?? '?', otherFile: cloud.name });
}

/** Makes the products of photos and prints them. */
export async function processPhotos(
  context: CommandContext<typeof processOptions>,
  inputs: PhotoInputs,
  out: string,
): Promise<PhotoReport | RemoteReport> {
  const { options: given } = context;
  const service = given.engine === 'nodeodm' ? serviceOf(given) : null;
  if (service) refuseClouds(inputs);
  const request = await requestOf(context, inputs, out);
  const engine = given.engine === 'colmap' ? 'colmap' : 'builtin';
  const warner = createWarner(context);
  const report = service
    ? await processRemotely({ ...request, service, onDoubts: warner.tell })
    : await processImages({ ...request, engine, onDoubts: warner.tell });
  context.progress.clear();
  warner.tell(report.warnings);
  const text = () => (report.engine === 'nodeodm' ? remoteLines(report, out) : lines(report, out));
  if (context.isJson) context.printJson(report);
  else for (const line of text()) context.print(line);
  return report;
}
