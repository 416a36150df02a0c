import { supportRaster } from '#contract/rules/products.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { lidarCloud } from '../../pipeline/cloud/point-cloud.ts';
import type { Product } from '../../pipeline/context.ts';
import { closeInputs, openInputs } from '../../pipeline/inputs.ts';
import { processCloud } from '../../pipeline/process-cloud.ts';
import { contourFiles } from '../../pipeline/terrain/contours.ts';
import { terrainFiles } from '../../pipeline/terrain/terrain-files.ts';
import { declarationOf } from './describe-product.ts';
import type { PipelineRequest, RunPipeline } from './pipeline-port.ts';
import { type FileEntry, type PipelinePlan, runPlan } from './run-plan.ts';

const plan: PipelinePlan = {
  shares: {
    ingest: { product: 'lidar_point_cloud', from: 0, to: 0.4 },
    ground: { product: 'lidar_point_cloud', from: 0.4, to: 0.6 },
    'point-cloud': { product: 'lidar_point_cloud', from: 0.6, to: 1 },
    'plan-view': { product: 'lidar_point_cloud', from: 1, to: 1 },
    'terrain-plan': { product: 'digital_elevation_model', from: 0, to: 0.2 },
    elevation: { product: 'digital_elevation_model', from: 0.2, to: 1 },
    surface: { product: 'surface_model', from: 0, to: 1 },
    pictures: { product: 'contour_map', from: 0, to: 0.5 },
    contours: { product: 'contour_map', from: 0.5, to: 1 },
  },
  filesOf,
  laterFiles: {
    lidar_point_cloud: [[lidarCloud.picture, 'preview', 'canvas']],
    digital_elevation_model: [
      [terrainFiles.support, supportRaster, 'exportable'],
      [terrainFiles.elevationImage, 'preview', 'canvas'],
      [terrainFiles.hillshade, 'hillshade', 'canvas'],
    ],
    surface_model: [[terrainFiles.surfaceImage, 'preview', 'canvas']],
  },
};

function filesOf({ name, path }: Product): FileEntry[] {
  switch (name) {
    case 'lidar_point_cloud':
      return [[path, 'copc', 'exportable']];
    case 'contour_map':
      return [
        [contourFiles.geojson, 'geojson', 'exportable'],
        [contourFiles.dxf, 'dxf', 'exportable'],
      ];
    default:
      return [[path, 'tif', 'exportable']];
  }
}

/** The pipeline of lidar projects on a task pool, as tasks run it. */
export function createLidarPipeline(pool: TaskPool): RunPipeline {
  return (request) => runLidar(request, pool, 'all');
}

/**
 * Makes products of lidar files; `cloud`: only their point cloud, beside a pipeline that makes the rest and the
 * report. Errors: those of `processCloud`.
 */
export async function runLidar(
  request: PipelineRequest,
  pool: TaskPool,
  goal: 'cloud' | 'all',
): Promise<void> {
  const { inputs, outDir, settings, signal } = request;
  const crs = declarationOf(settings);
  const opened = await openInputs(inputs, {
    stated: crs,
    acceptTruncated: settings.accept_truncated,
    gpsWeek: settings.gps_week,
    signal,
  });
  const found = opened[0]?.crs;
  await closeInputs(opened);
  if (!found) throw new Error('the project has no files');
  await runPlan(request, plan, async ({ onProgress, onSystem, onProduct }) => {
    onSystem(found);
    const report = await processCloud({
      inputs,
      out: outDir,
      crs,
      goal,
      acceptTruncated: settings.accept_truncated ?? false,
      gpsWeek: settings.gps_week,
      resolution: settings.resolution ?? null,
      classify: settings.reclassify_ground ? 'always' : 'auto',
      contourInterval: settings.contour_interval ?? null,
      pool,
      signal,
      onProgress,
      onProduct,
    });
    const { steps, failures, proofs, points, pointsByClass, min, max, warnings } = report;
    const meta = { points, pointsByClass, min, max, warnings };
    const isAll = goal === 'all';
    return {
      steps,
      failures,
      proofs,
      ...(isAll ? {} : { facts: { lidar_point_cloud: meta } }),
      pictures: isAll ? [terrainFiles.thumbnail] : [],
      report: isAll ? { files: [['report.json', 'json', 'exportable']], meta } : null,
    };
  });
}
