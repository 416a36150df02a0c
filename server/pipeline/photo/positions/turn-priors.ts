import type { Mat3 } from '#domain/math/rotations.ts';
import type { TurnPrior } from '#domain/photogrammetry/adjustment/problem.ts';
import type { Reconstruction } from '#domain/photogrammetry/model/reconstruction.ts';

const degree = Math.PI / 180;
/** Systematic errors of a camera's attitudes, radians: its mount and its horizon; and nadir views. */
const [mountSigma, viewSigma] = [2 * degree, 4 * degree];

/** All rotations together have the weight of one as a whole. */
function shared(turns: readonly Omit<TurnPrior, 'sigma'>[], sigma: number): TurnPrior[] {
  return turns.map((turn) => ({ ...turn, sigma: sigma * Math.sqrt(turns.length) }));
}

/** Attitudes as priors. */
export function attitudePriors({ photos }: Reconstruction, attitudes: readonly (Mat3 | null)[]): TurnPrior[] {
  const stated = photos.flatMap(({ photo }, index) => {
    const rotation = attitudes[photo];
    return rotation ? [{ photo: index, rotation }] : [];
  });
  return shared(stated, mountSigma);
}

/**
 * The rotations of photos as their block was placed, where only their nadir views level it.
 * @param held photos of the project
 */
export function viewPriors({ photos }: Reconstruction, held: ReadonlySet<number>): TurnPrior[] {
  const own = photos.flatMap(({ photo, pose }, index) =>
    held.has(photo) ? [{ photo: index, rotation: pose.rotation }] : [],
  );
  return shared(own, viewSigma);
}
