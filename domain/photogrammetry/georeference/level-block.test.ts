import { describe, expect, it } from 'vitest';
import { createBlock } from '#tests/support/photo-block.ts';
import { nadirGrid, orbit } from '#tests/support/photo-scenes.ts';
import { rotate, rotationFromVector, transpose } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import type { Pose } from '../model/pose.ts';
import { movePose, type Similarity } from '../model/similarity.ts';
import { levelBlock } from './level-block.ts';

const { truth } = createBlock();
const tilted: Similarity = { scale: 0.3, rotation: rotationFromVector([1.2, -0.7, 0.4]), shift: [5, -3, 8] };

/** The up direction of a transformed block after `levelBlock`. */
function upAfter(
  poses: readonly Pose[],
  attitudeOf: (photo: number) => Pose['rotation'] | null = () => null,
) {
  const photos = poses.map((pose, photo) => ({
    ...truth.photos[0]!,
    photo,
    pose: movePose(tilted, pose),
  }));
  const moved = { ...truth, photos };
  const { block, source } = levelBlock(moved, attitudeOf);
  const before = photos[0]!.pose;
  const after = block.photos[0]!.pose;
  const up: Vec3 = rotate(tilted.rotation, [0, 0, 1]);
  const turned = rotate(transpose(after.rotation), rotate(before.rotation, up));
  return { angle: (Math.acos(Math.min(1, turned[2])) * 180) / Math.PI, source };
}

describe('a block that nothing places', () => {
  it('stands upright where its photos look down', () => {
    const { angle, source } = upAfter(nadirGrid(3, 4, 80, 20));
    expect(source).toBe('view');
    expect(angle).toBeLessThan(3);
  });

  it('stands upright where its photos look around from level cameras', () => {
    const { angle, source } = upAfter(orbit(18, 50, 40));
    expect(source).toBe('view');
    expect(angle).toBeLessThan(3);
  });

  it('stands as attitudes say, wherever the photos look', () => {
    const poses = nadirGrid(3, 4, 80, 20).map(({ rotation, centre }): Pose => {
      return {
        rotation: rotation.slice(3).concat(rotation.slice(0, 3)) as unknown as Pose['rotation'],
        centre,
      };
    });
    const { angle, source } = upAfter(poses, (photo) => poses[photo]!.rotation);
    expect(source).toBe('attitude');
    expect(angle).toBeLessThan(0.1);
  });

  it('stays as it is where nothing tells', () => {
    const poses = Array.from({ length: 12 }, (_, k): Pose => {
      return {
        rotation: rotationFromVector([2.5 * Math.sin(7 * k), 2.5 * Math.cos(5 * k), k]),
        centre: [k, 0, 0],
      };
    });
    expect(upAfter(poses).source).toBeNull();
  });
});
