import type { WorldPoint } from '#domain/view/camera.ts';

/** A place on a line for a label. */
export interface LineAnchor {
  readonly place: WorldPoint;
  /** Direction of the line there, not normalised. */
  readonly direction: WorldPoint;
  /** 0 for the middle; increases with each subdivision of the line. */
  readonly level: number;
}

/** Share of a line's length over which its direction at a label is taken, either way. */
const directionShare = 0.015;

/** Length of a line up to each of its vertices in plan, and its whole length last where it is closed. */
function lengthsOf(positions: Float64Array, isClosed: boolean): Float64Array {
  const count = positions.length / 3;
  const lengths = new Float64Array(count + (isClosed ? 1 : 0));
  for (let i = 1; i < lengths.length; i++) {
    const [from, to] = [(i - 1) * 3, (i % count) * 3];
    const across = positions[to]! - positions[from]!;
    lengths[i] = lengths[i - 1]! + Math.hypot(across, positions[to + 1]! - positions[from + 1]!);
  }
  return lengths;
}

/** Place at a length along a line. */
function placeAt(positions: Float64Array, lengths: Float64Array, at: number): WorldPoint {
  let low = 0;
  let high = lengths.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (lengths[middle]! <= at) low = middle;
    else high = middle;
  }
  const count = positions.length / 3;
  const [a, b] = [(low % count) * 3, (high % count) * 3];
  const leg = lengths[high]! - lengths[low]!;
  const t = leg > 0 ? (at - lengths[low]!) / leg : 0;
  const mix = (axis: number) => positions[a + axis]! + (positions[b + axis]! - positions[a + axis]!) * t;
  return [mix(0), mix(1), mix(2)];
}

/**
 * Places for labels along a line (xyz a vertex): its middle, then the middles of its halves, quarters and so on,
 * 2^levels − 1 in all. Also returns its length in plan. None for a line without length.
 */
export function lineAnchors(
  positions: Float64Array,
  isClosed: boolean,
  levels: number,
): { anchors: LineAnchor[]; length: number } {
  const lengths = lengthsOf(positions, isClosed);
  const length = lengths.at(-1) ?? 0;
  const anchors: LineAnchor[] = [];
  if (!(length > 0)) return { anchors, length: 0 };
  for (let level = 0; level < levels; level++) {
    const parts = 2 ** (level + 1);
    for (let part = 1; part < parts; part += 2) {
      const at = (part / parts) * length;
      const from = placeAt(positions, lengths, Math.max(0, at - directionShare * length));
      const to = placeAt(positions, lengths, Math.min(length, at + directionShare * length));
      const place = placeAt(positions, lengths, at);
      anchors.push({ place, direction: [to[0] - from[0], to[1] - from[1], 0], level });
    }
  }
  return { anchors, length };
}

/** Number of level lines through a polygon that are tried for its label's position. */
const scanLines = 15;

/**
 * A place inside a polygon with room around it in plan: the middle of the longest inside section of some level lines,
 * those nearer the middle preferred. Null for a polygon without area. Rings are xyz a vertex.
 */
export function placeInside(rings: readonly Float64Array[]): readonly [x: number, y: number] | null {
  const [outer] = rings;
  if (!outer) return null;
  let [low, high] = [Infinity, -Infinity];
  for (let i = 1; i < outer.length; i += 3) {
    low = Math.min(low, outer[i]!);
    high = Math.max(high, outer[i]!);
  }
  let best: readonly [number, number] | null = null;
  let bestScore = 0;
  for (let line = 0; line < scanLines; line++) {
    const share = (line + 0.5) / scanLines;
    const y = low + (high - low) * share;
    const cuts = rings.flatMap((ring) => crossings(ring, y)).sort((a, b) => a - b);
    for (let i = 0; i + 1 < cuts.length; i += 2) {
      const score = (cuts[i + 1]! - cuts[i]!) * (1 - Math.abs(share - 0.5));
      if (score <= bestScore) continue;
      bestScore = score;
      best = [(cuts[i]! + cuts[i + 1]!) / 2, y];
    }
  }
  return best;
}

/** Crossings of a ring with a level line. */
function crossings(ring: Float64Array, y: number): number[] {
  const found: number[] = [];
  for (let i = 0, j = ring.length - 3; i < ring.length; j = i, i += 3) {
    const [ax, ay, bx, by] = [ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!];
    if (ay > y !== by > y) found.push(((bx - ax) * (y - ay)) / (by - ay) + ax);
  }
  return found;
}
