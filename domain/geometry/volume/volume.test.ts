import { describe, expect, it } from 'vitest';
import { createGrid, frameCovering, type Grid, gridRect, sampleGrid } from '../grid/grid.ts';
import { differenceGrid, gridToTin, gridVolumeOverPlane } from '../grid/grid-surface.ts';
import { gridVolumeOverSurface } from '../grid/grid-volume.ts';
import { refineGrid, refineTin } from '../grid/smoothing.ts';
import type { Ring } from '../position.ts';
import { linkHalfedges, type Tin } from '../tin/tin.ts';
import { sampleTin } from '../tin/tin-height.ts';
import { clipTin, tinArea, volumeOverPlane, volumeOverSurface } from '../tin/tin-volume.ts';
import { indexTriangles } from '../tin/triangle-index.ts';
import { uncertaintyOf } from './uncertainty.ts';
import { prismVolume } from './volume.ts';
import { drapeCorners, fitPlane, makeBase } from './volume-base.ts';

/** A cone of radius and height 1 above z = 0 with `sides` straight sides. */
function createCone(sides: number): Tin {
  const points = [0, 0, 1];
  const triangles: number[] = [];
  for (let i = 0; i < sides; i++) {
    const angle = (2 * Math.PI * i) / sides;
    points.push(Math.cos(angle), Math.sin(angle), 0);
    triangles.push(0, 1 + i, 1 + ((i + 1) % sides));
  }
  return { points: Float64Array.from(points), triangles: Uint32Array.from(triangles) };
}

function createSlopeGrid(size: number, z: (x: number, y: number) => number): Grid {
  const grid = createGrid(frameCovering({ minX: 0, minY: 0, maxX: size, maxY: size }, 1));
  for (let i = 0; i < grid.values.length; i++) {
    grid.values[i] = z(grid.originX + (i % grid.width), grid.originY - Math.floor(i / grid.width));
  }
  return grid;
}

describe('prisms', () => {
  it('split at zero without losing volume', () => {
    expect(prismVolume(2, 3, 3, 3)).toEqual({ cut: 6, fill: 0 });
    expect(prismVolume(2, -3, 0, 0)).toEqual({ cut: 0, fill: 2 });
    const { cut, fill } = prismVolume(1, 1, -1, -1);
    expect(cut).toBeCloseTo(1 / 12, 15);
    expect(cut - fill).toBeCloseTo(-1 / 3, 15);
    const mirrored = prismVolume(1, -1, 1, 1);
    expect(mirrored.fill).toBeCloseTo(cut, 15);
    expect(mirrored.cut).toBeCloseTo(fill, 15);
    expect(prismVolume(1, 1, 0, -1)).toEqual({ cut: 1 / 6, fill: 1 / 6 });
  });
});

describe('volumes of a TIN', () => {
  it('are those of a pyramid at any height', () => {
    const sides = 64;
    const cone = createCone(sides);
    const footprint = (sides / 2) * Math.sin((2 * Math.PI) / sides);
    for (const z of [0, 0.25, 0.9]) {
      const { cut, fill, planArea } = volumeOverPlane(cone, z);
      expect(planArea).toBeCloseTo(footprint, 12);
      expect(cut).toBeCloseTo((footprint * (1 - z) ** 3) / 3, 12);
      expect(cut - fill).toBeCloseTo(footprint * (1 / 3 - z), 12);
    }
    // The octagon's corners are corners of the 64-gon.
    expect(volumeOverSurface(cone, createCone(8)).planArea).toBeCloseTo(4 * Math.sin(Math.PI / 4), 12);
  });

  it('clip to a polygon without losing a part', () => {
    const cone = createCone(40);
    const left = makeBase(
      [
        [
          [-2, -2],
          [0.3, -2],
          [0.3, 2],
          [-2, 2],
        ],
      ],
      { kind: 'custom', elevation: 0 },
    );
    const right = makeBase(
      [
        [
          [0.3, -2],
          [2, -2],
          [2, 2],
          [0.3, 2],
        ],
      ],
      { kind: 'custom', elevation: 0 },
    );
    const whole = volumeOverPlane(cone, 0);
    const parts = [left, right].map((base) => volumeOverSurface(cone, base));
    expect(parts[0]!.cut + parts[1]!.cut).toBeCloseTo(whole.cut, 12);
    expect(parts[0]!.surfaceArea + parts[1]!.surfaceArea).toBeCloseTo(whole.surfaceArea, 12);
    const clipped = clipTin(cone, left);
    expect(tinArea(clipped).planArea).toBeCloseTo(parts[0]!.planArea, 12);
    expect(volumeOverPlane(clipped, 0).cut).toBeCloseTo(parts[0]!.cut, 12);
  });

  it('samples heights inside, on edges and nowhere else', () => {
    const cone = createCone(8);
    const index = indexTriangles(cone);
    expect(sampleTin(cone, index, 0, 0)).toBe(1);
    expect(sampleTin(cone, index, 0.5, 0)).toBeCloseTo(0.5, 15);
    expect(sampleTin(cone, index, 1.01, 0)).toBeNaN();
  });
});

