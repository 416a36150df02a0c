import { expect, it } from 'vitest';
import { groundPoints, nadirGrid, orbit, type Scene, sceneCamera } from '#tests/support/photo-scenes.ts';
import { sceneProblem } from '#tests/support/sfm-scenes.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { movePose, type Similarity } from '../model/similarity.ts';
import { buildTracks } from '../tracks/build-tracks.ts';
import { bringBack } from './align-block.ts';
import { type Block, createBlock, poseOf, registerPhoto } from './block.ts';
import { createTrackRays } from './track-rays.ts';

const scene: Scene = {
  camera: sceneCamera,
  poses: [...orbit(8, 60, 50), ...nadirGrid(2, 3, 80, 20)],
  points: groundPoints({ seed: 9, count: 200, reach: 70, relief: 10 }),
};
const problem = sceneProblem(scene, { noisePx: 0.4, wrongShare: 0, seed: 3, positionSigma: 2 });

/** The true block, transformed. */
function movedBlock(similarity: Similarity): Block {
  const rays = createTrackRays(
    problem,
    buildTracks(
      problem.photos.map(({ features }) => features.count),
      problem.pairs,
    ),
  );
  const block = createBlock(rays, problem.cameras, problem.cameraOf);
  for (const [photo, pose] of scene.poses.entries()) registerPhoto(block, photo, movePose(similarity, pose));
  return block;
}

const farthest = (block: Block) =>
  Math.max(
    ...scene.poses.map(({ centre }, photo) =>
      Math.hypot(...poseOf(block, photo).centre.map((value, axis) => value - centre[axis]!)),
    ),
  );
const still: Similarity = { scale: 1, rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], shift: [0, 0, 0] };

it.each<[string, Partial<Similarity>]>([
  ['shrank to a fortieth', { scale: 1 / 40, shift: [30, -20, 5] }],
  ['turned over', { rotation: [1, 0, 0, 0, -1, 0, 0, 0, -1] }],
  ['moved away', { shift: [200, 0, 0] as Vec3 }],
])('brings back a block that %s before its positions hold it again', (_, change) => {
  const block = movedBlock({ ...still, ...change });
  expect(farthest(block)).toBeGreaterThan(50);
  bringBack(problem, block);
  expect(farthest(block)).toBeLessThan(4);
});

it('leaves a block where it is that lies by its positions', () => {
  const block = movedBlock(still);
  bringBack(problem, block);
  expect(farthest(block)).toBe(0);
});
