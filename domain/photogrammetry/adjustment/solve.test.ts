import { describe, expect, it } from 'vitest';
import { blockCamera, createBlock } from '#tests/support/photo-block.ts';
import type { Camera } from '../camera.ts';
import type { Vec3 } from '../pose.ts';
import { runThrough } from './adjust-block.ts';
import { buildNetwork } from './build-network.ts';
import { createSystem, layOut } from './layout.ts';
import { linearise } from './linearise.ts';
import type { Network, State } from './network.ts';
import { evaluate, PointBlock } from './point-block.ts';
import type { AdjustmentControl, AdjustmentProblem } from './problem.ts';
import { finalLoss } from './robust.ts';
import { camerasOf, costOf, residualsOf, solveNetwork, stepState } from './solve.ts';

const fisheye: Camera = { ...blockCamera, model: 'fisheye', focal: 900, p1: 0, p2: 0 };

const control = (label: string, xyz: Vec3): AdjustmentControl => ({
  label,
  type: 'gcp',
  xyz,
  sigma: [0.02, 0.03, 0.05],
  marks: [],
});

/** A problem with everything in it that may be known beside the images. */
function createProblem(camera: Camera): {
  problem: AdjustmentProblem;
  truth: AdjustmentProblem['reconstruction'];
} {
  const block = createBlock({ rows: 2, columns: 3, points: 60, camera });
  const { truth } = block;
  return {
    truth,
    problem: {
      reconstruction: block.disturb(0.3, 0.4, { focal: camera.focal * 1.01 }),
      freeIntrinsics: 'all',
      positions: truth.photos.map(({ pose }, photo) => ({ photo, xyz: pose.centre, sigma: [0.5, 0.6, 0.9] })),
      leverArm: [0.1, -0.2, 0.3],
      estimatePositionShift: true,
      scaleBars: [{ from: 'A', to: 'B', length: 30, sigma: 0.01 }],
    },
  };
}

function setUp(camera: Camera) {
  const { problem, truth } = createProblem(camera);
  const used = [control('A', [1, 2, 3]), control('B', [25, 12, 1])].map((one) => ({
    control: one,
    marks: [],
    guess: [one.xyz[0] + 0.1, one.xyz[1] - 0.2, one.xyz[2] + 0.3] as const,
  }));
  const built = buildNetwork(problem, used);
  return { ...built, problem, truth, layout: layOut(built.network) };
}

