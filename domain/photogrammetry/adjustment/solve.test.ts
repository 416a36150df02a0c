import { describe, expect, it } from 'vitest';
import { adjustmentKernel } from '#tests/support/adjustment-kernel.ts';
import { blockCamera, createBlock } from '#tests/support/photo-block.ts';
import type { Vec3 } from '../../math/vectors.ts';
import type { Camera } from '../model/camera.ts';
import { runThrough } from './adjust-block.ts';
import { buildNetwork } from './build-network.ts';
import { layOut } from './layout.ts';
import type { Network, State } from './network.ts';
import { addPriors } from './priors.ts';
import type { AdjustmentControl, AdjustmentProblem } from './problem.ts';
import { finalLoss } from './robust.ts';
import { costOf, solveNetwork, stepState } from './solve.ts';

const fisheye: Camera = { ...blockCamera, model: 'fisheye', focal: 900, p1: 0, p2: 0 };

const control = (label: string, xyz: Vec3): AdjustmentControl => ({
  label,
  type: 'gcp',
  xyz,
  sigma: [0.02, 0.03, 0.05],
  marks: [],
});

/** A problem with every kind of prior. */
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
  const { network, state, layout } = setUp(camera);

  it('are those of everything known beside the images', () => {
    const still: Network = {
      ...network,
      measurements: { ...network.measurements, weight: network.measurements.weight.map(() => 0) },
    };
    const moved: State = {
      ...state,
      intrinsics: state.intrinsics.map((value) => value * 1.001),
      shift: Float64Array.of(0.4, -0.3, 0.2),
    };
    const system = adjustmentKernel.open(still, layout);
    const { right } = system.linearise(moved, finalLoss, 0, (normal) =>
      addPriors(still, layout, moved, finalLoss, normal),
    );
    const none = new Float64Array(state.points.length);
    for (let index = 0; index < layout.size; index++) {
      const cost = (size: number) => {
        const step = new Float64Array(layout.size);
        step[index] = size;
        const points = none.slice();
        for (const [point, at] of layout.kept) points.set(step.subarray(at, at + 3), 3 * point);
        const next = stepState(still, layout, moved, step, points);
        return costOf(system, still, layout, next, finalLoss);
      };
      const size = 1e-5;
      const slope = (cost(size) - cost(-size)) / (2 * size);
      const scale = Math.max(1, Math.abs(slope));
      expect((-2 * right[index]!) / scale).toBeCloseTo(slope / scale, 4);
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
      solveNetwork(adjustmentKernel, exact, layOut(exact), state, finalLoss, {
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
    const residuals = adjustmentKernel.open(exact, layOut(exact)).residuals(found);
    expect(Math.max(...residuals.map(Math.abs))).toBeLessThan(1e-8);
    truth.points.forEach((value, k) => void expect(found.points[k]).toBeCloseTo(value, 7));
  });
});