describe('bases of a polygon', () => {
  const corners: Ring = [
    [0, 0, 1],
    [10, 0, 2],
    [10, 10, 6],
    [0, 10, 3],
  ];
  const heights = (kind: Parameters<typeof makeBase>[1]) =>
    [...makeBase([corners], kind).points].filter((_, i) => i % 3 === 2);

  it('take the lowest, highest, average and custom elevation', () => {
    expect(heights({ kind: 'lowest' })).toEqual([1, 1, 1, 1]);
    expect(heights({ kind: 'highest' })).toEqual([6, 6, 6, 6]);
    expect(heights({ kind: 'average' })).toEqual([3, 3, 3, 3]);
    expect(heights({ kind: 'custom', elevation: -2 })).toEqual([-2, -2, -2, -2]);
    expect(heights({ kind: 'triangulated' })).toEqual([1, 2, 6, 3]);
  });

  it('fit the plane of least squares', () => {
    const plane = fitPlane([
      [5e5, 4e6, 10],
      [5e5 + 10, 4e6, 12],
      [5e5 + 10, 4e6 + 10, 9],
      [5e5, 4e6 + 10, 7],
    ]);
    expect(plane.slopeX).toBeCloseTo(0.2, 12);
    expect(plane.slopeY).toBeCloseTo(-0.3, 12);
    expect(plane.z).toBeCloseTo(9.5, 12);
    expect(
      fitPlane([
        [0, 0, 1],
        [1, 1, 2],
        [2, 2, 6],
      ]),
    ).toMatchObject({ slopeX: 0, slopeY: 0, z: 3 });
  });

  it('take elevations from the surface where corners have none, and say where there is none', () => {
    const draped = drapeCorners(
      [
        [
          [0, 0],
          [1, 0, 9],
          [0, 1],
        ],
      ],
      (x, y) => 10 * x + y,
    );
    expect(draped).toEqual([
      [
        [0, 0, 0],
        [1, 0, 9],
        [0, 1, 1],
      ],
    ]);
    expect(() =>
      drapeCorners(
        [
          [
            [0, 0],
            [1, 0],
            [0, 1],
          ],
        ],
        (x) => (x === 1 ? Number.NaN : 0),
      ),
    ).toThrow(
      expect.objectContaining({ code: 'geometry.base-off-surface', params: { index: 1, x: 1, y: 0 } }),
    );
  });
});

describe('volumes of a grid', () => {
  it('take whole cells over a plane and leave gaps out', () => {
    const grid = createSlopeGrid(10, (x) => x);
    const whole = gridVolumeOverPlane(grid, 5);
    expect(whole).toMatchObject({ cut: 125, fill: 125, net: 0, planArea: 100 });
    expect(whole.surfaceArea).toBeCloseTo(100 * Math.SQRT2, 10);
    grid.values[0] = Number.NaN;
    expect(gridVolumeOverPlane(grid, 5)).toMatchObject({ planArea: 99, fill: 120.5 });
  });

  it('cut cells exactly at the polygon', () => {
    const grid = createSlopeGrid(10, () => 3);
    const triangle: Ring = [
      [0.3, 0.7],
      [8.9, 2.2],
      [4.1, 9.6],
    ];
    const area = 0.5 * Math.abs((8.9 - 0.3) * (9.6 - 0.7) - (2.2 - 0.7) * (4.1 - 0.3));
    const level = gridVolumeOverSurface(grid, makeBase([triangle], { kind: 'custom', elevation: 1 }));
    expect(level.planArea).toBeCloseTo(area, 10);
    expect(level.cut).toBeCloseTo(2 * area, 10);
    expect(level.missingArea).toBeCloseTo(0, 10);
    const tilted = makeBase([triangle.map(([x, y]) => [x, y, x + y])], { kind: 'triangulated' });
    const [cx, cy] = [(0.3 + 8.9 + 4.1) / 3, (0.7 + 2.2 + 9.6) / 3];
    expect(gridVolumeOverSurface(grid, tilted).net).toBeCloseTo(area * (3 - cx - cy), 9);
  });

  it('tell the area without values', () => {
    const grid = createSlopeGrid(10, () => 3);
    grid.values[9 * 10] = Number.NaN;
    const base = makeBase(
      [
        [
          [-1, 0],
          [2, 0],
          [2, 1],
          [-1, 1],
        ],
      ],
      { kind: 'custom', elevation: 0 },
    );
    const volume = gridVolumeOverSurface(grid, base);
    expect(volume.planArea).toBeCloseTo(1, 12);
    expect(volume.missingArea).toBeCloseTo(2, 12);
  });

  it('agree with the TIN through the cell centres on a slope', () => {
    const grid = createSlopeGrid(12, (x, y) => 2 * x - y);
    const base = makeBase(
      [
        [
          [2, 2],
          [9, 3],
          [6, 9],
        ],
      ],
      { kind: 'custom', elevation: 4 },
    );
    const cells = gridVolumeOverSurface(grid, base);
    const tin = volumeOverSurface(gridToTin(grid), base);
    expect(cells.net).toBeCloseTo(tin.net, 0);
    expect(cells.planArea).toBeCloseTo(tin.planArea, 10);
  });

  it('difference grids at the cell centres', () => {
    const difference = differenceGrid(
      createSlopeGrid(6, (x) => x),
      createSlopeGrid(6, (x) => x - 2),
    );
    expect(difference.values.every((value) => value === 2)).toBe(true);
  });
});

