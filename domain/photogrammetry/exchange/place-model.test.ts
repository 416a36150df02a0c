import { describe, expect, it } from 'vitest';
import { rotationFromVector } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { simpleCamera } from '../model/camera.ts';
import { rotationFromAttitude } from '../model/pose.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import { applySimilarity, movePose } from '../model/similarity.ts';
import type { PhotoCameras } from '../photos/photo-cameras.ts';
import { adoptModel, placeModel } from './place-model.ts';

const centres: readonly Vec3[] = [
  [0, 0, 50],
  [20, 1, 51],
  [41, 0, 49],
  [40, 30, 50],
  [19, 31, 50],
];

/** Photos over a plain; point k is seen by photos k and k + 1. */
function createModel(): Reconstruction {
  const points = centres.slice(1).map(([x, y]): Vec3 => [x - 10, y, 0]);
  const seen = points.flatMap(
    (_, point) =>
      [
        [point, point],
        [point, point + 1],
      ] as const,
  );
  return {
    cameras: [simpleCamera(400, 300, 350)],
    photos: centres.map((centre, photo) => ({
      photo,
      camera: 0,
      pose: { rotation: rotationFromAttitude(30, -90, 0), centre },
    })),
    points: Float64Array.from(points.flat()),
    colours: Uint8Array.from(points.flatMap((_, k) => [k, k, k])),
    observations: {
      count: seen.length,
      point: Uint32Array.from(seen, ([point]) => point),
      photo: Uint32Array.from(seen, ([, photo]) => photo),
      xy: Float32Array.from(seen.flatMap((_, k) => [k, k + 0.5])),
      scale: new Float32Array(seen.length).fill(1),
    },
  };
}

const cameras: PhotoCameras = {
  cameras: [simpleCamera(10, 10, 9), simpleCamera(400, 300, 300)],
  cameraOf: [0, 1, 1, 1, 1, 1],
  names: ['a', 'b'],
};
const sigma: Vec3 = [0.5, 0.5, 1];

describe('adoptModel', () => {
  it("counts in the project's photos and cameras, without those that are refused", () => {
    const photoOf = [5, 4, 3, 2, 1];
    const block = adoptModel(createModel(), photoOf, cameras, (photo) => photo !== 3);
    expect(block.photos.map(({ photo, camera }) => [photo, camera])).toEqual([
      [5, 1],
      [4, 1],
      [2, 1],
      [1, 1],
    ]);
    expect(block.cameras.map(({ focal }) => focal)).toEqual([9, 350]);
    expect([...block.colours]).toEqual([0, 0, 0, 3, 3, 3]);
    expect([...block.observations.point]).toEqual([0, 0, 1, 1]);
    expect([...block.observations.photo]).toEqual([0, 1, 2, 3]);
    expect([...block.observations.xy.subarray(4, 6)]).toEqual([6, 6.5]);
  });
});

describe('placeModel', () => {
  const away = { scale: 0.05, rotation: rotationFromVector([0.4, -0.2, 1]), shift: [3, -2, 8] as Vec3 };
  const model = createModel();
  const moved: Reconstruction = {
    ...model,
    photos: model.photos.map((photo) => ({ ...photo, pose: movePose(away, photo.pose) })),
    points: Float64Array.from(
      Array.from({ length: 4 }, (_, k) =>
        applySimilarity(away, [...model.points.subarray(3 * k, 3 * k + 3)] as unknown as Vec3),
      ).flat(),
    ),
  };

  it('moves a block onto the positions of its photos and finds a wrong one', () => {
    const positions = centres.map((xyz, photo) => ({
      xyz: photo === 4 ? ([900, 0, 50] as Vec3) : xyz,
      sigma,
    }));
    const { block, hasPriors, wrongPositions } = placeModel(moved, positions);
    expect([hasPriors, wrongPositions]).toEqual([true, [4]]);
    block.photos.forEach(({ pose }, photo) => {
      expect(Math.hypot(...pose.centre.map((value, axis) => value - centres[photo]![axis]!))).toBeLessThan(
        0.5,
      );
    });
    expect(block.points[0]).toBeCloseTo(10, 1);
  });

  it('leaves it in its own frame where positions are missing or in a line', () => {
    const few = centres.map((xyz, photo) => (photo < 2 ? { xyz, sigma } : null));
    expect(placeModel(moved, few)).toEqual({
      block: moved,
      hasPriors: false,
      doubt: 'few-positions',
      wrongPositions: [],
    });
    const line = centres.map((_, photo) => ({ xyz: [photo * 20, 0, 50] as Vec3, sigma }));
    expect(placeModel(moved, line).hasPriors).toBe(false);
  });
});
