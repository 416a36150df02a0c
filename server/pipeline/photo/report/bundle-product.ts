import { join } from 'node:path';
import { arrangeArrays } from '#domain/photogrammetry/model/array-file.ts';
import { arraysOf } from '#domain/photogrammetry/model/reconstruction-file.ts';
import { footprintsOf } from '#domain/photogrammetry/summary/footprints.ts';
import { matchGraphOf } from '#domain/photogrammetry/summary/match-graph.ts';
import { reportCrs } from '../../report.ts';
import { fileSize, writeWhole } from '../../work-folder.ts';
import type { PhotoContext } from '../context.ts';
import type { SparseProject } from '../steps/sparse.ts';
import { reportCameras, reportPhotos } from './camera-report.ts';
import { reportControl } from './control-report.ts';

export const bundleFiles = { json: 'bundle-adjustment.json', arrays: 'bundle-adjustment.bin' } as const;

const documentVersion = 2;

/** Points of the frame in the project's system, xyz, length 3n. */
function worldPoints({ adjusted, frame }: PhotoContext): Float64Array<ArrayBuffer> {
  const world = adjusted.points.slice();
  frame.toWorldBatch(world);
  return world;
}

function photoFacts(context: PhotoContext, sparse: SparseProject) {
  const { photos } = context.adjusted;
  return reportPhotos(context, sparse).map((photo, index) => ({ ...photo, ...photos[index]!.pose }));
}

/** The main figures of a block; lengths in metres. */
function summaryOf(
  { request, adjusted }: PhotoContext,
  { adjusted: { statistics }, isArbitrary }: SparseProject,
) {
  return {
    images: request.images.length,
    registered: adjusted.photos.length,
    points: adjusted.points.length / 3,
    observations: adjusted.observations.count,
    meanViews: statistics.meanViews,
    reprojectionRmsPx: statistics.rmsPx,
    gsdM: isArbitrary ? null : statistics.gsdM,
  };
}

/**
 * Writes the bundle adjustment as product: a JSON of cameras, photos and control, and beside it the arrays of points,
 * observations and residuals, at the offsets that the JSON states. Footprints are in the frame of the poses.
 */
export async function writeBundle(context: PhotoContext, sparse: SparseProject): Promise<void> {
  const { request, steps, adjusted, crs, frame, groundHeightM } = context;
  const { out } = request;
  const { covariance, control: _, positionResiduals: __, ...facts } = sparse.adjusted.facts;
  const key = [documentVersion, context.adjustedKey, crs.wkt, frame.origin];
  await steps.run('bundle-adjustment', key, async () => {
    const { places, bytes } = arrangeArrays({
      ...arraysOf(adjusted),
      'points-world': worldPoints(context),
      'observation-residual': sparse.adjusted.statistics.residuals,
      ...(covariance ? { 'pose-covariance': covariance.poses, 'point-sigma': covariance.points } : {}),
    });
    const document = {
      format: 'plumbline-bundle-adjustment',
      version: documentVersion,
      summary: summaryOf(context, sparse),
      crs: reportCrs(crs),
      frame: { axes: 'east-north-up', unit: 'metre', origin: frame.origin, isArbitrary: sparse.isArbitrary },
      cameras: reportCameras(context, sparse),
      photos: photoFacts(context, sparse),
      control: reportControl(sparse, context.photos),
      footprints: footprintsOf(adjusted, groundHeightM),
      matchGraph: matchGraphOf(adjusted),
      adjustment: facts,
      arrays: { file: bundleFiles.arrays, byteOrder: 'little-endian', places },
    };
    await writeWhole(join(out, bundleFiles.arrays), bytes);
    await writeWhole(join(out, bundleFiles.json), `${JSON.stringify(document, null, 1)}\n`);
    return { facts: null, files: Object.values(bundleFiles) };
  });
  await context.finish({
    name: 'bundle_adjustment',
    kind: 'bundle',
    path: bundleFiles.json,
    bytes:
      ((await fileSize(join(out, bundleFiles.json))) ?? 0) +
      ((await fileSize(join(out, bundleFiles.arrays))) ?? 0),
    resolution: null,
    width: null,
    height: null,
  });
}
