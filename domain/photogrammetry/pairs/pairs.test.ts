import { describe, expect, it } from 'vitest';
import { createRandom } from '#domain/math/random.ts';
import type { Vec3 } from '../../math/vectors.ts';
import type { PhotoInfo } from '../model/photo.ts';
import { footprintOf, overlapShare } from './footprint.ts';
import { nearestNeighbours } from './nearest-neighbours.ts';
import { selectPairs, wantsAppearance } from './select-pairs.ts';

function createPhoto(index: number, changes: Partial<PhotoInfo> = {}): PhotoInfo {
  return {
    name: `p${String(index).padStart(4, '0')}.jpg`,
    width: 4000,
    height: 3000,
    orientation: 1,
    make: null,
    model: null,
    serial: null,
    focalMm: null,
    sensorWidthMm: null,
    focalPx: 3000,
    focalSource: 'exif',
    isFisheye: false,
    position: null,
    attitude: { yaw: 0, pitch: -90, roll: 0 },
    relativeAltitudeM: 90,
    capturedAt: null,
    cameraKey: 'one',
    ...changes,
  };
}

/** A grid flight; footprints are 120 m × 90 m at 90 m. */
function grid(rows: number, columns: number, step: number): { photos: PhotoInfo[]; places: Vec3[] } {
  const places = Array.from(
    { length: rows * columns },
    (_, k): Vec3 => [(k % columns) * step, Math.floor(k / columns) * step, 290],
  );
  return { photos: places.map((_, k) => createPhoto(k)), places };
}

const has = (pairs: [number, number][], a: number, b: number) => pairs.some(([p, q]) => p === a && q === b);

describe('footprints', () => {
  it('of a vertical photo have the size of its image on the ground', () => {
    expect(footprintOf(createPhoto(0), [5, 6, 90], 90).area).toBeCloseTo(120 * 90, 6);
  });

  it('overlap by the share that two shifted rectangles have in common', () => {
    const a = footprintOf(createPhoto(0), [0, 0, 90], 90);
    const b = footprintOf(createPhoto(1), [30, 45, 90], 90);
    expect(overlapShare(a, b)).toBeCloseTo(0.75 * 0.5, 9);
    expect(overlapShare(a, footprintOf(createPhoto(2), [130, 0, 90], 90))).toBe(0);
  });

  it('of an oblique photo lie ahead of it and end before the horizon', () => {
    const ahead = footprintOf(createPhoto(0, { attitude: { yaw: 90, pitch: -30, roll: 0 } }), [0, 0, 90], 90);
    expect(ahead.minX).toBeGreaterThan(50);
    expect(ahead.maxX).toBeLessThan(90 / Math.tan((10 * Math.PI) / 180));
  });
});

describe('nearest neighbours', () => {
  it('are those of a search through all', () => {
    const random = createRandom(3);
    const places = Array.from(
      { length: 300 },
      (): Vec3 => [random.between(0, 100) ** 1.5, random.between(0, 40), random.between(0, 9)],
    );
    const near = nearestNeighbours(places, 5);
    places.forEach((p, i) => {
      const all = places
        .map((q, index) => ({ index, distance: Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) }))
        .filter(({ index }) => index !== i)
        .sort((a, b) => a.distance - b.distance || a.index - b.index);
      expect(near[i]).toEqual(all.slice(0, 5).map(({ index }) => index));
    });
  });
});

describe('selectPairs', () => {
  it('takes overlapping photos of a grid and leaves far ones', () => {
    const { photos, places } = grid(6, 8, 25);
    expect(wantsAppearance(places)).toBe(false);
    const pairs = selectPairs(photos, places);
    expect(has(pairs, 0, 1)).toBe(true);
    expect(has(pairs, 0, 8)).toBe(true);
    expect(has(pairs, 0, 9)).toBe(true);
    expect(has(pairs, 0, 7)).toBe(false);
    expect(has(pairs, 0, 47)).toBe(false);
  });

  it('grows linearly', () => {
    const of = (rows: number) => {
      const { photos, places } = grid(rows, 20, 12);
      return selectPairs(photos, places).length / photos.length;
    };
    expect(of(20)).toBeLessThan(24);
    expect(of(20) / of(10)).toBeLessThan(1.1);
  });

  it('joins flight lines even where photos of one line overlap most', () => {
    const places = Array.from({ length: 80 }, (_, k): Vec3 => [(k % 40) * 2, Math.floor(k / 40) * 60, 290]);
    const photos = places.map((_, k) => createPhoto(k));
    const across = selectPairs(photos, places).filter(([a, b]) => a < 40 && b >= 40);
    expect(across.length).toBeGreaterThan(40);
  });

  it('leaves photos that look apart', () => {
    const places = Array.from({ length: 20 }, (_, k): Vec3 => [(k % 10) * 15, Math.floor(k / 10) * 100, 290]);
    const photos = places.map((_, k) =>
      createPhoto(k, { attitude: { yaw: k < 10 ? 0 : 180, pitch: -35, roll: 0 } }),
    );
    const across = selectPairs(photos, places).filter(([a, b]) => a < 10 && b >= 10);
    expect(across.length).toBe(0);
  });

  it('takes the nearest where no height over ground is known', () => {
    const { photos, places } = grid(6, 8, 25);
    const blind = photos.map((photo) => ({ ...photo, relativeAltitudeM: null, attitude: null }));
    const pairs = selectPairs(blind, places);
    expect(has(pairs, 0, 1)).toBe(true);
    expect(has(pairs, 0, 8)).toBe(true);
    expect(pairs.length).toBeLessThan(48 * 14);
  });

  it('tries every pair of a small set without positions, or with all at one place', () => {
    const photos = Array.from({ length: 30 }, (_, k) => createPhoto(k));
    const every = (30 * 29) / 2;
    expect(
      selectPairs(
        photos,
        photos.map(() => null),
      ),
    ).toHaveLength(every);
    expect(
      selectPairs(
        photos,
        photos.map((): Vec3 => [10, 20, 290]),
      ),
    ).toHaveLength(every);
  });

  it('follows the order of capture in a large set without positions', () => {
    const photos = Array.from({ length: 200 }, (_, k) =>
      createPhoto(k, { capturedAt: `2026-01-01T00:${String(199 - k).padStart(3, '0')}` }),
    );
    const nowhere = photos.map(() => null);
    expect(wantsAppearance(nowhere)).toBe(true);
    const pairs = selectPairs(photos, nowhere);
    expect(has(pairs, 10, 11)).toBe(true);
    expect(has(pairs, 10, 16)).toBe(true);
    expect(pairs.length).toBeLessThan(200 * 13);
  });

  it('ties a photo without a position to the others', () => {
    const { photos, places } = grid(4, 5, 25);
    const some = places.map((place, k) => (k === 7 ? null : place));
    const pairs = selectPairs(photos, some);
    for (let k = 0; k < 20; k++) if (k !== 7) expect(has(pairs, Math.min(k, 7), Math.max(k, 7))).toBe(true);
  });
});
