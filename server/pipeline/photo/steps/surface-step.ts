import { pointSpacingGsd } from '#contract/rules/density.ts';
import type { PointCloudNames, ProcessContext, ProcessRequest, SeenGround } from '../../context.ts';
import { closeInputs, openInputs } from '../../inputs.ts';
import { makeCloudProducts } from '../../process-cloud.ts';
import { metresPerUnit } from '../../units.ts';
import type { DenseCloud, PhotoContext } from '../context.ts';

/** The point cloud of an image project. */
export const denseCloud: PointCloudNames = {
  product: 'dense_point_cloud',
  file: 'dense-point-cloud.copc.laz',
  picture: 'dense-point-cloud.png',
};

/** The part of a project's context that surfaces need. */
export type SurfaceContext = Pick<
  PhotoContext,
  'request' | 'crs' | 'gsdM' | 'photos' | 'signal' | 'steps' | 'failures' | 'warnings' | 'finish'
>;

function requestOf(
  { request, crs, gsdM, photos }: SurfaceContext,
  { parts }: Pick<DenseCloud, 'parts'>,
  seen: SeenGround | null,
): ProcessRequest {
  const { out, settings, pool, signal } = request;
  const { density, demGsdMultiplier, surfaceModelScale, contourInterval } = settings;
  const unit = metresPerUnit(crs, photos[0]?.info.name ?? '?');
  return {
    inputs: parts,
    out,
    crs: null,
    resolution: demGsdMultiplier === null ? null : (demGsdMultiplier * gsdM) / unit.horizontal,
    surfaceScale: surfaceModelScale,
    pointSpacing: (pointSpacingGsd[density] * gsdM) / unit.horizontal,
    surfaceFrom: 'fitted',
    seen,
    classify: 'always',
    contourInterval,
    pool,
    signal,
  };
}

/**
 * Runs the point cloud steps on the dense points: COPC, ground classes, elevation and surface model, images and
 * contours, or the COPC alone. What cannot be made is added to the context's failures.
 * @param seen ground that the photos see well; null where their poses are not known
 */
export async function makeSurfaces(
  context: SurfaceContext,
  dense: Pick<DenseCloud, 'parts'>,
  goal: 'all' | 'cloud' = 'all',
  seen: SeenGround | null = null,
): Promise<void> {
  const { signal, steps, failures, warnings, finish } = context;
  const request: ProcessRequest = {
    ...requestOf(context, dense, seen),
    ...(goal === 'cloud' ? { goal, classify: 'never' } : {}),
  };
  const inputs = await openInputs(dense.parts, { stated: null, signal });
  try {
    const cloud: ProcessContext = {
      request,
      cloud: denseCloud,
      inputs,
      steps,
      products: [],
      failures,
      warnings,
      finish,
    };
    await makeCloudProducts(cloud);
  } finally {
    await closeInputs(inputs);
  }
}
