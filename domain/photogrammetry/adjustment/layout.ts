import { orderNodes } from './envelope.ts';
import type { Network } from './network.ts';

/** Positions of the unknowns of poses, cameras and the shift of positions in the reduced system. */
export interface Layout {
  readonly size: number;
  /** First unknown of each photo: 3 of rotation, 3 of centre; −1 for photos with a fixed pose. */
  readonly pose: Int32Array;
  /** First unknown of each camera; −1 without free intrinsics. */
  readonly camera: Int32Array;
  /** First of the three unknowns of the shift; −1 without. */
  readonly shift: number;
  /** First of the three unknowns of each bias. */
  readonly bias: readonly number[];
  /** First of three unknowns of each point that is not eliminated. */
  readonly kept: ReadonlyMap<number, number>;
  readonly first: Int32Array;
}

const poseSize = 6;

/** Photos that share points, ascending, without the photo itself. */
function neighboursOf({ photoCount, measurements }: Network): number[][] {
  const sets = Array.from({ length: photoCount }, () => new Set<number>());
  const { start, photo } = measurements;
  for (let point = 0; point + 1 < start.length; point++) {
    for (let i = start[point]!; i < start[point + 1]!; i++) {
      for (let j = start[point]!; j < i; j++) {
        sets[photo[i]!]!.add(photo[j]!);
        sets[photo[j]!]!.add(photo[i]!);
      }
    }
  }
  return sets.map((set, photo) => [...set].filter((other) => other !== photo).sort((a, b) => a - b));
}

/** Orders poses so that neighbours are close; cameras and shift, which are coupled to everything, come last. */
export function layOut(network: Network): Layout {
  const { photoCount, cameraOf, free, isFixed, hasShift, isFisheye } = network;
  const neighbours = neighboursOf(network);
  const order = orderNodes(neighbours).filter((photo) => !isFixed[photo]);
  const pose = new Int32Array(photoCount).fill(-1);
  for (const [index, photo] of order.entries()) pose[photo] = index * poseSize;
  const poses = order.length * poseSize;
  const camera = new Int32Array(isFisheye.length).fill(-1);
  let size = poses;
  for (const used of new Set([...cameraOf].sort((a, b) => a - b))) {
    if (free.length === 0) break;
    camera[used] = size;
    size += free.length;
  }
  const shift = hasShift ? size : -1;
  if (hasShift) size += 3;
  const bias = network.biases.map((_, index) => size + 3 * index);
  size += 3 * bias.length;
  const kept = new Map<number, number>();
  for (const point of network.distances.flatMap(({ from, to }) => [from, to])) {
    if (kept.has(point)) continue;
    kept.set(point, size);
    size += 3;
  }
  const first = new Int32Array(size);
  for (const photo of order) {
    const at = pose[photo]!;
    const low = neighbours[photo]!.reduce((least, other) => {
      const place = pose[other]!;
      return place >= 0 && place < least ? place : least;
    }, at);
    first.fill(low, at, at + poseSize);
  }
  return { size, pose, camera, shift, bias, kept, first };
}
