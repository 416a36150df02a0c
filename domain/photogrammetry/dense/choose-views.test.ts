import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { projectRay, simpleCamera } from '../model/camera.ts';
import { type Pose, rotationFromAttitude, toCamera } from '../model/pose.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import { chooseViews } from './choose-views.ts';
import { flightKindOf } from './flight-kind.ts';

const camera = simpleCamera(400, 300, 400);
const nadir = (centre: Vec3): Pose => ({ rotation: rotationFromAttitude(0, -90, 0), centre });

/** Photos of level ground with tie points in their footprints. */
function createBlock(poses: readonly Pose[], points: readonly Vec3[]): Reconstruction {
  const rows = points.flatMap((place, point) =>
    poses.flatMap((pose, photo) => {
      const seen = projectRay(camera, ...toCamera(pose, place));
      const isIn = seen && seen[0] > 0 && seen[1] > 0 && seen[0] < camera.width && seen[1] < camera.height;
      return isIn ? [{ point, photo, xy: seen }] : [];
    }),
  );
  return {
    cameras: [camera],
    photos: poses.map((pose, photo) => ({ photo, camera: 0, pose })),
    points: Float64Array.from(points.flat()),
    colours: new Uint8Array(3 * points.length),
    observations: {
      count: rows.length,
      point: Uint32Array.from(rows, ({ point }) => point),
      photo: Uint32Array.from(rows, ({ photo }) => photo),
      xy: Float32Array.from(rows.flatMap(({ xy }) => xy)),
      scale: new Float32Array(rows.length).fill(1),
    },
  };
}

function createGround(count: number, size: number): Vec3[] {
  const random = createRandom(3);
  return Array.from({ length: count }, () => [
    random.between(-size, size),
    random.between(-size, size),
    random.next(),
  ]);
}

/** Columns 12 m apart, rows 14 m, 50 m above the ground. */
const grid = [-1, 0, 1].flatMap((row) =>
  [-2, -1, 0, 1, 2].map((column) => nadir([12 * column, 14 * row, 50])),
);
const middle = 7;

describe('the choice of views', () => {
  const block = createBlock(grid, createGround(1500, 60));

  it('matches neighbours at good angles, in more than one direction', () => {
    const [chosen] = chooseViews(block, { maxPartners: 4, maxNeighbours: 8 }).slice(middle);
    expect(chosen!.partners).toHaveLength(4);
    for (const { angleDeg, shared } of chosen!.partners) {
      expect(angleDeg).toBeGreaterThan(8);
      expect(angleDeg).toBeLessThan(25);
      expect(shared).toBeGreaterThan(100);
    }
    const steps = chosen!.partners.map(({ photo }) => grid[photo]!.centre);
    expect(steps.some(([x, y]) => Math.abs(x) > Math.abs(y))).toBe(true);
    expect(steps.some(([x, y]) => Math.abs(y) > Math.abs(x))).toBe(true);
    expect(chosen!.neighbours).toHaveLength(8);
    expect(chosen!.neighbours.slice(0, 4)).toEqual(chosen!.partners.map(({ photo }) => photo));
  });

  it('bounds the depths of the scene', () => {
    const { depths } = chooseViews(block, { maxPartners: 4, maxNeighbours: 8 })[middle]!;
    expect(depths![0]).toBeLessThan(49);
    expect(depths![0]).toBeGreaterThan(35);
    expect(depths![1]).toBeGreaterThan(50);
    expect(depths![1]).toBeLessThan(60);
  });

  it('takes no photo from the same place, and none that shows something else', () => {
    const poses = [nadir([0, 0, 50]), nadir([0, 0, 50]), nadir([11, 0, 50]), nadir([400, 0, 50])];
    const chosen = chooseViews(createBlock(poses, createGround(800, 40)), {
      maxPartners: 4,
      maxNeighbours: 8,
    });
    expect(chosen[0]!.partners.map(({ photo }) => photo)).toEqual([2]);
    expect(chosen[3]).toEqual({ partners: [], neighbours: [], depths: null });
  });
});

describe('the kind of a flight', () => {
  const empty = (poses: readonly Pose[]) => flightKindOf(createBlock(poses, []));

  it('is plain for views straight down', () => {
    expect(empty(grid)).toEqual({ isOblique: false, isDataOrbital: false, viewsForFusion: 2 });
  });

  it('is oblique for tilted views of one direction', () => {
    const poses = grid.map(({ centre }) => ({ rotation: rotationFromAttitude(20, -45, 0), centre }));
    expect(empty(poses)).toEqual({ isOblique: true, isDataOrbital: false, viewsForFusion: 3 });
  });

  it('is orbital for a ring around a middle', () => {
    const poses = Array.from({ length: 12 }, (_, k): Pose => {
      const angle = (k * Math.PI) / 6;
      const yaw = 180 + k * 30;
      return {
        rotation: rotationFromAttitude(yaw, -45, 0),
        centre: [40 * Math.sin(angle), 40 * Math.cos(angle), 40],
      };
    });
    expect(empty(poses)).toEqual({ isOblique: true, isDataOrbital: true, viewsForFusion: 3 });
  });
});
