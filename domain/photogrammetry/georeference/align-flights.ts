import { type Mat3, rotate, transpose } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { meanPlace, minus } from '../../math/vectors.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import { applySimilarity, areCollinear, fitSimilarity, type Similarity } from '../model/similarity.ts';
import { gaugeFromAttitudes } from '../sfm/start-global.ts';
import { transformBlock } from './transform-block.ts';

/** The pose of a photo from its metadata, in the project's frame. */
export interface StatedPose {
  readonly xyz: Vec3;
  readonly sigma: Vec3;
  /** World to camera; null without an attitude. */
  readonly rotation: Mat3 | null;
}

interface Pair {
  readonly from: Vec3;
  readonly to: Vec3;
}

/** Flights whose offset exceeds this many standard deviations and the minimum in metres are not in one frame. */
const maxDeviations = 3;
const minApartM = 1;
const minPhotos = 3;

const axes = [0, 1, 2] as const;

function centred(pairs: readonly Pair[]): Pair[] {
  const [from, to] = [meanPlace(pairs.map((pair) => pair.from)), meanPlace(pairs.map((pair) => pair.to))];
  return pairs.map((pair) => ({ from: minus(pair.from, from), to: minus(pair.to, to) }));
}

/** Scale that fits positions for a given rotation; null where undetermined. */
function scaleWithTurn(pairs: readonly Pair[], rotation: Mat3): number | null {
  let [along, spread] = [0, 0];
  for (const { from, to } of pairs) {
    const turned = rotate(rotation, from);
    for (const axis of axes) {
      along += turned[axis] * to[axis];
      spread += turned[axis] ** 2;
    }
  }
  return along > 0 && spread > 0 ? along / spread : null;
}

/**
 * Rotation and scale from the positions within each flight, and from attitudes where these leave the rotation
 * undetermined.
 */
function turnAndScale(
  block: Reconstruction,
  pairs: readonly Pair[],
  sigma: number,
  statedOf: (photo: number) => StatedPose | null,
): Pick<Similarity, 'rotation' | 'scale'> | null {
  if (
    !areCollinear(
      pairs.map(({ to }) => to),
      sigma,
    )
  ) {
    return fitSimilarity(
      pairs.map(({ from }) => from),
      pairs.map(({ to }) => to),
    );
  }
  const gauge = gaugeFromAttitudes(
    block.photos.map(({ pose }) => pose.rotation),
    block.photos.map(({ photo }) => statedOf(photo)?.rotation ?? null),
  );
  const rotation = gauge && transpose(gauge);
  const scale = rotation && scaleWithTurn(pairs, rotation);
  return rotation && scale ? { rotation, scale } : null;
}

/**
 * Aligns a block whose flights differ by constant offsets to the first of them. Rotation and scale come from positions
 * within single flights, since offsets between flights would distort them.
 * @param flights photos of the project by flight, the reference flight first
 * @returns the block unchanged where its flights agree or their positions are insufficient
 */
export function alignFlights(
  block: Reconstruction,
  flights: readonly (readonly number[])[],
  statedOf: (photo: number) => StatedPose | null,
): Reconstruction {
  const poses = new Map(block.photos.map(({ photo, pose }) => [photo, pose] as const));
  const groups = flights
    .map((photos) =>
      photos.flatMap((photo) => {
        const [pose, stated] = [poses.get(photo), statedOf(photo)];
        return pose && stated ? [{ from: pose.centre, to: stated.xyz, sigma: stated.sigma }] : [];
      }),
    )
    .filter((group) => group.length >= minPhotos);
  const [first, ...others] = groups;
  if (!first || others.length === 0) return block;
  const plan = groups.flat().map(({ sigma }) => Math.max(sigma[0], sigma[1]));
  const sigma = plan.reduce((sum, value) => sum + value, 0) / plan.length;
  const found = turnAndScale(block, groups.flatMap(centred), sigma, statedOf);
  if (!found) return block;
  const turned = applySimilarity({ ...found, shift: [0, 0, 0] }, meanPlace(first.map(({ from }) => from)));
  const similarity: Similarity = { ...found, shift: minus(meanPlace(first.map(({ to }) => to)), turned) };
  const isApart = others.some((group) => {
    const moved = meanPlace(group.map(({ from }) => applySimilarity(similarity, from)));
    const off = minus(meanPlace(group.map(({ to }) => to)), moved);
    return axes.some(
      (axis) => Math.abs(off[axis]) > Math.max(minApartM, maxDeviations * group[0]!.sigma[axis]),
    );
  });
  return isApart ? transformBlock(block, similarity) : block;
}
