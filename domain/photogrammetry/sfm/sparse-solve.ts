/** Edges of a graph between unknowns, and the weight that ties each unknown to a value. */
export interface GraphSystem {
  readonly nodes: number;
  /** Ends of each edge, length 2m. */
  readonly ends: Uint32Array;
  /** Symmetric 3 × 3 weight of each edge, upper triangle row-major (6 numbers), length 6m. */
  readonly edgeWeight: Float64Array;
  /** Diagonal weight of each unknown's own value, length 3n; zero where it has none. */
  readonly nodeWeight: Float64Array;
}

function multiplySystem(system: GraphSystem, x: Float64Array, out: Float64Array): void {
  const { ends, edgeWeight: w, nodeWeight } = system;
  for (let k = 0; k < out.length; k++) out[k] = nodeWeight[k]! * x[k]!;
  for (let e = 0; e < ends.length >> 1; e++) {
    const a = 3 * ends[2 * e]!;
    const b = 3 * ends[2 * e + 1]!;
    const k = 6 * e;
    const dx = x[b]! - x[a]!;
    const dy = x[b + 1]! - x[a + 1]!;
    const dz = x[b + 2]! - x[a + 2]!;
    const fx = w[k]! * dx + w[k + 1]! * dy + w[k + 2]! * dz;
    const fy = w[k + 1]! * dx + w[k + 3]! * dy + w[k + 4]! * dz;
    const fz = w[k + 2]! * dx + w[k + 4]! * dy + w[k + 5]! * dz;
    out[a]! -= fx;
    out[a + 1]! -= fy;
    out[a + 2]! -= fz;
    out[b]! += fx;
    out[b + 1]! += fy;
    out[b + 2]! += fz;
  }
}

/**
 * Least squares over a graph: the x that minimises Σ over edges of (x_b − x_a)ᵀ W (x_b − x_a), plus the nodes' own
 * terms, for a right-hand side. Conjugate gradients with a diagonal preconditioner (M. Hestenes and E. Stiefel,
 * 1952).
 * @param right length 3n
 * @param x initial value, becomes the solution; length 3n
 */
export function solveGraph(
  system: GraphSystem,
  right: Float64Array,
  x: Float64Array,
  maxSteps: number,
): void {
  const n = 3 * system.nodes;
  const inverse = Float64Array.from(system.nodeWeight);
  for (let e = 0; e < system.ends.length >> 1; e++) {
    for (const end of [system.ends[2 * e]!, system.ends[2 * e + 1]!]) {
      inverse[3 * end]! += system.edgeWeight[6 * e]!;
      inverse[3 * end + 1]! += system.edgeWeight[6 * e + 3]!;
      inverse[3 * end + 2]! += system.edgeWeight[6 * e + 5]!;
    }
  }
  for (let k = 0; k < n; k++) inverse[k] = inverse[k]! > 0 ? 1 / inverse[k]! : 0;
  const product = new Float64Array(n);
  multiplySystem(system, x, product);
  const residual = Float64Array.from(right, (v, k) => v - product[k]!);
  const direction = Float64Array.from(residual, (v, k) => v * inverse[k]!);
  let energy = residual.reduce((sum, v, k) => sum + v * direction[k]!, 0);
  const enough =
    1e-20 *
    Math.max(
      energy,
      right.reduce((sum, v, k) => sum + v * v * inverse[k]!, 0),
    );
  for (let step = 0; step < maxSteps && energy > enough; step++) {
    multiplySystem(system, direction, product);
    let curvature = 0;
    for (let k = 0; k < n; k++) curvature += direction[k]! * product[k]!;
    if (!(curvature > 0)) return;
    const alpha = energy / curvature;
    let next = 0;
    for (let k = 0; k < n; k++) {
      x[k]! += alpha * direction[k]!;
      residual[k]! -= alpha * product[k]!;
      next += residual[k]! * residual[k]! * inverse[k]!;
    }
    const beta = next / energy;
    for (let k = 0; k < n; k++) direction[k] = residual[k]! * inverse[k]! + beta * direction[k]!;
    energy = next;
  }
}
