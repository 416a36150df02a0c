import { describe, expect, it } from 'vitest';
import { type Mat3, rotate } from '#domain/math/rotations.ts';
import { solveCholesky } from '#domain/math/solve.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import { buildNetwork } from '#domain/photogrammetry/adjustment/build-network.ts';
import { symmetricEntry } from '#domain/photogrammetry/adjustment/envelope.ts';
import { type Layout, layOut } from '#domain/photogrammetry/adjustment/layout.ts';
import type { Network, State } from '#domain/photogrammetry/adjustment/network.ts';
import { finalLoss, type Loss } from '#domain/photogrammetry/adjustment/robust.ts';
import { camerasOf, stepState } from '#domain/photogrammetry/adjustment/solve.ts';
import { type Camera, projectRay } from '#domain/photogrammetry/model/camera.ts';
import { adjustmentKernel } from '#tests/support/adjustment-kernel.ts';
import { blockCamera, createBlock } from '#tests/support/photo-block.ts';

const fisheye: Camera = { ...blockCamera, model: 'fisheye', focal: 900, p1: 0, p2: 0 };

interface Case {
  readonly network: Network;
  readonly state: State;
  readonly layout: Layout;
  readonly templates: readonly Camera[];
}

/**
 * A small network with every feature: surveyed points, a measured distance, a fixed photo, a photo that sees a point
 * twice.
 */
function createCase(cameras: readonly Camera[], free: readonly number[]): Case {
  const block = createBlock({ rows: 2, columns: 2, points: 14, noisePx: 0.5 });
  const surveyed = (label: string, xyz: Vec3) => ({
    control: { label, type: 'gcp' as const, xyz, sigma: [0.02, 0.03, 0.05] as const, marks: [] },
    marks: [0, 1, 2].map((photo) => ({ photo, xy: [500 + 90 * photo, 400] as const, sigmaPx: 0.5 })),
    guess: [xyz[0] + 0.1, xyz[1] - 0.2, 1] as const,
  });
  const built = buildNetwork(
    {
      reconstruction: block.disturb(0.3, 0.4),
      freeIntrinsics: 'all',
      positions: block.truth.photos.map(({ pose }, photo) => ({
        photo,
        xyz: pose.centre,
        sigma: [0.5, 0.5, 0.5],
      })),
      scaleBars: [{ from: 'A', to: 'B', length: 9, sigma: 0.01 }],
    },
    [surveyed('A', [1, 2, 0]), surveyed('B', [9, 4, 0]), surveyed('C', [6, 8, Number.NaN])],
  );
  const { measurements } = built.network;
  measurements.photo[measurements.start[3]! + 1] = measurements.photo[measurements.start[3]!]!;
  measurements.weight[measurements.start[5]!] = 0;
  const cameraOf = Uint32Array.from(built.network.cameraOf, (_, photo) => photo % cameras.length);
  const network: Network = {
    ...built.network,
    cameraOf,
    free,
    isFisheye: cameras.map(({ model }) => model === 'fisheye'),
    isFixed: Uint8Array.from(cameraOf, (_, photo) => (photo === 3 ? 1 : 0)),
  };
  const intrinsics = Float64Array.from(
    cameras.flatMap(({ focal, cx, cy, k1, k2, k3, p1, p2 }) => [focal, cx, cy, k1, k2, k3, p1, p2]),
  );
  return { network, state: { ...built.state, intrinsics }, layout: layOut(network), templates: cameras };
}

/** Residuals by the camera models of the domain, per observation. */
function residualsPlainly({ network, state, templates }: Case): number[] {
  const { count, point, photo, xy } = network.measurements;
  const cameras = camerasOf(state, templates);
  return Array.from({ length: count }, (_, k) => {
    const [at, to] = [3 * photo[k]!, 3 * point[k]!];
    const ray = [0, 1, 2].map((axis) => state.points[to + axis]! - state.centres[at + axis]!);
    const turn = state.rotations.slice(3 * at, 3 * at + 9) as unknown as Mat3;
    const seen = projectRay(cameras[network.cameraOf[photo[k]!]!]!, ...rotate(turn, ray as unknown as Vec3));
    return seen ? [xy[2 * k]! - seen[0], xy[2 * k + 1]! - seen[1]] : [Number.NaN, Number.NaN];
  }).flat();
}

/** Eliminated points, and the index of their unknowns after those of the reduced system in a dense one. */
function unknownsOf({ network, layout }: Case) {
  const points = Array.from({ length: network.measurements.start.length - 1 }, (_, point) => point);
  const eliminated = points.filter((point) => !layout.kept.has(point));
  return { eliminated, size: layout.size + 3 * eliminated.length };
}

