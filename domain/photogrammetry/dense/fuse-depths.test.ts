import { beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { simpleCamera } from '../model/camera.ts';
import { type Pose, rotationFromAttitude } from '../model/pose.ts';
import type { DepthView } from './compare-depths.ts';
import { type FusedPoints, fuseDepths } from './fuse-depths.ts';
import { pixelRays } from './pixel-rays.ts';
import type { PoseVariances } from './pose-sigma.ts';

const camera = { ...simpleCamera(160, 120, 150), k1: -0.03 };
const pixelM = 50 / 150;
const box = { west: -6, east: 4, south: -5, north: 5, top: 6 };
const sigma = 0.06;

/** Distance along a ray (z of the camera is 1) to level ground at 0 or the box on it. */
function depthAlong([cx, cy, cz]: Vec3, [x, y, z]: Vec3): number {
  const ground = -cz / z;
  let [enter, leave] = [0, Infinity];
  for (const [from, step, low, high] of [
    [cx, x, box.west, box.east],
    [cy, y, box.south, box.north],
    [cz, z, 0, box.top],
  ] as const) {
    const [a, b] = [(low - from) / step, (high - from) / step];
    enter = Math.max(enter, Math.min(a, b));
    leave = Math.min(leave, Math.max(a, b));
  }
  return enter < leave ? Math.min(enter, ground) : ground;
}

/** A photo with its true depths, noise added. */
function createView(pose: Pose, rank: number, noise = 0): DepthView {
  const rays = pixelRays(camera);
  const random = createRandom(rank, 11);
  const count = camera.width * camera.height;
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = pose.rotation;
  const depth = Float32Array.from({ length: count }, (_, k) => {
    const [u, v] = [rays[2 * k]!, rays[2 * k + 1]!];
    const ray: Vec3 = [r0 * u + r3 * v + r6, r1 * u + r4 * v + r7, r2 * u + r5 * v + r8];
    return depthAlong(pose.centre, ray) + noise * random.normal();
  });
  return {
    view: { camera, pose },
    map: {
      ...camera,
      depth,
      sigma: new Float32Array(count).fill(sigma),
      pairs: new Uint8Array(count).fill(1),
      level: new Uint8Array(count),
    },
    rgb: new Uint8Array(3 * count).fill(100 + rank),
    rank,
    partners: [Math.min(8, rank ^ 1)],
  };
}

const nadir = (centre: Vec3): Pose => ({ rotation: rotationFromAttitude(0, -90, 0), centre });
const centres: Vec3[] = [-1, 0, 1].flatMap((row) =>
  [-1, 0, 1].map((column): Vec3 => [11 * column, 10 * row, 50]),
);

function fuseAll(views: readonly DepthView[], minViews = 2): FusedPoints[] {
  return views.map((reference) =>
    fuseDepths({
      reference,
      neighbours: views.filter((view) => view !== reference),
      minViews,
      coarsestLevel: 2,
      poses: null,
    }),
  );
}

/** Distance from a point to the scene's surface. */
function offSurface(x: number, y: number, z: number): number {
  const toSide = Math.min(
    ...[x - box.west, box.east - x].map(Math.abs),
    ...[y - box.south, box.north - y].map(Math.abs),
  );
  const isOver = x > box.west - 0.05 && x < box.east + 0.05 && y > box.south - 0.05 && y < box.north + 0.05;
  return Math.min(
    Math.abs(z),
    isOver ? Math.min(Math.abs(z - box.top), z < box.top ? toSide : Infinity) : Infinity,
  );
}

const pointsOf = (parts: readonly FusedPoints[]): Vec3[] =>
  parts.flatMap(({ count, xyz }) =>
    Array.from({ length: count }, (_, k): Vec3 => [xyz[3 * k]!, xyz[3 * k + 1]!, xyz[3 * k + 2]!]),
  );

describe('the fusion of depth maps', () => {
  let views: DepthView[];
  let parts: FusedPoints[];
  beforeAll(() => {
    views = centres.map((centre, rank) => createView(nadir(centre), rank, sigma));
    parts = fuseAll(views);
  });

  it('lies on the surface, nearer than the maps that it is made of', () => {
    const open = pointsOf(parts).filter(([x, y]) => Math.hypot(x, y) > 12 && Math.hypot(x, y) < 20);
    const squares = open.reduce((sum, [, , z]) => sum + z * z, 0);
    expect(Math.sqrt(squares / open.length)).toBeLessThan(0.7 * sigma);
    const far = pointsOf(parts).filter((place) => offSurface(...place) > 6 * sigma);
    expect(far.length / pointsOf(parts).length).toBeLessThan(0.002);
  });

  it('gives each place once', () => {
    const cells = new Map<string, number>();
    for (const [x, y, z] of pointsOf(parts)) {
      if (Math.abs(z) > 0.5 || Math.hypot(x, y) < 12 || Math.abs(x) > 15 || Math.abs(y) > 12) continue;
      const key = `${Math.floor(x / 1.5)} ${Math.floor(y / 1.5)}`;
      cells.set(key, (cells.get(key) ?? 0) + 1);
    }
    const counts = [...cells.values()].sort((a, b) => a - b);
    const typical = (1.5 / pixelM) ** 2;
    expect(counts[counts.length >> 1]!).toBeGreaterThan(0.9 * typical);
    expect(counts[counts.length >> 1]!).toBeLessThan(1.1 * typical);
    expect(counts.at(-1)!).toBeLessThan(1.6 * typical);
  });

  it('tells views, normals, colours and precision', () => {
    const { count, views: seen, normals, rgb, sigma: precision } = parts[4]!;
    expect(count).toBeGreaterThan(500);
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...seen)).toBe(9);
    const ups = Array.from({ length: count }, (_, k) => normals[3 * k + 2]!).sort((a, b) => a - b);
    expect(ups[count >> 1]!).toBeGreaterThan(0.98);
    expect(Math.min(...rgb)).toBeGreaterThanOrEqual(100);
    expect(Math.max(...rgb)).toBeLessThanOrEqual(108);
    const sorted = precision.slice().sort();
    expect(sorted[count >> 1]!).toBeLessThan(sigma);
    expect(sorted[0]!).toBeGreaterThan(0.3 * sigma);
  });

  it('drops what no other photo confirms, in front of the surface and behind it', () => {
    const random = createRandom(4);
    const spoilt = views.map((view) => ({
      ...view,
      map: {
        ...view.map,
        depth: view.map.depth.map((value) => (random.next() < 0.05 ? value + random.between(-20, 8) : value)),
      },
    }));
    const points = pointsOf(fuseAll(spoilt)).filter(([x, y]) => Math.abs(x) < 14 && Math.abs(y) < 12);
    const wrong = points.filter((place) => offSurface(...place) > 0.6);
    expect(points.length).toBeGreaterThan(5000);
    expect(wrong.length / points.length).toBeLessThan(0.003);
  });

  it('asks for as many views as it is told', () => {
    const pair = views.slice(4, 6);
    expect(fuseAll(pair, 2).reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(1000);
    expect(fuseAll(pair, 3).every(({ count }) => count === 0)).toBe(true);
    const holes = views.map((view) => ({
      ...view,
      map: { ...view.map, depth: new Float32Array(view.map.depth.length).fill(Number.NaN) },
    }));
    expect(fuseAll(holes).every(({ count }) => count === 0)).toBe(true);
  });

  it('counts each photo once that saw a point, by its depths or by a pair', () => {
    const [a, b] = [views[3]!, views[4]!];
    const countsOf = (first: readonly number[], second: readonly number[], bits: number) => {
      const withPairs = [
        { ...a, partners: first, map: { ...a.map, pairs: a.map.pairs.map(() => bits) } },
        { ...b, partners: second, map: { ...b.map, pairs: b.map.pairs.map(() => bits) } },
      ];
      const [part] = fuseAll(withPairs, 1);
      return [...new Set(part!.views)].sort();
    };
    // Where only one photo sees the point, its pairs count; where both do, the union of their pairs.
    expect(countsOf([4], [3], 0b1)).toEqual([2]);
    expect(countsOf([7], [8], 0b1)).toEqual([2, 4]);
    expect(countsOf([7, 8], [8, 7], 0b11)).toEqual([3, 4]);
    expect(countsOf([7, 8], [8, 7], 0b10)).toEqual([2, 4]);
  });

  it('adds what errors of the poses do to the deviation of a point', () => {
    const poses: PoseVariances = {
      minX: -20,
      minY: -20,
      stepX: 40,
      stepY: 40,
      side: 1,
      layers: [Float64Array.of(0), Float64Array.of(0), Float64Array.of(0.3 ** 2)],
    };
    const [reference, ...neighbours] = views;
    const [plain, full] = [null, poses].map((given) =>
      fuseDepths({ reference: reference!, neighbours, minViews: 2, coarsestLevel: 2, poses: given }),
    );
    expect(full!.count).toBe(plain!.count);
    const [cx, cy, cz] = reference!.view.pose.centre;
    for (let k = 0; k < full!.count; k += 50) {
      const [x, y, z] = [0, 1, 2].map((axis) => full!.xyz[3 * k + axis]!) as [number, number, number];
      const upright = (cz - z) / Math.hypot(x - cx, y - cy, z - cz);
      expect(full!.sigma[k]!).toBeCloseTo(Math.hypot(plain!.sigma[k]!, 0.3 * upright), 3);
    }
  });

  describe('with depths of halved pictures', () => {
    /** A view whose depths in the left half, or in a part of it, were found in images halved twice. */
    const halved = (view: DepthView, isThere: (x: number) => boolean = () => true): DepthView => {
      const { map } = view;
      const isLeft = (k: number) => k % camera.width < camera.width / 2;
      return {
        ...view,
        map: {
          ...map,
          level: map.level.map((_, k) => (isLeft(k) ? 2 : 0)),
          depth: map.depth.map((value, k) => (isLeft(k) && !isThere(k % camera.width) ? Number.NaN : value)),
        },
      };
    };
    const levelsOf = (part: FusedPoints) => [...part.level];

    it('has a point for each pixel of those, where another photo agrees', () => {
      const [a, b] = [views[3]!, views[4]!];
      const [first, second] = fuseAll([halved(a), halved(b)]);
      const coarse = [...levelsOf(first!), ...levelsOf(second!)].filter((level) => level === 2).length;
      const [fullA, fullB] = fuseAll([a, b]);
      const full = fullA!.count + fullB!.count;
      expect(coarse).toBeGreaterThan(full / 2 / 16 / 3);
      expect(coarse).toBeLessThan(full / 16);
      const alone = fuseAll([halved(a), halved(b, () => false)]);
      const [lonely] = alone.map((part) => levelsOf(part).filter((level) => level === 2).length);
      const shared = levelsOf(first!).filter((level) => level === 2).length;
      expect(lonely!).toBeLessThan(shared / 4);
    });

    it('leaves a place to a photo that knows it at full size', () => {
      const [part] = fuseAll([halved(views[4]!), ...views.filter((_, rank) => rank !== 4)]);
      const open = levelsOf(part!).filter((level) => level > 0);
      expect(part!.count).toBeGreaterThan(500);
      expect(open.length).toBeLessThan(part!.count / 100);
    });

    it('changes no point of the full size', () => {
      const without = views.map((view) => halved(view, () => false));
      const withThem = fuseAll(views.map((view) => halved(view)));
      for (const [index, plain] of fuseAll(without).entries()) {
        const part = withThem[index]!;
        const kept = levelsOf(part).flatMap((level, k) => (level === 0 ? [k] : []));
        expect(kept.length).toBe(plain.count);
        expect(kept.every((k, at) => part.xyz[3 * k + 2] === plain.xyz[3 * at + 2])).toBe(true);
      }
    });

    it('takes depths of pictures halved more often than points are made of as supporting views alone', () => {
      const [a, b] = [halved(views[3]!), halved(views[4]!)];
      const coarsest = { ...b, map: { ...b.map, level: b.map.level.map((level) => (level > 0 ? 3 : 0)) } };
      const [first, second] = fuseAll([a, coarsest]);
      expect(levelsOf(first!).filter((level) => level === 2).length).toBeGreaterThan(100);
      expect(levelsOf(second!).every((level) => level === 0)).toBe(true);
    });

    it('takes nothing off their deviation by averaging', () => {
      const [part] = fuseAll(views.map((view) => halved(view)));
      const least = part!.sigma.filter((_, k) => part!.level[k]! > 0).reduce((a, b) => Math.min(a, b), 1);
      expect(least).toBeCloseTo(sigma, 6);
    });
  });

  it('gives the same points again', () => {
    const again = fuseAll(views);
    expect(again.map(({ count }) => count)).toEqual(parts.map(({ count }) => count));
    expect(again.every(({ xyz }, part) => xyz.every((value, k) => value === parts[part]!.xyz[k]))).toBe(true);
  });
});