describe.each([
  ['perspective', blockCamera],
  ['fisheye', fisheye],
])('derivatives with a %s camera', (_, camera) => {
  const { network, state, layout, problem } = setUp(camera);
  const templates = problem.reconstruction.cameras;

  it('are those of the observations by poses, intrinsics and points', () => {
    const block = new PointBlock();
    const e = new Float64Array(2);
    const none = new Float64Array(state.points.length);
    for (const k of [0, 17, network.measurements.count - 1]) {
      const [photo, point] = [network.measurements.photo[k]!, network.measurements.point[k]!];
      expect(evaluate(network, state, camerasOf(state, templates), k, block, e)).toBe(true);
      const analytic = [0, 1].map((row) => [
        ...block.jPose.slice(6 * row, 6 * row + 6),
        ...network.free.map((_name, index) => block.jCamera[8 * row + index]!),
        ...block.jPoint.slice(3 * row, 3 * row + 3),
      ]);
      const projectedAt = (index: number, size: number): [number, number] => {
        const step = new Float64Array(layout.size);
        const points = none.slice();
        const free = network.free.length;
        if (index < 6) step[layout.pose[photo]! + index] = size;
        else if (index < 6 + free) step[layout.camera[0]! + index - 6] = size;
        else points[3 * point + index - 6 - free] = size;
        const moved = stepState(network, layout, state, step, points);
        const residual = new Float64Array(2);
        evaluate(network, moved, camerasOf(moved, templates), k, new PointBlock(), residual);
        return [-residual[0]!, -residual[1]!];
      };
      for (let index = 0; index < analytic[0]!.length; index++) {
        const size = 1e-6;
        const [a, b] = [projectedAt(index, size), projectedAt(index, -size)];
        for (const row of [0, 1] as const) {
          const scale = Math.max(1, Math.abs(analytic[row]![index]!));
          expect(analytic[row]![index]! / scale).toBeCloseTo((a[row] - b[row]) / (2 * size) / scale, 5);
        }
      }
    }
  });

  it('are those of everything known beside the images', () => {
    const still: Network = {
      ...network,
      measurements: { ...network.measurements, count: 0, weight: network.measurements.weight.map(() => 0) },
    };
    const moved: State = {
      ...state,
      intrinsics: state.intrinsics.map((value) => value * 1.001),
      shift: Float64Array.of(0.4, -0.3, 0.2),
    };
    const normal = {
      system: createSystem(layout),
      right: new Float64Array(layout.size),
      diagonal: new Float64Array(layout.size),
    };
    linearise(still, layout, moved, camerasOf(moved, templates), finalLoss, 0, normal, new PointBlock());
    const none = new Float64Array(state.points.length);
    for (let index = 0; index < layout.size; index++) {
      const cost = (size: number) => {
        const step = new Float64Array(layout.size);
        step[index] = size;
        const points = none.slice();
        for (const [point, at] of layout.kept) points.set(step.subarray(at, at + 3), 3 * point);
        const next = stepState(still, layout, moved, step, points);
        return costOf(still, layout, next, camerasOf(next, templates), finalLoss);
      };
      const size = 1e-5;
      const slope = (cost(size) - cost(-size)) / (2 * size);
      const scale = Math.max(1, Math.abs(slope));
      expect((-2 * normal.right[index]!) / scale).toBeCloseTo(slope / scale, 4);
    }
  });
});

describe('exact observations', () => {
  it.each([
    ['perspective', blockCamera],
    ['fisheye', fisheye],
  ])('give the truth back to 1e-8: %s', (_, camera) => {
    const block = createBlock({ rows: 2, columns: 4, points: 120, camera });
    const { truth } = block;
    const { network, state } = buildNetwork(
      {
        reconstruction: block.disturb(0.3, 0.3, { focal: camera.focal * 1.02, k1: 0 }),
        freeIntrinsics: 'focal-radial',
        positions: truth.photos.map(({ pose }, photo) => ({
          photo,
          xyz: pose.centre,
          sigma: [0.01, 0.01, 0.01],
        })),
      },
      [],
    );
    const { measurements } = network;
    for (let k = 0; k < measurements.count; k++) {
      const at = 3 * measurements.point[k]!;
      const place = [truth.points[at]!, truth.points[at + 1]!, truth.points[at + 2]!] as const;
      measurements.xy.set(block.project(measurements.photo[k]!, place)!, 2 * k);
    }
    const exact: Network = { ...network, intrinsicSigma: network.intrinsicSigma.map(() => 1e9) };
    const { state: found, hasConverged } = runThrough(
      solveNetwork(exact, layOut(exact), state, [camera], finalLoss, {
        iterations: 100,
        tolerance: 1e-14,
        damping: 1e-4,
        isLast: true,
      }),
    );
    expect(hasConverged).toBe(true);
    truth.photos.forEach(({ pose }, photo) => {
      pose.centre.forEach(
        (value, axis) => void expect(found.centres[3 * photo + axis]).toBeCloseTo(value, 8),
      );
      pose.rotation.forEach((value, k) => void expect(found.rotations[9 * photo + k]).toBeCloseTo(value, 8));
    });
    expect(Math.max(...residualsOf(exact, found, camerasOf(found, [camera])).map(Math.abs))).toBeLessThan(
      1e-8,
    );
    truth.points.forEach((value, k) => void expect(found.points[k]).toBeCloseTo(value, 7));
  });
});