/** The case after a step of all unknowns. */
function moved(one: Case, step: Float64Array): Case {
  const { network, layout, state } = one;
  const points = new Float64Array(state.points.length);
  for (const [point, at] of layout.kept) points.set(step.subarray(at, at + 3), 3 * point);
  for (const [k, point] of unknownsOf(one).eliminated.entries()) {
    points.set(step.subarray(layout.size + 3 * k, layout.size + 3 * k + 3), 3 * point);
  }
  return { ...one, state: stepState(network, layout, state, step.subarray(0, layout.size), points) };
}

/**
 * Normal equations of all unknowns including points, by finite differences of projections; the priors are `known` on
 * the diagonal.
 */
function normalPlainly(one: Case, loss: Loss, known: number) {
  const { network, layout, state } = one;
  const { size, eliminated } = unknownsOf(one);
  const residuals = residualsPlainly(one);
  const roots = residuals.map((_, row) => {
    const k = row >> 1;
    const weight = network.measurements.weight[k]!;
    const square = weight * (residuals[2 * k]! ** 2 + residuals[2 * k + 1]! ** 2);
    return Math.sqrt(weight / (1 + square / loss.imageSquare));
  });
  const columns = Array.from({ length: size }, (_, index) => {
    const step = new Float64Array(size);
    step[index] = 1e-5;
    const ahead = residualsPlainly(moved(one, step));
    step[index] = -1e-5;
    return residualsPlainly(moved(one, step)).map(
      (value, row) => (roots[row]! * (value - ahead[row]!)) / 2e-5,
    );
  });
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, k) => sum + value * b[k]!, 0);
  const matrix = Float64Array.from({ length: size * size }, (_, k) =>
    dot(columns[Math.floor(k / size)]!, columns[k % size]!),
  );
  const weighted = residuals.map((value, row) => roots[row]! * value);
  const right = Float64Array.from(columns, (column) => dot(column, weighted));
  for (let k = 0; k < layout.size; k++) matrix[k * size + k]! += known;
  for (const { point, xyz, weight } of network.held) {
    const at = layout.kept.get(point) ?? layout.size + 3 * eliminated.indexOf(point);
    for (const axis of [0, 1, 2] as const) {
      if (weight[axis] === 0) continue;
      matrix[(at + axis) * (size + 1)]! += weight[axis];
      right[at + axis]! += weight[axis] * (xyz[axis] - state.points[3 * point + axis]!);
    }
  }
  return { matrix, right, size };
}

const known = 0.01;
const cases: readonly (readonly [string, Case])[] = [
  ['perspective', createCase([blockCamera], [0, 1, 2, 3, 4, 5, 6, 7])],
  ['fisheye', createCase([fisheye], [0, 1, 2, 3, 4, 5])],
  ['both, the focal length free', createCase([blockCamera, fisheye], [0, 3])],
  ['perspective, known', createCase([blockCamera], [])],
];