describe('grids', () => {
  it('cover a rectangle with cells at multiples of their size', () => {
    const frame = frameCovering(
      { minX: 500_000.2, minY: 4_000_000.7, maxX: 500_001.9, maxY: 4_000_003 },
      0.5,
    );
    expect(frame).toMatchObject({ width: 4, height: 5, originX: 500_000.25, originY: 4_000_002.75 });
    expect(gridRect(frame)).toEqual({ minX: 500_000, maxX: 500_002, minY: 4_000_000.5, maxY: 4_000_003 });
  });

  it('are sampled bilinearly between centres only', () => {
    const grid = createSlopeGrid(4, (x, y) => x + 10 * y);
    expect(sampleGrid(grid, 1.25, 2.75)).toBeCloseTo(28.75, 5);
    expect(sampleGrid(grid, 3.5, 0.5)).toBeCloseTo(8.5, 5);
    expect(sampleGrid(grid, 3.6, 0.5)).toBeNaN();
    expect(sampleGrid(grid, Number.NaN, 0.5)).toBeNaN();
  });
});

describe('smoothing', () => {
  it('multiplies triangles by four and keeps points and planes', () => {
    const plane = gridToTin(createSlopeGrid(4, (x, y) => 3 * x - y));
    const refined = refineTin(plane, 2);
    expect(refined.triangles).toHaveLength(16 * plane.triangles.length);
    expect([...refined.points.subarray(0, plane.points.length)]).toEqual([...plane.points]);
    for (let i = 0; i < refined.points.length; i += 3) {
      expect(refined.points[i + 2]).toBeCloseTo(3 * refined.points[i]! - refined.points[i + 1]!, 5);
    }
    expect(refined.halfedges).toEqual(linkHalfedges(refined.triangles, refined.points.length / 3));
  });

  it('comes closer to a curved surface than straight edges do', () => {
    const bowl = (x: number, y: number) => ((x - 4) ** 2 + (y - 4) ** 2) / 8;
    const grid = createSlopeGrid(8, bowl);
    const finer = refineGrid(grid, 1);
    expect(finer).toMatchObject({ width: 15, height: 15, cellSize: 0.5, originX: 0.5, originY: 7.5 });
    expect(finer.values[7 * 15 + 7]).toBeCloseTo(bowl(4, 4), 6);
    expect(finer.values[8 * 15 + 8]).toBe(grid.values[4 * 8 + 4]);
  });
});

describe('uncertainty', () => {
  it('follows 2·A·sqrt(sz² + sr²·c/A)', () => {
    const found = uncertaintyOf(400, {
      cellSize: 0.5,
      checkpointRmse: 0.03,
      noiseSigma: 0.1,
      statedSigma: 9,
    });
    expect(found.value).toBeCloseTo(800 * Math.sqrt(0.0009 + (0.01 * 0.25) / 400), 12);
    expect(found).toMatchObject({ k: 2, systematicSource: 'checkpoints', correlationArea: 0.25 });
    expect(uncertaintyOf(400, { cellSize: 0.5, statedSigma: 0.02 }).value).toBeCloseTo(16, 12);
    expect(uncertaintyOf(400, { cellSize: 0.5 })).toMatchObject({
      systematicSigma: 0.75,
      systematicSource: 'cell',
    });
    expect(uncertaintyOf(0, { cellSize: 1 }).value).toBe(0);
  });

  it('averages noise over the points, where cells are finer than they are', () => {
    const known = { cellSize: 0.25, statedSigma: 0.01, noiseSigma: 0.1 };
    const fine = uncertaintyOf(400, { ...known, pointSpacing: 0.5 });
    expect(fine).toMatchObject({ correlationArea: 0.5, correlationSource: 'points' });
    expect(fine.value).toBeCloseTo(800 * Math.sqrt(0.0001 + (0.01 * 0.5) / 400), 12);
    const coarse = uncertaintyOf(400, { ...known, pointSpacing: 0.17 });
    expect(coarse).toMatchObject({ correlationArea: 0.0625, correlationSource: 'cell' });
    expect(uncertaintyOf(400, known)).toMatchObject({ correlationArea: 0.0625, correlationSource: 'cell' });
  });
});
