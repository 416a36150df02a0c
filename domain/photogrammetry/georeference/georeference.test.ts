import { describe, expect, it } from 'vitest';
import { rotationFromVector } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { projectRay, simpleCamera } from '../model/camera.ts';
import { rotationFromAttitude, toCamera } from '../model/pose.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import { applySimilarity } from '../model/similarity.ts';
import { alignToControl, type LocatedControl } from './align-to-control.ts';
import { locateObservations } from './locate-observations.ts';
import { transformBlock } from './transform-block.ts';

const truth = {
  scale: 2.5,
  rotation: rotationFromVector([0.3, -2.1, 0.7]),
  shift: [100, -40, 12] as Vec3,
};
const places: Vec3[] = [
  [0, 0, 0],
  [10, 1, 0.5],
  [3, 12, -1],
  [9, 8, 2],
  [-4, 6, 1],
];
const pairs = places.map((from) => ({ from, to: applySimilarity(truth, from), weight: 1 }));

const camera = simpleCamera(1200, 800, 1000);
const block: Reconstruction = {
  cameras: [camera],
  photos: [-20, 0, 20].map((x, index) => ({
    photo: 7 + index,
    camera: 0,
    pose: { rotation: rotationFromAttitude(30, -80, 3), centre: [x, -15, 100] },
  })),
  points: Float64Array.of(1, 2, 3),
  colours: new Uint8Array(3),
  observations: {
    count: 0,
    point: new Uint32Array(0),
    photo: new Uint32Array(0),
    xy: new Float32Array(0),
    scale: new Float32Array(0),
  },
};

const marksOf = (at: Vec3, owner = block) =>
  owner.photos.map(({ photo, pose }) => ({
    photo,
    xy: projectRay(camera, ...toCamera(pose, at))!,
    sigmaPx: 0.5,
  }));

describe('a block in another frame', () => {
  it('keeps its marks where they are', () => {
    const moved = transformBlock(block, truth);
    const at: Vec3 = [4, 5, 6];
    const before = marksOf(at);
    const after = marksOf(applySimilarity(truth, at), moved);
    before.forEach(({ xy }, index) => {
      expect(after[index]!.xy[0]).toBeCloseTo(xy[0], 7);
      expect(after[index]!.xy[1]).toBeCloseTo(xy[1], 7);
    });
  });
});

describe('marks', () => {
  it('meet where the point is', () => {
    const at: Vec3 = [2, -3, 4];
    locateObservations(block, marksOf(at))!.forEach(
      (value, axis) => void expect(value).toBeCloseTo(at[axis]!, 6),
    );
  });

  it('say nothing in a single photo of the block', () => {
    expect(locateObservations(block, marksOf([2, -3, 4]).slice(0, 1))).toBeNull();
    expect(locateObservations(block, [{ photo: 99, xy: [1, 1], sigmaPx: 1 }])).toBeNull();
  });
});

describe('the alignment to control', () => {
  const control = (shift: (index: number) => number): LocatedControl[] =>
    pairs.map(({ from, to }, index) => ({
      label: `P${index}`,
      located: from,
      surveyed: [to[0] + shift(index), to[1], to[2]],
      sigma: [0.02, 0.02, 0.03],
    }));

  it('leaves out a point that is on another target', () => {
    const found = alignToControl(control((index) => (index === 3 ? 8 : 0)))!;
    expect(found.agreeing).toEqual(['P0', 'P1', 'P2', 'P4']);
    expect(found.similarity.scale).toBeCloseTo(2.5, 8);
    expect(found.rms).toBeLessThan(1e-8);
  });

  it('says no to two points and to points in one line', () => {
    expect(alignToControl(control(() => 0).slice(0, 2))).toBeNull();
    const line = control(() => 0).map((point, t) => ({ ...point, located: [t, 2 * t, 0] as Vec3 }));
    expect(alignToControl(line)).toBeNull();
  });
});