describe.each(cases)('an adjustment with cameras %s', (_, one) => {
  const { network, layout, state } = one;
  const robust: Loss = { ...finalLoss, imageSquare: 9 };
  const addKnown = (normal: { add(row: number, column: number, value: number): void }) => {
    for (let row = 0; row < layout.size; row++) normal.add(row, row, known);
  };

  it('has the residuals and the cost of the plain camera models', () => {
    const system = adjustmentKernel.open(network, layout);
    const plain = residualsPlainly(one);
    system.residuals(state).forEach((value, k) => void expect(value).toBeCloseTo(plain[k]!, 9));
    const cost = (scale: number) =>
      Array.from(network.measurements.weight).reduce((sum, weight, k) => {
        const square = weight * (plain[2 * k]! ** 2 + plain[2 * k + 1]! ** 2);
        return sum + (scale === Number.POSITIVE_INFINITY ? square : scale * Math.log1p(square / scale));
      }, 0);
    for (const loss of [finalLoss, robust]) {
      expect(system.cost(state, loss) / cost(loss.imageSquare)).toBeCloseTo(1, 12);
    }
  });

  it.each([
    ['least squares', finalLoss, 0],
    ['robust and damped', robust, 0.01],
  ])('steps as a dense solution of all unknowns does: %s', (_name, loss, damping) => {
    const system = adjustmentKernel.open(network, layout);
    const { matrix, right, size } = normalPlainly(one, loss, known);
    const { eliminated } = unknownsOf(one);
    const made = system.linearise(state, loss, damping, addKnown);
    for (let k = 0; k < layout.size; k++) {
      expect(made.diagonal[k]! / matrix[k * (size + 1)]!).toBeCloseTo(1, 6);
    }
    for (let k = 0; k < size; k++) matrix[k * (size + 1)]! *= 1 + damping + (k < layout.size ? 1e-12 : 0);
    const gain = eliminated.reduce((sum, _point, index) => {
      const at = layout.size + 3 * index;
      const own = Float64Array.from(
        [0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => matrix[(at + i) * size + at + j]!)),
      );
      const step = right.slice(at, at + 3);
      solveCholesky(own, step, 3);
      return sum + step.reduce((part, value, axis) => part + value * right[at + axis]!, 0);
    }, 0);
    expect(made.pointGain / gain).toBeCloseTo(1, 6);
    const dense = right.slice();
    expect(solveCholesky(matrix, dense, size)).toBe(true);
    expect(system.factorize()).toBe(true);
    const step = system.solve(made.right);
    const points = system.stepPoints(state, loss, damping, step);
    const expected = moved(one, dense).state;
    const found = stepState(network, layout, state, step, points);
    for (const part of ['rotations', 'centres', 'points', 'intrinsics'] as const) {
      found[part].forEach((value, k) => {
        const scale = Math.max(1, Math.abs(expected[part][k]!));
        expect(value / scale).toBeCloseTo(expected[part][k]! / scale, 5);
      });
    }
  });

  it('has the covariances of a dense solution', () => {
    const system = adjustmentKernel.open(network, layout);
    const { matrix, size } = normalPlainly(one, finalLoss, known);
    const { eliminated } = unknownsOf(one);
    system.linearise(state, finalLoss, 0, addKnown);
    expect(system.factorize()).toBe(true);
    const inverse = system.invert();
    const column = (index: number) => {
      const unit = new Float64Array(size);
      unit[index] = 1;
      expect(solveCholesky(matrix.slice(), unit, size)).toBe(true);
      return unit;
    };
    for (let j = 0; j < layout.size; j++) {
      const dense = column(j);
      const scale = Math.sqrt(symmetricEntry(inverse, j, j));
      for (let i = j; i < layout.size; i++) {
        if (j < layout.first[i]!) continue;
        const unit = scale * Math.sqrt(symmetricEntry(inverse, i, i));
        expect(symmetricEntry(inverse, i, j) / unit).toBeCloseTo(dense[i]! / unit, 5);
      }
    }
    for (const index of [3, 7, eliminated.length - 1]) {
      const covariance = system.covariances(state, finalLoss, inverse)(eliminated[index]!)!;
      const from = layout.size + 3 * index;
      const plain = [0, 1, 2].flatMap((axis) => [...column(from + axis).subarray(from + axis, from + 3)]);
      const unit = Math.max(...plain);
      covariance.forEach((value, k) => void expect(value / unit).toBeCloseTo(plain[k]! / unit, 5));
    }
    const gathered = system.gather(state, finalLoss)(eliminated[3]!)!;
    const at = layout.size + 9;
    for (const [index, size3] of gathered.size.entries()) {
      expect(gathered.at[index]! + size3).toBeLessThanOrEqual(layout.size);
    }
    const products = new Float64Array(3 * layout.size);
    for (let k = 0; k < gathered.count; k++) {
      for (let i = 0; i < 3 * gathered.size[k]!; i++)
        products[3 * gathered.at[k]! + i]! += gathered.products[24 * k + i]!;
    }
    for (let row = 0; row < layout.size; row++) {
      for (const axis of [0, 1, 2]) {
        const plain = matrix[row * size + at + axis]!;
        expect(products[3 * row + axis]! / Math.max(1, Math.abs(plain))).toBeCloseTo(
          plain / Math.max(1, Math.abs(plain)),
          5,
        );
      }
    }
  });
});

it('leaves points behind the camera out and counts them as a hundred deviations', () => {
  const { network, layout, state } = cases[0]![1];
  const behind = { ...state, points: state.points.slice() };
  behind.points[2] = 1000;
  const system = adjustmentKernel.open(network, layout);
  const { start } = network.measurements;
  const residuals = system.residuals(behind);
  for (let k = 2 * start[0]!; k < 2 * start[1]!; k++) expect(residuals[k]).toBeNaN();
  const rest = { ...network.measurements, weight: network.measurements.weight.slice() };
  const lost = rest.weight.subarray(start[0]!, start[1]!);
  const count = lost.filter((weight) => weight > 0).length;
  const cost = system.cost(behind, finalLoss);
  lost.fill(0);
  const without = adjustmentKernel.open({ ...network, measurements: rest }, layout);
  expect(() => system.cost(behind, finalLoss)).toThrow(/another network/);
  expect(cost - without.cost(behind, finalLoss)).toBeCloseTo(10_000 * count, 4);
  expect(without.gather(behind, finalLoss)(0)).toBeNull();
});
