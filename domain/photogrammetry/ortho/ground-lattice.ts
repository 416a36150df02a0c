import type { Rect } from '../../geometry/grid/grid.ts';
import { maxOf } from '../../math/extremes.ts';
import type { Vec3 } from '../../math/vectors.ts';
import type { LocalFrame } from '../model/local-frame.ts';

/**
 * Where world coordinates lie in the local frame, as plain data for tasks: exact at the nodes of a lattice, bilinear
 * between them. Row 0 is the northernmost. One lattice serves a whole survey, so neighbouring tiles agree.
 */
export interface GroundLattice {
  /** World coordinates of node (0, 0). */
  readonly originX: number;
  readonly originY: number;
  /** Spacing of the nodes, horizontal unit; y decreases with the row. */
  readonly stepX: number;
  readonly stepY: number;
  readonly columns: number;
  readonly rows: number;
  /** World height for which the nodes hold, vertical unit. */
  readonly baseHeight: number;
  /** Six a node: local x, y, z at the base height, then their change a vertical unit. */
  readonly nodes: Float64Array<ArrayBuffer>;
}

const [minIntervals, maxIntervals] = [16, 256];
/** What the lattice may be wrong by between its nodes, metres: a hundredth of a pixel of a centimetre. */
const toleranceM = 5e-5;
/** Height over which the change a vertical unit is taken; a vertical is straight, so its length does not matter. */
const probe = 100;

/** Nodes a side that keep bilinear interpolation within the tolerance: its error falls with the square of the step. */
function chooseIntervals(frame: LocalFrame, { minX, minY, maxX, maxY }: Rect, height: number): number {
  const [x, y] = [(minX + maxX) / 2, (minY + maxY) / 2];
  const [halfX, halfY] = [(maxX - minX) / minIntervals / 2, (maxY - minY) / minIntervals / 2];
  const middle = frame.toLocal([x, y, height]);
  const corners = [-1, 1].flatMap((sx) =>
    [-1, 1].map((sy) => frame.toLocal([x + sx * halfX, y + sy * halfY, height])),
  );
  const errors = middle.map((value, axis) =>
    Math.abs(value - corners.reduce((sum, corner) => sum + corner[axis]! / 4, 0)),
  );
  const wanted = minIntervals * Math.sqrt(maxOf(errors) / toleranceM);
  return Math.max(minIntervals, Math.min(maxIntervals, Math.ceil(wanted)));
}

/**
 * The lattice over a rectangle of world coordinates, as many nodes as keep it within 0.05 mm of the frame (on areas of
 * up to 10 km: 257 nodes a side are the most).
 */
export function createGroundLattice(frame: LocalFrame, rect: Rect, baseHeight: number): GroundLattice {
  const intervals = chooseIntervals(frame, rect, baseHeight);
  const stepX = (rect.maxX - rect.minX) / intervals || 1;
  const stepY = (rect.maxY - rect.minY) / intervals || 1;
  const [columns, rows] = [intervals + 1, intervals + 1];
  const nodes = new Float64Array(6 * columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, y] = [rect.minX + column * stepX, rect.maxY - row * stepY];
      const low = frame.toLocal([x, y, baseHeight]);
      const high = frame.toLocal([x, y, baseHeight + probe]);
      const rise = low.map((value, axis) => (high[axis]! - value) / probe);
      nodes.set([...low, ...rise], 6 * (row * columns + column));
    }
  }
  return { originX: rect.minX, originY: rect.maxY, stepX, stepY, columns, rows, baseHeight, nodes };
}

/** Writes the local place (metres) of a world point into `out` at `at`; beyond the lattice its edge goes on straight. */
export function latticeToLocal(
  lattice: GroundLattice,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
  at: number,
): void {
  const { columns, rows, nodes } = lattice;
  const u = (x - lattice.originX) / lattice.stepX;
  const v = (lattice.originY - y) / lattice.stepY;
  const c = Math.max(0, Math.min(columns - 2, Math.floor(u)));
  const r = Math.max(0, Math.min(rows - 2, Math.floor(v)));
  const [fu, fv] = [u - c, v - r];
  const a = 6 * (r * columns + c);
  const b = a + 6 * columns;
  const w00 = (1 - fu) * (1 - fv);
  const w10 = fu * (1 - fv);
  const w01 = (1 - fu) * fv;
  const w11 = fu * fv;
  const rise = z - lattice.baseHeight;
  for (let axis = 0; axis < 3; axis++) {
    const base =
      w00 * nodes[a + axis]! +
      w10 * nodes[a + 6 + axis]! +
      w01 * nodes[b + axis]! +
      w11 * nodes[b + 6 + axis]!;
    const change =
      w00 * nodes[a + 3 + axis]! +
      w10 * nodes[a + 9 + axis]! +
      w01 * nodes[b + 3 + axis]! +
      w11 * nodes[b + 9 + axis]!;
    out[at + axis] = base + rise * change;
  }
}

/** The local place of a world point. */
export function localPlace(lattice: GroundLattice, [x, y, z]: Vec3): [number, number, number] {
  const out = new Float64Array(3);
  latticeToLocal(lattice, x, y, z, out, 0);
  return [out[0]!, out[1]!, out[2]!];
}
