import { join } from 'node:path';
import { AppError } from '#domain/errors/app-error.ts';
import type { InputFile } from '../inputs.ts';
import { terrainFiles } from '../terrain/terrain-files.ts';
import { colourCloud, type HidingSurface } from './colour-cloud/colour-cloud.ts';
import type { DenseCloud, PhotoContext } from './context.ts';
import { makeDenseCloud } from './dense/make-dense-cloud.ts';
import { makeMesh } from './ortho/make-mesh.ts';
import { makeOrthomosaic } from './ortho/make-orthomosaic.ts';
import { priorPoses } from './positions/prior-poses.ts';
import { seenGround } from './positions/seen-ground.ts';
import type { SparseProject } from './steps/sparse.ts';
import { makeSurfaces } from './steps/surface-step.ts';

/** Errors of clouds given with the photos. */
const cloudFaults = /^(?:process|las|laz|crs)\./;

/** Failures of one product that do not affect the others. */
const isPartial = (error: unknown): error is AppError =>
  error instanceof AppError && /^photo\./.test(error.code);

/** Clouds that do not match the photos do not affect the photos' own products. */
async function colourClouds(
  context: PhotoContext,
  clouds: readonly InputFile[],
  surface: HidingSurface,
): Promise<void> {
  try {
    await colourCloud(context, clouds, surface);
  } catch (error) {
    if (!(error instanceof AppError && cloudFaults.test(error.code))) throw error;
    context.failures.push(error.toRecord());
  }
}

async function makeImages(context: PhotoContext, sparse: SparseProject): Promise<void> {
  const { request, steps } = context;
  const heightsKey = steps.keyOf('surface');
  const heightsPath = join(request.out, terrainFiles.surface);
  const ortho = await makeOrthomosaic(context, {
    heightsPath,
    heights: 'surface',
    heightsKey,
    extraPhotos: request.settings.useUnreconstructedCameras ? priorPoses(sparse) : [],
  });
  await makeMesh(context, { path: heightsPath, key: heightsKey }, ortho);
  const { clouds = [] } = request;
  if (clouds.length > 0) await colourClouds(context, clouds, { path: heightsPath, key: heightsKey });
}

/**
 * Makes all products of dense points: cloud, elevation and surface model, contours, orthomosaic, mesh, and colours
 * for the point clouds given with the photos. What cannot be made of these photos is added to the context's failures;
 * null without a dense cloud.
 */
export async function makeDenseProducts(
  context: PhotoContext,
  sparse: SparseProject,
): Promise<DenseCloud | null> {
  let made: DenseCloud | null = null;
  try {
    const dense = await makeDenseCloud(context);
    made = dense;
    const before = context.failures.length;
    await makeSurfaces(context, dense, sparse.hasUp ? 'all' : 'cloud', seenGround(context));
    if (sparse.hasUp && context.failures.length === before) await makeImages(context, sparse);
  } catch (error) {
    if (!isPartial(error)) throw error;
    context.failures.push(error.toRecord());
  }
  return made;
}
