import { describe, expect, it } from 'vitest';
import { readCrs } from '../../crs/read-crs.ts';
import { createGrid } from '../../geometry/grid/grid.ts';
import { createRandom } from '../../math/random.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { type Camera, projectRay, simpleCamera } from '../model/camera.ts';
import { createLocalFrame } from '../model/local-frame.ts';
import { rotationFromAttitude, toCamera } from '../model/pose.ts';
import { createProjector } from '../model/projector.ts';
import { fillFromCoarser } from './fill-surface.ts';
import { cellsWithin, footprint } from './footprint.ts';
import { createGroundLattice, localPlace } from './ground-lattice.ts';
import { createOcclusionTest, measureTops } from './occlusion.ts';
import { raisedCells } from './raised.ts';

describe('ground lattice', () => {
  it.each(['EPSG:32615', 'EPSG:2272'])('is the exact frame to a hundredth of a pixel (%s)', async (text) => {
    const { definition } = await readCrs([{ source: 'user', payload: text }]);
    const origin: Vec3 = text === 'EPSG:2272' ? [2_700_000, 250_000, 300] : [576_700, 5_188_100, 160];
    const frame = createLocalFrame(definition, origin);
    const half = text === 'EPSG:2272' ? 3300 : 1000;
    const [x, y, z] = origin;
    const rect = { minX: x - half, minY: y - half, maxX: x + half, maxY: y + half };
    const lattice = createGroundLattice(frame, rect, z);
    const random = createRandom(1);
    for (let i = 0; i < 200; i++) {
      const world: Vec3 = [
        x + random.between(-half, half),
        y + random.between(-half, half),
        z + random.between(-60, 60),
      ];
      const exact = frame.toLocal(world);
      // A pixel of 1 cm on the ground.
      localPlace(lattice, world).forEach((value, axis) => {
        expect(Math.abs(value - exact[axis]!)).toBeLessThan(1e-4);
      });
    }
  });
});

describe('projector', () => {
  it.each(['perspective', 'fisheye'] as const)('equals the camera model (%s)', (model) => {
    const camera: Camera = { ...simpleCamera(400, 300, 320), model, k1: -0.08, k2: 0.02, cx: 205, cy: 148 };
    if (model === 'perspective') Object.assign(camera, { p1: 0.002, p2: -0.001 });
    const pose = { rotation: rotationFromAttitude(30, -80, 4), centre: [1, 2, 50] as const };
    const project = createProjector(camera, pose);
    const random = createRandom(2);
    const place = { x: 0, y: 0 };
    let seen = 0;
    for (let i = 0; i < 500; i++) {
      const point: Vec3 = [random.between(-60, 60), random.between(-60, 60), random.between(-3, 60)];
      const expected = projectRay(camera, ...toCamera(pose, point));
      const isInside =
        expected !== null && expected[0] >= 2 && expected[1] >= 2 && expected[0] <= 398 && expected[1] <= 298;
      expect(project(...point, place)).toBe(isInside);
      if (!isInside) continue;
      seen++;
      expect(place.x).toBeCloseTo(expected[0], 9);
      expect(place.y).toBeCloseTo(expected[1], 9);
    }
    expect(seen).toBeGreaterThan(30);
  });
});

