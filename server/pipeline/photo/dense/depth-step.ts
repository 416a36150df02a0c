import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Density } from '#contract/rules/density.ts';
import { clamp } from '#domain/math/clamp.ts';
import { type ChosenViews, chooseViews } from '#domain/photogrammetry/dense/choose-views.ts';
import type { DepthMap } from '#domain/photogrammetry/dense/depth-map.ts';
import { type StereoView, scaleCamera } from '#domain/photogrammetry/dense/rectify.ts';
import { packArrays, unpackArrays } from '#domain/photogrammetry/model/array-file.ts';
import type { DensePhoto } from '#workers/contract/photo-dense-tasks.ts';
import type { GreyImage } from '#workers/contract/photo-tasks.ts';
import { readOwn } from '#workers/io/full-transfer.ts';
import { inOrder } from '../../cloud/ordered.ts';
import { hashOf } from '../../steps.ts';
import { fileSize, writeWhole } from '../../work-folder.ts';
import type { PhotoContext } from '../context.ts';
import { decodeGrey } from '../steps/decode.ts';

/** Version of the depth maps; increased when the code changes them. */
const depthVersion = 6;
const maxPartners = 4;
/** Neighbours that a photo's depths are compared with when photos are clustered. */
const clusterNeighbours = 8;
/** Pairs that must agree on a depth where at least that many saw it. */
const minPairs = 2;
const folderName = 'depth';
const imageCacheBytes = 256 * 2 ** 20;

/** Longest side of depth maps: a share of the photo's, with this minimum unless the photo is smaller. */
const sizes: Readonly<Record<Density, { readonly share: number; readonly least: number }>> = {
  low: { share: 1 / 8, least: 640 },
  medium: { share: 1 / 4, least: 1000 },
  high: { share: 1 / 2, least: 1600 },
};

/** The photos' depth maps, on disk, and the photos each is compared with. */
export interface DepthStore {
  /** By the photos of the adjusted block; a photo without partners has no depths. */
  readonly views: readonly ChosenViews[];
  /** Longest side of a photo's map, pixels. */
  sideOf(photo: number): number;
  /** View of a photo at the size of its map. */
  viewOf(photo: number, width: number, height: number): StereoView;
  /** A photo's map; null where it has none. */
  load(photo: number): Promise<DepthMap | null>;
}

function sideOf({ adjusted, request }: PhotoContext, photo: number): number {
  const { width, height } = adjusted.cameras[adjusted.photos[photo]!.camera]!;
  const { share, least } = sizes[request.settings.density];
  const full = Math.max(width, height);
  return clamp(Math.round(full * share), least, full);
}

function viewOf({ adjusted }: PhotoContext, photo: number, width: number, height: number): StereoView {
  const { camera, pose } = adjusted.photos[photo]!;
  return { camera: scaleCamera(adjusted.cameras[camera]!, width, height), pose };
}

/** Decoded photos, with a cache of the latest used. */
function createImages(context: PhotoContext): (photo: number) => Promise<GreyImage> {
  const held = new Map<number, Promise<GreyImage>>();
  return async (photo) => {
    const known = held.get(photo);
    held.delete(photo);
    const { path, info } = context.photos[context.adjusted.photos[photo]!.photo]!;
    const image = known ?? decodeGrey(path, sideOf(context, photo), info.name);
    held.set(photo, image);
    const { pixels } = await image;
    const most = Math.max(6, Math.floor(imageCacheBytes / pixels.length));
    for (const oldest of held.keys()) {
      if (held.size <= most) break;
      held.delete(oldest);
    }
    return image;
  };
}

async function densePhoto(
  context: PhotoContext,
  photo: number,
  images: (photo: number) => Promise<GreyImage>,
): Promise<DensePhoto> {
  const image = await images(photo);
  return { view: viewOf(context, photo, image.width, image.height), image };
}

function fileOf(context: PhotoContext, photo: number): string {
  const { adjustedKey, request, adjusted, photos } = context;
  const { identity } = photos[adjusted.photos[photo]!.photo]!;
  return `${hashOf([depthVersion, adjustedKey, request.settings.density, identity])}.bin`;
}

async function writeDepths(
  context: PhotoContext,
  photo: number,
  { partners, depths }: ChosenViews,
  images: (photo: number) => Promise<GreyImage>,
): Promise<void> {
  const path = join(context.workFolder, folderName, fileOf(context, photo));
  if (!depths || partners.length === 0 || (await fileSize(path)) !== null) return;
  const { pool, signal } = context;
  signal?.throwIfAborted();
  const input = {
    reference: await densePhoto(context, photo, images),
    partners: await Promise.all(
      partners.map(async (partner) => ({ ...(await densePhoto(context, partner.photo, images)), depths })),
    ),
    minPairs,
  };
  const { width, height, depth, sigma, pairs, level } = await pool.run(
    'photo.depthMap',
    input,
    signal ? { signal } : {},
  );
  await writeWhole(path, packArrays({ width, height }, { depth, sigma, pairs, level }));
}

/**
 * Depth maps of all adjusted photos, one file each, so that a killed run continues with the next photo. Errors: those
 * of decoding and writing; `AbortError`.
 */
export async function makeDepths(context: PhotoContext): Promise<DepthStore> {
  const { adjusted, adjustedKey, request, steps, pool, workFolder } = context;
  const maxNeighbours = request.settings.runDenseUnclustered ? Infinity : clusterNeighbours;
  const views = chooseViews(adjusted, { maxPartners, maxNeighbours });
  await steps.run('depth', [depthVersion, adjustedKey, request.settings.density], async (report) => {
    await mkdir(join(workFolder, folderName), { recursive: true });
    const images = createImages(context);
    let done = 0;
    await inOrder(
      views.keys(),
      pool.size,
      (photo) => writeDepths(context, photo, views[photo]!, images),
      () => report(++done / views.length),
    );
    return { facts: null, files: [] };
  });
  return {
    views,
    sideOf: (photo) => sideOf(context, photo),
    viewOf: (photo, width, height) => viewOf(context, photo, width, height),
    async load(photo) {
      const path = join(workFolder, folderName, fileOf(context, photo));
      if ((await fileSize(path)) === null) return null;
      const { facts, arrays } = unpackArrays<{ width: number; height: number }>(await readOwn(path), path);
      return { ...facts, ...arrays } as unknown as DepthMap;
    },
  };
}
