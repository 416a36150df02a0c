import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../math/vectors.ts';
import { projectRay, simpleCamera } from '../model/camera.ts';
import { rotationFromAttitude, toCamera } from '../model/pose.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import { blockStatistics } from './block-statistics.ts';

const camera = { ...simpleCamera(1200, 800, 1000), k1: -0.05 };
const poses = [-10, 0, 10].map((x) => ({
  rotation: rotationFromAttitude(0, -90, 0),
  centre: [x, 0, 130] as Vec3,
}));

/** 5 × 5 points at height 30, seen by three cameras 100 m above, each mark moved by `shift`. */
function createBlock(shift: readonly [number, number]): Reconstruction {
  const points = Float64Array.from(
    Array.from({ length: 25 }, (_, index) => [(index % 5) * 4 - 8, Math.floor(index / 5) * 4 - 8, 30]).flat(),
  );
  const marks = Array.from({ length: 25 }, (_, point) =>
    poses.map((pose, photo) => {
      const at = [points[3 * point]!, points[3 * point + 1]!, points[3 * point + 2]!] as const;
      const [u, v] = projectRay(camera, ...toCamera(pose, at))!;
      return { point, photo, x: u + shift[0], y: v + shift[1] };
    }),
  ).flat();
  return {
    cameras: [camera],
    photos: poses.map((pose, photo) => ({ photo, camera: 0, pose })),
    points,
    colours: new Uint8Array(75),
    observations: {
      count: marks.length,
      point: Uint32Array.from(marks, ({ point }) => point),
      photo: Uint32Array.from(marks, ({ photo }) => photo),
      xy: Float32Array.from(marks.flatMap(({ x, y }) => [x, y])),
      scale: new Float32Array(marks.length).fill(1),
    },
  };
}

describe('the statistics of a block', () => {
  it('tells residuals, sampling distance, height and views', () => {
    const found = blockStatistics(createBlock([0.3, -0.4]));
    expect(found.rmsPx).toBeCloseTo(0.5, 4);
    expect(found.meanPx).toBeCloseTo(0.5, 4);
    expect(found.gsdM).toBeCloseTo(0.1, 9);
    expect(found.groundHeightM).toBe(30);
    expect(found.meanViews).toBe(3);
    expect(found.pointsByViews).toEqual([0, 0, 0, 25]);
    expect(found.photos.map(({ observations }) => observations)).toEqual([25, 25, 25]);
  });
});
