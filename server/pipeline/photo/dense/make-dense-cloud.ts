import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { AppError } from '#domain/errors/app-error.ts';
import type { DepthView } from '#domain/photogrammetry/dense/compare-depths.ts';
import { coarsestPoints } from '#domain/photogrammetry/dense/fill-depths.ts';
import { flightKindOf } from '#domain/photogrammetry/dense/flight-kind.ts';
import type { FusedPoints, FuseRequest } from '#domain/photogrammetry/dense/fuse-depths.ts';
import { poseVariances } from '#domain/photogrammetry/dense/pose-sigma.ts';
import { createSigmaMedian } from '../../cloud/median-sigma.ts';
import { inOrder } from '../../cloud/ordered.ts';
import type { DenseCloud, PhotoContext } from '../context.ts';
import { decodeColour } from '../steps/decode.ts';
import { type DepthStore, makeDepths } from './depth-step.ts';
import { createPartWriter } from './las-part.ts';

/** Version of the points; increased when the code changes them. */
const fuseVersion = 5;
const partName = 'dense.las';
const cacheBytes = 384 * 2 ** 20;
/** Bytes per pixel of a view: depth, its standard deviation, pairs, level, colour. */
const viewBytes = 13;
/** Bytes per pixel of the maximum points of a photo, twice: while they grow and while they are passed on. */
const pointBytes = 90;
/** Memory limit of all concurrent fusions. */
const fusionBytes = 2 * 2 ** 30;
/** Fewer points are no surface. */
const minPoints = 100;

/** Maps and colours of photos, with a cache of the latest used. */
function createDepthViews(
  context: PhotoContext,
  store: DepthStore,
): (photo: number) => Promise<DepthView | null> {
  const held = new Map<number, Promise<DepthView | null>>();
  const read = async (photo: number): Promise<DepthView | null> => {
    const map = await store.load(photo);
    if (!map) return null;
    const { path, info } = context.photos[context.adjusted.photos[photo]!.photo]!;
    const partners = store.views[photo]!.partners.map((partner) => partner.photo);
    const { pixels } = await decodeColour(path, store.sideOf(photo), info.name);
    return { view: store.viewOf(photo, map.width, map.height), map, rgb: pixels, rank: photo, partners };
  };
  return async (photo) => {
    const view = held.get(photo) ?? read(photo);
    held.delete(photo);
    held.set(photo, view);
    const found = await view;
    const most = Math.max(12, Math.floor(cacheBytes / (viewBytes * (found?.map.depth.length ?? 1))));
    for (const oldest of held.keys()) {
      if (held.size <= most) break;
      held.delete(oldest);
    }
    return view;
  };
}

async function fuse(
  context: PhotoContext,
  store: DepthStore,
  photo: number,
  how: Pick<FuseRequest, 'minViews' | 'poses'>,
  load: (photo: number) => Promise<DepthView | null>,
): Promise<FusedPoints | null> {
  const { pool, signal } = context;
  signal?.throwIfAborted();
  const reference = await load(photo);
  if (!reference) return null;
  const loaded = [];
  for (const neighbour of store.views[photo]!.neighbours) loaded.push(await load(neighbour));
  const neighbours = loaded.filter((view) => view !== null);
  const coarsestLevel = coarsestPoints(reference.map);
  const input = { reference, neighbours, coarsestLevel, ...how };
  return pool.run('photo.fuseDepths', input, signal ? { signal } : {});
}

/** Photos fused concurrently: as many as there are workers, fewer where their maps are large. */
function fusedAtOnce({ pool }: PhotoContext, { views, sideOf }: DepthStore): number {
  const most = views.reduce((largest, { neighbours }, photo) => {
    const pixels = 0.75 * sideOf(photo) ** 2;
    return Math.max(largest, pixels * (viewBytes * (1 + neighbours.length) + pointBytes));
  }, 1);
  return Math.max(1, Math.min(pool.size, Math.floor(fusionBytes / most)));
}

/**
 * Makes the dense cloud: depth maps by stereo matching, then the points that enough photos agree on, as LAS in the
 * work folder, photo by photo in their order. Steps `depth` and `fusion`. Errors: `photo.no-dense-points`, those of
 * decoding and writing; `AbortError`.
 */
export async function makeDenseCloud(context: PhotoContext): Promise<DenseCloud> {
  const { adjusted, steps, workFolder, request, frame, crs, tiePrecision } = context;
  const { isOblique, isDataOrbital, viewsForFusion } = flightKindOf(adjusted);
  const store = await makeDepths(context);
  const path = join(workFolder, partName);
  const key = [
    fuseVersion,
    steps.keyOf('depth'),
    viewsForFusion,
    crs.wkt,
    request.settings.runDenseUnclustered,
  ];
  const { points, sigmaM } = await steps.run('fusion', key, async (report) => {
    await rm(path, { force: true });
    const load = createDepthViews(context, store);
    const poses = tiePrecision && poseVariances(adjusted, tiePrecision);
    const how = { minViews: viewsForFusion, poses };
    const writer = await createPartWriter(path, { frame, crs });
    const sigmas = createSigmaMedian();
    let [count, done] = [0, 0];
    try {
      await inOrder(
        store.views.keys(),
        fusedAtOnce(context, store),
        (photo) => fuse(context, store, photo, how, load),
        async (fused) => {
          if (fused && fused.count > 0) {
            sigmas.add(fused.sigma.subarray(0, fused.count));
            await writer.write(fused);
          }
          count += fused?.count ?? 0;
          report(++done / store.views.length);
        },
      );
      await writer.finish();
    } finally {
      await writer.discard();
    }
    return { facts: { points: count, sigmaM: sigmas.median() }, files: [relative(request.out, path)] };
  });
  if (points < minPoints) throw new AppError('photo.no-dense-points', { count: points });
  const parts = [{ path, name: partName }];
  return { parts, points, sigmaM, viewsForFusion, isOblique, isDataOrbital };
}
