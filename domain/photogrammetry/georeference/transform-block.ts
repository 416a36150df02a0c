import type { Reconstruction } from '../model/reconstruction.ts';
import { applySimilarity, movePose, type Similarity } from '../model/similarity.ts';

/** A reconstruction in another frame: poses and points are mapped, everything else is shared. */
export function transformBlock(block: Reconstruction, map: Similarity): Reconstruction {
  const points = new Float64Array(block.points.length);
  for (let at = 0; at < points.length; at += 3) {
    points.set(applySimilarity(map, [block.points[at]!, block.points[at + 1]!, block.points[at + 2]!]), at);
  }
  return {
    ...block,
    points,
    photos: block.photos.map((photo) => ({ ...photo, pose: movePose(map, photo.pose) })),
  };
}
