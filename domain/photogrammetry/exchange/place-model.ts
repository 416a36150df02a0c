import type { Vec3 } from '../../math/vectors.ts';
import { transformBlock } from '../georeference/transform-block.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import { areCollinear, fitSimilarityRobustly, principalSpread } from '../model/similarity.ts';
import type { PhotoCameras } from '../photos/photo-cameras.ts';
import type { SfmBlock } from '../sfm/problem.ts';

/** A position of a photo in the project's frame with its standard deviations, metres. */
export interface PlacedPhoto {
  readonly xyz: Vec3;
  readonly sigma: Vec3;
}

/** An imported model as a block of the project. */
export interface PlacedModel {
  readonly block: Reconstruction;
  /** True where the block was moved onto the photos' positions. */
  readonly hasPriors: boolean;
  /** Why it was not. */
  readonly doubt: SfmBlock['doubt'];
  /** Photos whose position contradicts the others'. */
  readonly wrongPositions: readonly number[];
}

/** Share of the block's extent that it may be bent by: noise beside that of the positions. */
const bendShare = 0.02;
/** Share of the positions that must agree with the block. */
const minAgreement = 0.5;

/**
 * A model whose photos and cameras count as the project's, without the photos that `keeps` refuses: their
 * observations go, and points that fewer than two photos then see.
 * @param photoOf index of the project's photo for each photo of the model, or -1
 */
export function adoptModel(
  model: Reconstruction,
  photoOf: readonly number[],
  { cameras, cameraOf }: PhotoCameras,
  keeps: (photo: number) => boolean,
): Reconstruction {
  const kept = model.photos.flatMap((photo, index) => {
    const own = photoOf[photo.photo] ?? -1;
    return own >= 0 && keeps(own) ? [{ index, photo, own }] : [];
  });
  const newIndex = new Map(kept.map(({ index }, at) => [index, at] as const));
  const { observations } = model;
  const counts = new Uint32Array(Math.floor(model.points.length / 3));
  for (let k = 0; k < observations.count; k++) {
    if (newIndex.has(observations.photo[k]!)) counts[observations.point[k]!]!++;
  }
  const pointOf = new Int32Array(counts.length).fill(-1);
  let points = 0;
  for (let point = 0; point < counts.length; point++) if (counts[point]! >= 2) pointOf[point] = points++;
  const rows: number[] = [];
  for (let k = 0; k < observations.count; k++) {
    if (pointOf[observations.point[k]!]! >= 0 && newIndex.has(observations.photo[k]!)) rows.push(k);
  }
  const xyz = new Float64Array(3 * points);
  const colours = new Uint8Array(3 * points);
  pointOf.forEach((to, from) => {
    if (to < 0) return;
    xyz.set(model.points.subarray(3 * from, 3 * from + 3), 3 * to);
    colours.set(model.colours.subarray(3 * from, 3 * from + 3), 3 * to);
  });
  const all = [...cameras];
  for (const { photo, own } of kept) all[cameraOf[own]!] = model.cameras[photo.camera]!;
  return {
    cameras: all,
    photos: kept.map(({ photo, own }) => ({ photo: own, camera: cameraOf[own]!, pose: photo.pose })),
    points: xyz,
    colours,
    observations: {
      count: rows.length,
      point: Uint32Array.from(rows, (k) => pointOf[observations.point[k]!]!),
      photo: Uint32Array.from(rows, (k) => newIndex.get(observations.photo[k]!)!),
      xy: Float32Array.from(rows.flatMap((k) => [observations.xy[2 * k]!, observations.xy[2 * k + 1]!])),
      scale: Float32Array.from(rows, (k) => observations.scale[k]!),
    },
  };
}

/**
 * Moves a block onto the positions of its photos where three or more span more than a line and agree with it; leaves
 * it in its own frame otherwise.
 * @param positions of the project's photos
 */
export function placeModel(block: Reconstruction, positions: readonly (PlacedPhoto | null)[]): PlacedModel {
  const placed = block.photos.flatMap(({ photo, pose }) => {
    const position = positions[photo];
    return position ? [{ photo, centre: pose.centre, position }] : [];
  });
  const places = placed.map(({ position }) => position.xyz);
  const sigma =
    placed.reduce((sum, { position }) => sum + Math.max(position.sigma[0], position.sigma[1]), 0) /
    Math.max(1, placed.length);
  const own = (doubt: PlacedModel['doubt']): PlacedModel => ({
    block,
    hasPriors: false,
    doubt,
    wrongPositions: [],
  });
  if (placed.length < 3) return own('few-positions');
  if (areCollinear(places, sigma)) return own('collinear-positions');
  const [extent] = principalSpread(places);
  const found = fitSimilarityRobustly(
    placed.map(({ centre }) => centre),
    places,
    placed.map(
      ({ position }) =>
        position.sigma.map((value) => Math.hypot(value, bendShare * extent)) as unknown as Vec3,
    ),
    1,
  );
  const agreeing = found ? found.agrees.filter(Boolean).length : 0;
  if (!found || agreeing < 3 || agreeing < minAgreement * placed.length)
    return own('contradicting-positions');
  return {
    block: transformBlock(block, found.similarity),
    hasPriors: true,
    doubt: null,
    wrongPositions: placed.filter((_, at) => !found.agrees[at]).map(({ photo }) => photo),
  };
}