describe('occlusion', () => {
  const side = 200;
  const wall = createGrid({ width: side, height: side, originX: 0.5, originY: side - 0.5, cellSize: 1 });
  wall.values.fill(0);
  for (let row = 0; row < side; row++) wall.values.fill(20, row * side + 100, row * side + 110);

  it('hides the shadow of a wall and nothing else', () => {
    const isHidden = createOcclusionTest(wall, [160, 100, 80], 1);
    // The viewing ray over the wall's near top edge (x = 100, height 20) meets the ground 20 m before it.
    expect(isHidden(70, 100, 0)).toBe(false);
    expect(isHidden(77, 100, 0)).toBe(false);
    expect(isHidden(83, 100, 0)).toBe(true);
    expect(isHidden(98, 100, 0)).toBe(true);
    expect(isHidden(104, 100, 20)).toBe(false);
    expect(isHidden(120, 100, 0)).toBe(false);
    expect(isHidden(160, 100, 0)).toBe(false);
  });

  it('finds the same with and without passing over low blocks', () => {
    const random = createRandom(12);
    const town = createGrid(
      wall,
      wall.values.map(() => 0),
    );
    for (let house = 0; house < 25; house++) {
      const [c, r] = [Math.floor(random.between(5, 180)), Math.floor(random.between(5, 180))];
      const top = random.between(6, 30);
      for (let row = r; row < r + 12; row++) town.values.fill(top, row * side + c, row * side + c + 9);
    }
    const tops = measureTops(town);
    const camera = [90, 110, 120] as const;
    const isHidden = createOcclusionTest(town, camera, 1, tops);
    const unaided = { ...tops, values: tops.values.map(() => Infinity) };
    const isHiddenUnaided = createOcclusionTest(town, camera, 1, unaided);
    let hidden = 0;
    for (let i = 0; i < 5000; i++) {
      const place = [random.between(-5, 205), random.between(-5, 205), random.between(-2, 20)] as const;
      expect(isHidden(...place)).toBe(isHiddenUnaided(...place));
      if (isHidden(...place)) hidden++;
    }
    expect(hidden).toBeGreaterThan(300);
  });

  it('counts heights in their own unit', () => {
    const feet = createGrid(
      { ...wall, width: side },
      wall.values.map((value) => value / 0.3048),
    );
    const isHidden = createOcclusionTest(feet, [160, 100, 80 / 0.3048], 0.3048);
    expect([77, 83].map((x) => isHidden(x, 100, 0))).toEqual([false, true]);
  });

  it('forgives noise smaller than a cell on open ground', () => {
    const random = createRandom(9);
    const rough = createGrid(
      wall,
      wall.values.map(() => random.between(-0.2, 0.2)),
    );
    const isHidden = createOcclusionTest(rough, [160, 100, 80], 1);
    let hidden = 0;
    for (let x = 20; x < 140; x++) if (isHidden(x + 0.5, 80.5, rough.values[119 * side + x]!)) hidden++;
    expect(hidden).toBe(0);
  });
});

describe('footprint', () => {
  it('covers all ground that a photo shows', () => {
    const camera = simpleCamera(400, 300, 300);
    const frame = createLocalFrame(null, [1000, 2000, 100]);
    const pose = { rotation: rotationFromAttitude(40, -60, 0), centre: [5, 6, 50] as const };
    const rect = footprint(camera, pose, frame, 0, 10)!;
    const project = createProjector(camera, pose);
    const place = { x: 0, y: 0 };
    const random = createRandom(4);
    let seen = 0;
    for (let i = 0; i < 4000; i++) {
      const local: Vec3 = [random.between(-150, 150), random.between(-150, 150), random.between(0, 10)];
      if (!project(...local, place)) continue;
      seen++;
      const [x, y] = frame.toWorld(local);
      expect(x >= rect.minX && x <= rect.maxX && y >= rect.minY && y <= rect.maxY).toBe(true);
    }
    expect(seen).toBeGreaterThan(100);
  });

  it('finds the cells under a rectangle', () => {
    const frame = { width: 10, height: 8, originX: 0.5, originY: 7.5, cellSize: 1 };
    expect(cellsWithin(frame, { minX: 20, minY: 0, maxX: 30, maxY: 1 })).toBeNull();
    const cells = cellsWithin(frame, { minX: 3, minY: 2, maxX: 4, maxY: 3 })!;
    expect(cells.x).toBeLessThanOrEqual(3);
    expect(cells.x + cells.width).toBeGreaterThanOrEqual(5);
    expect(cells.y).toBeLessThanOrEqual(4);
    expect(cells.y + cells.height).toBeGreaterThanOrEqual(6);
  });
});

describe('surface', () => {
  it('closes gaps from a coarser level and keeps the outline', () => {
    const fine = createGrid({ width: 8, height: 8, originX: 0.5, originY: 7.5, cellSize: 1 });
    for (let i = 0; i < 64; i++) fine.values[i] = i % 8;
    fine.values[3 * 8 + 3] = Number.NaN;
    fine.values[0] = Number.NaN;
    const coarse = createGrid({ width: 4, height: 4, originX: 1, originY: 7, cellSize: 2 });
    for (let i = 0; i < 16; i++) coarse.values[i] = 2 * (i % 4) + 0.5;
    fillFromCoarser(fine, coarse);
    expect(fine.values[27]).toBeCloseTo(3, 6);
    expect(fine.values[0]).toBeNaN();
  });

  it('tells what stands out of sloping ground', () => {
    const [width, height] = [200, 100];
    const heights = new Float32Array(width * height).map((_, cell) => 0.02 * (cell % width));
    for (let y = 40; y < 60; y++) for (let x = 80; x < 110; x++) heights[y * width + x]! += 5;
    heights[0] = Number.NaN;
    const raised = raisedCells(heights, width, height, 0.5, 1);
    expect(raised[50 * width + 95]).toBe(1);
    expect(raised[20 * width + 95]).toBe(0);
    expect(raised[50 * width + 150]).toBe(0);
    expect(raised[0]).toBe(0);
  });
});
