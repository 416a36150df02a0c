import {
  type Mat3,
  multiply,
  rotate,
  rotationFromVector,
  rotationVector,
  transpose,
} from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { solveGraph } from './sparse-solve.ts';

/** A measured rotation between the camera frames of two nodes: R_b = rotation · R_a. */
export interface RelativeRotation {
  readonly a: number;
  readonly b: number;
  readonly rotation: Mat3;
  /** Its weight: the number of matches. */
  readonly weight: number;
}

/** Maximum loop error of three edges, radians (5 degrees); beyond it one of them is wrong. */
const maxLoopError = (5 * Math.PI) / 180;

/**
 * Consistency of each edge: its weight times the fraction of triangles through it that close (C. Zach, M. Klopschitz
 * and M. Pollefeys, "Disambiguating visual relations using loop constraints", 2010).
 */
function supportOf(nodes: number, edges: readonly RelativeRotation[]): Float64Array {
  const near: Map<number, Mat3>[] = Array.from({ length: nodes }, () => new Map());
  for (const { a, b, rotation } of edges) {
    near[a]!.set(b, rotation);
    near[b]!.set(a, transpose(rotation));
  }
  return Float64Array.from(edges, ({ a, b, rotation, weight }) => {
    let [closed, all] = [1, 2];
    for (const [c, fromA] of near[a]!) {
      const fromB = near[b]!.get(c);
      if (!fromB) continue;
      all++;
      const loop = multiply(transpose(fromA), multiply(fromB, rotation));
      if (Math.hypot(...rotationVector(loop)) < maxLoopError) closed++;
    }
    return (weight * closed) / all;
  });
}

/** Rotations along the tree of the best supported edges (J. Kruskal, 1956), from the first node of the component. */
function treeRotations(nodes: number, edges: readonly RelativeRotation[]): Mat3[] {
  const support = supportOf(nodes, edges);
  const parent = Int32Array.from({ length: nodes }, (_, i) => i);
  const find = (i: number): number => {
    let at = i;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!;
      at = parent[at]!;
    }
    return at;
  };
  const tree: RelativeRotation[][] = Array.from({ length: nodes }, () => []);
  const ordered = [...edges.keys()].sort((p, q) => support[q]! - support[p]! || p - q);
  for (const index of ordered) {
    const edge = edges[index]!;
    const [a, b] = [find(edge.a), find(edge.b)];
    if (a === b) continue;
    parent[Math.max(a, b)] = Math.min(a, b);
    tree[edge.a]!.push(edge);
    tree[edge.b]!.push(edge);
  }
  const rotations: (Mat3 | undefined)[] = new Array(nodes);
  for (let root = 0; root < nodes; root++) {
    if (rotations[root]) continue;
    rotations[root] = [1, 0, 0, 0, 1, 0, 0, 0, 1];
    const queue = [root];
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      for (const { a, b, rotation } of tree[at]!) {
        const other = a === at ? b : a;
        if (rotations[other]) continue;
        rotations[other] = multiply(a === at ? rotation : transpose(rotation), rotations[at]!);
        queue.push(other);
      }
    }
  }
  return rotations as Mat3[];
}

const rounds = 12;
const solverSteps = 300;
/** Scale of the residual above which a measured rotation is down-weighted, radians (1 degree). */
const doubt = Math.PI / 180;

/**
 * Absolute rotations from relative ones, in an arbitrary frame: a tree of trusted edges, then reweighted least squares
 * on the rotation vectors (A. Chatterjee and V. Govindu, "Efficient and robust large-scale rotation averaging", 2013;
 * here with the weights of Geman and McClure), each step a linear system over the graph.
 * @param nodes number of rotations; the graph should be connected (otherwise each component has its own frame)
 * @returns world to camera, and the residual angle of each edge in radians
 */
export function averageRotations(
  nodes: number,
  edges: readonly RelativeRotation[],
): { rotations: Mat3[]; residuals: Float64Array } {
  const rotations = treeRotations(nodes, edges);
  const ends = Uint32Array.from(edges.flatMap(({ a, b }) => [a, b]));
  const heaviest = edges.reduce((most, { weight }) => Math.max(most, weight), 1);
  const nodeWeight = new Float64Array(3 * nodes).fill(1e-6);
  const residuals = new Float64Array(edges.length);
  const edgeWeight = new Float64Array(6 * edges.length);
  const vectors = new Float64Array(3 * edges.length);
  for (let round = 0; ; round++) {
    const scale = doubt * Math.max(1, 8 / (1 + round));
    const right = new Float64Array(3 * nodes);
    edges.forEach(({ a, b, rotation, weight }, e) => {
      const error = multiply(transpose(rotations[a]!), multiply(transpose(rotation), rotations[b]!));
      const r = rotationVector(error);
      vectors.set(r, 3 * e);
      residuals[e] = Math.hypot(...r);
      const trust = (scale * scale) / (scale * scale + residuals[e]! ** 2);
      const w = Math.sqrt(weight / heaviest) * trust * trust;
      edgeWeight.set([w, 0, 0, w, 0, w], 6 * e);
      for (let c = 0; c < 3; c++) {
        right[3 * a + c]! += w * r[c]!;
        right[3 * b + c]! -= w * r[c]!;
      }
    });
    if (round === rounds) return { rotations, residuals };
    const turn = new Float64Array(3 * nodes);
    solveGraph({ nodes, ends, edgeWeight, nodeWeight }, right, turn, solverSteps);
    let largest = 0;
    for (let i = 0; i < nodes; i++) {
      const v: Vec3 = [turn[3 * i]!, turn[3 * i + 1]!, turn[3 * i + 2]!];
      largest = Math.max(largest, Math.hypot(...v));
      rotations[i] = multiply(rotations[i]!, rotationFromVector(v));
    }
    if (largest < 1e-9 && round > 6) round = rounds - 1;
  }
}

/** Transforms a direction from a camera's frame to the world. */
export function toWorldDirection(rotation: Mat3, direction: Vec3): [number, number, number] {
  return rotate(transpose(rotation), direction);
}
