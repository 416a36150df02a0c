import { join } from 'node:path';
import type { ProductName } from '#contract/rules/products.ts';
import type { CrsDeclaration } from '#domain/crs/types.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { decodeText } from '#domain/formats/table-text/decode-text.ts';
import { readControlFile } from '#domain/photogrammetry/control/read-control-file.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { readOwn } from '#workers/io/full-transfer.ts';
import { closeInputs, openInputs } from '../../pipeline/inputs.ts';
import { declarationOf } from './describe-product.ts';
import { runLidar } from './lidar-pipeline.ts';
import type { PipelineInput, PipelineRequest } from './pipeline-port.ts';

/** Products of lidar files given with photos. */
const names: readonly ProductName[] = ['lidar_point_cloud', 'colored_point_cloud'];
/** Errors of the files themselves, which do not affect the photos' products. */
const faults = /^(?:las|laz|crs)\.|^process\.(?:no|mixed)-/;

/** Lidar files that can be coloured from the photos, and the resulting system of the products. */
export interface LidarBesidePhotos {
  readonly clouds: readonly PipelineInput[];
  readonly crs: CrsDeclaration | null;
}

/**
 * The system of the products: the person's; else, unless the control names one, that of the lidar files, since
 * colours are looked up by coordinates; else null, for that of the photos.
 */
async function systemOf(
  { inputs, settings, signal }: PipelineRequest,
  clouds: readonly PipelineInput[],
): Promise<CrsDeclaration | null> {
  const stated = declarationOf(settings);
  const opened = await openInputs(clouds, {
    stated,
    acceptTruncated: settings.accept_truncated,
    gpsWeek: settings.gps_week,
    signal,
  });
  const found = opened[0]?.crs ?? null;
  await closeInputs(opened);
  const control = inputs.find(({ role }) => role === 'control');
  const header =
    control && readControlFile(decodeText(await readOwn(control.path)).text, control.name).crsText;
  if (stated || header || !found?.wkt || found.horizontalUnit?.kind !== 'linear') return stated;
  return { source: 'user', payload: found.wkt };
}

/**
 * Makes the point cloud of lidar files given with photos. Unusable files are reported as failures of their products,
 * and none are left to be coloured. Errors: those of running the pipeline, reading and writing.
 */
export async function runLidarBesidePhotos(
  request: PipelineRequest,
  pool: TaskPool,
): Promise<LidarBesidePhotos> {
  const clouds = request.inputs.filter(({ role }) => role === 'lidar');
  if (clouds.length === 0) return { clouds, crs: declarationOf(request.settings) };
  try {
    const crs = await systemOf(request, clouds);
    const outDir = join(request.outDir, 'lidar');
    await runLidar({ ...request, inputs: clouds, outDir, products: ['lidar_point_cloud'] }, pool, 'cloud');
    return { clouds, crs };
  } catch (error) {
    if (!(error instanceof AppError && faults.test(error.code))) throw error;
    const expected = names.filter((name) => request.products.includes(name));
    for (const name of expected) await request.onProductFailed(name, error.toRecord());
    return { clouds: [], crs: declarationOf(request.settings) };
  }
}
