import { describe, expect, it } from 'vitest';
import { projectRay, simpleCamera } from '../model/camera.ts';
import { rotationFromAttitude, toCamera } from '../model/pose.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import { footprintsOf, overlapOf } from './footprints.ts';
import { matchGraphOf } from './match-graph.ts';
import { residualFieldsOf } from './residual-field.ts';

const camera = simpleCamera(400, 300, 400);
const points = [
  [0, 0, 0],
  [4, 3, 1],
  [-6, 2, 2],
  [9, -5, 0],
] as const;

/** Nadir photos 40 above ground at the given eastings; every photo sees every point, off by `error` pixels. */
function createBlock(eastings: readonly number[], error: readonly [number, number] = [0, 0]): Reconstruction {
  const photos = eastings.map((east, photo) => ({
    photo,
    camera: 0,
    pose: { rotation: rotationFromAttitude(0, -90, 0), centre: [east, 0, 40] as const },
  }));
  const seen = points.flatMap((point, index) =>
    photos.map((photo, view) => {
      const [x, y] = projectRay(camera, ...toCamera(photo.pose, point)) ?? [0, 0];
      return { point: index, photo: view, xy: [x + error[0], y + error[1]] };
    }),
  );
  return {
    cameras: [camera],
    photos,
    points: Float64Array.from(points.flat()),
    colours: new Uint8Array(points.length * 3),
    observations: {
      count: seen.length,
      point: Uint32Array.from(seen.map((one) => one.point)),
      photo: Uint32Array.from(seen.map((one) => one.photo)),
      xy: Float32Array.from(seen.flatMap((one) => one.xy)),
      scale: new Float32Array(seen.length).fill(1),
    },
  };
}

describe('the ground that photos show', () => {
  it('is the image’s shape scaled to the height of a nadir photo', () => {
    const [footprint] = footprintsOf(createBlock([10]), 0);
    const xs = footprint?.corners.map(([x]) => Math.round(x * 1e6) / 1e6) ?? [];
    expect([Math.min(...xs), Math.max(...xs)]).toEqual([-10, 30]);
    expect(footprint?.corners[0]?.[1]).toBeCloseTo(15, 9);
  });

  it('ends before the horizon and is none below the ground', () => {
    const block = createBlock([0]);
    const oblique = rotationFromAttitude(90, 0, 0);
    const [photo] = block.photos;
    if (!photo) throw new Error('a photo is missing');
    const seen = footprintsOf(
      { ...block, photos: [{ ...photo, pose: { ...photo.pose, rotation: oblique } }] },
      0,
    );
    expect(Math.max(...(seen[0]?.corners.flat() ?? []))).toBeLessThanOrEqual(160);
    expect(footprintsOf(block, 50)).toEqual([]);
  });

  it('is counted where photos overlap', () => {
    const map = overlapOf(footprintsOf(createBlock([0, 20]), 0));
    const counts = [...(map?.counts ?? [])];
    expect(Math.max(...counts)).toBe(2);
    expect(counts.filter((count) => count === 2).length / counts.length).toBeCloseTo(1 / 3, 1);
    expect(overlapOf([])).toBeNull();
  });
});

it('residuals keep their direction and size', () => {
  const [field] = residualFieldsOf(createBlock([0, 5], [0.3, -0.4]));
  expect(field?.rmsPx).toBeCloseTo(0.5, 3);
  const filled = [...(field?.counts ?? [])].findIndex((count) => count > 0);
  expect(field?.mean[2 * filled]).toBeCloseTo(0.3, 3);
  expect(field?.mean[2 * filled + 1]).toBeCloseTo(-0.4, 3);
});

it('links say how many points two photos share', () => {
  expect(matchGraphOf(createBlock([0, 5, 9]))).toEqual([
    { a: 0, b: 1, points: 4 },
    { a: 0, b: 2, points: 4 },
    { a: 1, b: 2, points: 4 },
  ]);
});
