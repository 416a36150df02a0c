/** Elevations for vertices on the terrain. */
export type ElevationAt = (x: number, y: number) => number;

/** A ring or line as it is drawn. */
export interface Ring {
  /** World xyz a vertex, length 3n; may be the feature's own array. */
  readonly positions: Float64Array;
  /**
   * For each vertex the index in the feature's ring; intermediate vertices have the index of the previous one. Null:
   * identical indices.
   */
  readonly source: Int32Array | null;
}

/** Maximum number of samples between two vertices of a draped line. */
const maxDrapeSteps = 2048;
/** A sample is dropped where the ground is this near to the straight line, vertical units. */
const drapeTolerance = 0.02;

function needsGround(positions: Float64Array): boolean {
  for (let i = 2; i < positions.length; i += 3) if (Number.isNaN(positions[i]!)) return true;
  return false;
}

/**
 * A ring or line with its elevations filled in, and, where draped, with intermediate vertices where the ground bends,
 * sampled `step` apart, at most `maxDrapeSteps` per edge.
 */
export function settleRing(
  positions: Float64Array,
  isClosed: boolean,
  isDraped: boolean,
  step: number,
  ground: ElevationAt,
): Ring {
  if (!isDraped && !needsGround(positions)) return { positions, source: null };
  const count = positions.length / 3;
  const xyz: number[] = [];
  const source: number[] = [];
  // Outside the terrain, a vertex takes the elevation of the previous one.
  let last = Number.NaN;
  const put = (x: number, y: number, elevation: number, z: number, index: number) => {
    last = [elevation, z, last].find(Number.isFinite) ?? Number.NaN;
    xyz.push(x, y, last);
    source.push(index);
  };
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [positions[i * 3]!, positions[i * 3 + 1]!, positions[i * 3 + 2]!];
    put(x, y, isDraped || Number.isNaN(z) ? ground(x, y) : z, z, i);
    if (!isDraped || (i === count - 1 && !isClosed)) continue;
    const j = ((i + 1) % count) * 3;
    const [dx, dy, dz] = [positions[j]! - x, positions[j + 1]! - y, positions[j + 2]! - z];
    const steps = Math.min(maxDrapeSteps, Math.ceil(Math.hypot(dx, dy) / step));
    if (!(steps > 1)) continue;
    const heights = Float64Array.from({ length: steps + 1 }, (_, k) =>
      ground(x + (dx * k) / steps, y + (dy * k) / steps),
    );
    for (const k of bendsOf(heights)) {
      const share = k / steps;
      put(x + dx * share, y + dy * share, heights[k]!, z + dz * share, i);
    }
  }
  const first = xyz.find((value, i) => i % 3 === 2 && Number.isFinite(value)) ?? 0;
  const settled = Float64Array.from(xyz, (value) => (Number.isNaN(value) ? first : value));
  return { positions: settled, source: Int32Array.from(source) };
}

/**
 * Which of evenly spaced heights, its ends left out, a line needs so as to keep within the tolerance of all of them:
 * from each one, one straight line is extended as far as it fits all between (K. Reumann and A. Witkam's sleeve with a
 * moving opening). All next to a gap (NaN) are kept.
 */
export function bendsOf(heights: Float64Array): number[] {
  const kept: number[] = [];
  const end = heights.length - 1;
  let from = 0;
  let [low, high] = [-Infinity, Infinity];
  for (let k = 1; k <= end; k++) {
    const rise = heights[k]! - heights[from]!;
    const slope = rise / (k - from);
    if (slope >= low && slope <= high) {
      low = Math.max(low, (rise - drapeTolerance) / (k - from));
      high = Math.min(high, (rise + drapeTolerance) / (k - from));
      continue;
    }
    // The previous sample is the last within the tolerance; directly after the start only a gap can end the line.
    from = k - 1 > from ? --k : k;
    if (from < end) kept.push(from);
    [low, high] = [-Infinity, Infinity];
  }
  return kept;
}

/**
 * Length of a line up to each of its vertices, used for dashes: in plan, or the rise of a leg where that is larger. One
 * longer than the vertices where it is closed: the total length last.
 */
export function arcLengths(positions: Float64Array, isClosed: boolean): Float64Array {
  const count = positions.length / 3;
  const arcs = new Float64Array(count + (isClosed ? 1 : 0));
  for (let i = 1; i < arcs.length; i++) {
    const [from, to] = [(i - 1) * 3, (i % count) * 3];
    const [dx, dy] = [positions[to]! - positions[from]!, positions[to + 1]! - positions[from + 1]!];
    const rise = Math.abs(positions[to + 2]! - positions[from + 2]!);
    arcs[i] = arcs[i - 1]! + Math.max(Math.sqrt(dx * dx + dy * dy), rise);
  }
  return arcs;
}
