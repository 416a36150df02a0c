import type { Vec3 } from '#domain/math/vectors.ts';
import { applySimilarity, fitSimilarity, type Similarity } from '#domain/photogrammetry/model/similarity.ts';
import { middleOf, samplePoints } from './cloud-points.ts';
import { createNearestPoints } from './nearest-points.ts';

/** Points that clouds are compared with. */
const sampled = 20_000;
/** Fitting from coarse to fine: farthest pairs in metres, points and rounds. */
const stages = [
  { reachM: 3, points: 2_000, rounds: 15 },
  { reachM: 1, points: sampled, rounds: 25 },
] as const;
/** Share of pairs, the nearest, that a round goes by. */
const keptShare = 0.8;
/** Edge of the cells for the common area of both clouds, metres. */
const coverM = 2;

const cellOf = (x: number, y: number) => `${Math.floor(x / coverM)} ${Math.floor(y / coverM)}`;

/** Lowest height of each cell of the plan that has points. */
function floorOf(points: readonly Vec3[]): Map<string, number> {
  const floor = new Map<string, number>();
  for (const [x, y, z] of points) floor.set(cellOf(x, y), Math.min(z, floor.get(cellOf(x, y)) ?? Infinity));
  return floor;
}

/** Puts points onto others by a similarity: pairs of nearest points, the far ones left out, over and over. */
export function fitOnto(points: Float64Array, target: Float64Array): Similarity {
  const [own, other] = [points, target].map((cloud) => floorOf(samplePoints(cloud, 10 * sampled)));
  const steps = [...own!].flatMap(([cell, z]) => (other!.has(cell) ? [other!.get(cell)! - z] : []));
  let fit: Similarity = { scale: 1, rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], shift: [0, 0, middleOf(steps)] };
  for (const { reachM, points: wanted, rounds } of stages) {
    const search = createNearestPoints(target, reachM);
    const chosen = samplePoints(points, wanted);
    for (let round = 0; round < rounds; round++) {
      const pairs = chosen
        .map((place) => ({ place, ...search.find(...applySimilarity(fit, place)) }))
        .filter(({ index }) => index >= 0)
        .sort((a, b) => a.distance - b.distance);
      const kept = pairs.slice(0, Math.ceil(keptShare * pairs.length));
      const found = fitSimilarity(
        kept.map(({ place }) => place),
        kept.map(({ index }): Vec3 => [target[3 * index]!, target[3 * index + 1]!, target[3 * index + 2]!]),
      );
      fit = found ?? fit;
    }
  }
  return fit;
}

/** Distances to the nearest point of the target where it has any about, Infinity beyond a metre; of a sample. */
export function distancesTo(target: Float64Array, points: Float64Array, fit: Similarity): number[] {
  const cover = floorOf(samplePoints(target, 10 * sampled));
  const search = createNearestPoints(target, 1);
  return samplePoints(points, sampled).flatMap((place) => {
    const moved = applySimilarity(fit, place);
    return cover.has(cellOf(moved[0], moved[1])) ? [search.find(...moved).distance] : [];
  });
}
