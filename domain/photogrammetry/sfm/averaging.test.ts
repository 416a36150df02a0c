import { describe, expect, it } from 'vitest';
import { createRandom } from '#domain/math/random.ts';
import { nadirGrid, orbit, rotationErrorDeg } from '../../../tests/support/photo-scenes.ts';
import { multiply, rotationFromVector, rotationVector, transpose } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { applySimilarity, areCollinear, fitSimilarity, fitSimilarityRobustly } from '../model/similarity.ts';
import { averagePositions } from './average-positions.ts';
import { averageRotations } from './average-rotations.ts';

describe('rotation vectors', () => {
  it.each([[[0.3, -0.2, 0.9]], [[1e-9, 0, 0]], [[0, 0, 0]], [[3.1, 0.2, 0.1]]] as [Vec3][])(
    'return to where they came from: %s',
    (vector) => {
      rotationVector(rotationFromVector(vector)).forEach((v, c) => {
        expect(v).toBeCloseTo(vector[c]!, 9);
      });
    },
  );

  it('of half a turn have the length π', () => {
    const turn = rotationFromVector([0, Math.PI, 0]);
    expect(Math.hypot(...rotationVector(turn))).toBeCloseTo(Math.PI, 9);
  });
});

describe('rotation averaging', () => {
  const poses = orbit(20, 50, 40);
  const edges = (noise: number, wrong: number) => {
    const random = createRandom(3);
    return poses.flatMap((a, i) =>
      [1, 2, 3].map((gap, k) => {
        const b = (i + gap) % poses.length;
        const exact = multiply(poses[b]!.rotation, transpose(a.rotation));
        const size = (i * 3 + k) % 20 < wrong ? 0.6 : noise;
        const turn = rotationFromVector([
          size * random.normal(),
          size * random.normal(),
          size * random.normal(),
        ]);
        return { a: i, b, rotation: multiply(turn, exact), weight: 100 };
      }),
    );
  };
  const largest = (rotations: readonly (readonly number[])[]) => {
    const gauge = multiply(transpose(poses[0]!.rotation), rotations[0]! as never);
    return Math.max(...rotations.map((r, i) => rotationErrorDeg(r, multiply(poses[i]!.rotation, gauge))));
  };

  it('is exact for exact rotations', () => {
    expect(largest(averageRotations(20, edges(0, 0)).rotations)).toBeLessThan(1e-6);
  });

  it('spreads noise and passes over wrong rotations', () => {
    const { rotations, residuals } = averageRotations(20, edges(0.002, 2));
    expect(largest(rotations)).toBeLessThan(0.6);
    expect([...residuals].filter((r) => r > 0.07).length).toBeGreaterThanOrEqual(5);
  });
});

describe('position averaging', () => {
  const poses = nadirGrid(4, 5, 80, 22);
  const centres = poses.map(({ centre }) => centre);
  const random = createRandom(9);
  const directions = centres.flatMap((p, a) =>
    centres.flatMap((q, b) => {
      const v = [0, 1, 2].map((c) => q[c]! - p[c]!);
      const length = Math.hypot(...v);
      if (b <= a || length > 50) return [];
      const noisy = v.map((x) => x / length + 0.002 * random.normal());
      return [{ a, b, direction: noisy.map((x) => x / Math.hypot(...noisy)) as unknown as Vec3 }];
    }),
  );
  const errors = (found: readonly Vec3[]) =>
    found.map((p, i) => Math.hypot(...p.map((v, c) => v - centres[i]![c]!)));
  const noisy = (sigma: number) =>
    centres.map((p) => ({
      position: p.map((v) => v + sigma * random.normal()) as unknown as Vec3,
      sigma: [sigma, sigma, sigma] as const,
    }));

  it('takes noise out of positions', () => {
    const found = averagePositions(noisy(1.5), directions);
    const similarity = fitSimilarity(found, centres)!;
    expect(Math.max(...errors(found.map((p) => applySimilarity(similarity, p))))).toBeLessThan(0.4);
  });

  it('does not follow a wrong position, and finds a missing one', () => {
    const measured: (ReturnType<typeof noisy>[number] | null)[] = noisy(0.5);
    measured[6] = { position: [400, -300, 90], sigma: [0.5, 0.5, 0.5] };
    measured[11] = null;
    const found = errors(averagePositions(measured, directions));
    expect(found[6]).toBeLessThan(1);
    expect(found[11]).toBeLessThan(1);
  });
});

describe('similarity', () => {
  const truth = {
    scale: 2.5,
    rotation: rotationFromVector([0.3, 1.2, -0.4]),
    shift: [10, -20, 5] as const,
  };
  const from = orbit(12, 9, 3).map(({ centre }) => centre);
  const to = from.map((p) => applySimilarity(truth, p));

  it('is exact for exact pairs', () => {
    const found = fitSimilarity(from, to)!;
    expect(found.scale).toBeCloseTo(2.5, 12);
    expect(rotationErrorDeg(found.rotation, truth.rotation)).toBeLessThan(1e-9);
  });

  it('passes over wrong pairs and names them', () => {
    const wrong = to.map((p, i): Vec3 => (i === 4 ? [p[0] + 30, p[1], p[2]] : p));
    const found = fitSimilarityRobustly(
      from,
      wrong,
      to.map((): Vec3 => [0.1, 0.1, 0.1]),
      1,
    )!;
    expect(found.similarity.scale).toBeCloseTo(2.5, 2);
    expect(found.agrees.map((agrees, i) => (agrees ? -1 : i)).filter((i) => i >= 0)).toEqual([4]);
  });

  it('is none of a single place', () => {
    expect(fitSimilarity([from[0]!, from[0]!], [to[0]!, to[1]!])).toBeNull();
  });

  it('knows places in a line by their noise', () => {
    const line = Array.from({ length: 8 }, (_, k): Vec3 => [10 * k, k % 2, 0]);
    expect(areCollinear(line, 0.5)).toBe(true);
    expect(areCollinear(line, 0.01)).toBe(true);
    expect(areCollinear(from, 0.5)).toBe(false);
    expect(areCollinear(from.slice(0, 2), 0)).toBe(true);
  });
});
