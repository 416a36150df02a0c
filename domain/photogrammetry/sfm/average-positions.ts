import { upperMedian } from '../../math/median.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { solveGraph } from './sparse-solve.ts';

/** A measured direction from the position of one node to that of another, in the world frame, unit length. */
export interface RelativeDirection {
  readonly a: number;
  readonly b: number;
  readonly direction: Vec3;
}

/** A measured position with its standard deviations, metres. */
export interface MeasuredPosition {
  readonly position: Vec3;
  readonly sigma: Vec3;
}

const rounds = 12;
const solverSteps = 400;
/** Standard deviation of a direction, radians (about 0.6 degrees), and the residual at which its weight is halved. */
const directionSigma = 0.01;
const doubt = 3;

/**
 * Initial standard deviation of positions, as a fraction of the usual baseline, so that an outlier has little weight.
 */
const firstSigmaShare = 0.25;

/** Median distance between measured positions connected by directions, metres. */
function usualBaseline(
  measured: readonly (MeasuredPosition | null)[],
  directions: readonly RelativeDirection[],
): number {
  const lengths = directions.flatMap(({ a, b }) => {
    const [p, q] = [measured[a]?.position, measured[b]?.position];
    return p && q ? [Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2])] : [];
  });
  return Math.max(1e-3, upperMedian(lengths) ?? 1);
}

/**
 * Positions from measured positions and the directions between them: Σ |(I − d dᵀ)(C_b − C_a)|² / (σ |C_b − C_a|)² plus
 * the positions' own terms, all reweighted (Cauchy's weights), so that single outliers among positions and directions
 * are down-weighted. Linear in each iteration; the directions reduce the positions' noise (compare K. Wilson and N.
 * Snavely, "Robust global translations with 1DSfM", 2014).
 * @param measured null where a node has no position; such nodes need two directions
 */
export function averagePositions(
  measured: readonly (MeasuredPosition | null)[],
  directions: readonly RelativeDirection[],
): Vec3[] {
  const nodes = measured.length;
  const known = measured.filter((m) => m !== null);
  const mean = [0, 1, 2].map(
    (c) => known.reduce((sum, m) => sum + m.position[c]!, 0) / Math.max(1, known.length),
  );
  const x = new Float64Array(3 * nodes);
  for (let i = 0; i < nodes; i++) x.set(measured[i]?.position ?? mean, 3 * i);
  const ends = Uint32Array.from(directions.flatMap(({ a, b }) => [a, b]));
  const edgeWeight = new Float64Array(6 * directions.length);
  const nodeWeight = new Float64Array(3 * nodes);
  const right = new Float64Array(3 * nodes);
  const usual = usualBaseline(measured, directions);
  for (let round = 0; round < rounds; round++) {
    const slack = Math.max(1, 4 - round);
    const minSigma = firstSigmaShare * usual * 0.5 ** round;
    directions.forEach(({ a, b, direction: [dx, dy, dz] }, e) => {
      const vx = x[3 * b]! - x[3 * a]!;
      const vy = x[3 * b + 1]! - x[3 * a + 1]!;
      const vz = x[3 * b + 2]! - x[3 * a + 2]!;
      const length = Math.max(1e-2 * usual, Math.hypot(vx, vy, vz));
      const along = vx * dx + vy * dy + vz * dz;
      const aside = along > 0 ? Math.sqrt(Math.max(0, length * length - along * along)) / length : 1;
      const trust = round === 0 ? 1 : 1 / (1 + (aside / (slack * doubt * directionSigma)) ** 2);
      const w = trust / (directionSigma * (round === 0 ? Math.min(length, usual) : length)) ** 2;
      edgeWeight.set(
        [w * (1 - dx * dx), -w * dx * dy, -w * dx * dz, w * (1 - dy * dy), -w * dy * dz, w * (1 - dz * dz)],
        6 * e,
      );
    });
    measured.forEach((m, i) => {
      if (!m) return;
      const sigma = m.sigma.map((value) => Math.max(value, minSigma));
      const off = sigma.map((value, c) => (x[3 * i + c]! - m.position[c]!) / value);
      const trust = 1 / (1 + (off[0]! ** 2 + off[1]! ** 2 + off[2]! ** 2) / doubt ** 2);
      sigma.forEach((value, c) => {
        nodeWeight[3 * i + c] = trust / value ** 2;
        right[3 * i + c] = nodeWeight[3 * i + c]! * m.position[c]!;
      });
    });
    solveGraph({ nodes, ends, edgeWeight, nodeWeight }, right, x, solverSteps);
  }
  return Array.from({ length: nodes }, (_, i): Vec3 => [x[3 * i]!, x[3 * i + 1]!, x[3 * i + 2]!]);
}
