import type { Vec3 } from '../../math/vectors.ts';
import type { PhotoInfo } from '../model/photo.ts';
import { rotationFromAttitude } from '../model/pose.ts';

/** What a photo is thought to see of level ground. */
export interface Footprint {
  /** Convex outline on the ground, xy a corner, counter-clockwise, local metres. */
  readonly outline: Float64Array;
  readonly area: number;
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
  /** Unit view direction, null where the attitude is unknown. */
  readonly axis: Vec3 | null;
}

/** Rays flatter than this count as reaching the ground where this slope does: a horizon has no footprint. */
const flattestSlope = Math.tan((11 * Math.PI) / 180);
const circleCorners = 12;

function outlineOf(points: readonly (readonly [number, number])[]): Float64Array {
  const hull = convexHull(points);
  return Float64Array.from(hull.flat());
}

/** Convex hull, counter-clockwise (A. M. Andrew's monotone chain, 1979). */
function convexHull(points: readonly (readonly [number, number])[]): [number, number][] {
  const sorted = points.map(([x, y]): [number, number] => [x, y]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (source: [number, number][]) => {
    const chain: [number, number][] = [];
    for (const p of source) {
      while (chain.length > 1) {
        const a = chain[chain.length - 2]!;
        const b = chain[chain.length - 1]!;
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        chain.pop();
      }
      chain.push(p);
    }
    chain.pop();
    return chain;
  };
  return [...half(sorted), ...half([...sorted].reverse())];
}

/** Area of a counter-clockwise outline (shoelace formula). */
export function outlineArea(outline: ArrayLike<number>): number {
  let twice = 0;
  const n = outline.length;
  for (let k = 0; k < n; k += 2) {
    const j = (k + 2) % n;
    twice += outline[k]! * outline[j + 1]! - outline[j]! * outline[k + 1]!;
  }
  return twice / 2;
}

/**
 * The footprint of a photo at a height over level ground: its corners' rays where the attitude is known, else a
 * circle with the area of a vertical photo.
 * @param position local metres; @param height metres over the ground, positive
 */
export function footprintOf(photo: PhotoInfo, position: Vec3, height: number): Footprint {
  const { width, height: rows, focalPx } = photo;
  if (!photo.attitude) {
    const radius = (Math.sqrt((width * rows) / Math.PI) / focalPx) * height;
    const circle = Array.from({ length: circleCorners }, (_, k) => {
      const angle = (2 * Math.PI * k) / circleCorners;
      return [position[0] + radius * Math.cos(angle), position[1] + radius * Math.sin(angle)] as const;
    });
    return withBounds(outlineOf(circle), null);
  }
  const r = rotationFromAttitude(photo.attitude.yaw, photo.attitude.pitch, photo.attitude.roll);
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([sx, sy]) => {
    const x = (sx! * width) / 2 / focalPx;
    const y = (sy! * rows) / 2 / focalPx;
    const direction: Vec3 = [
      r[0] * x + r[3] * y + r[6],
      r[1] * x + r[4] * y + r[7],
      r[2] * x + r[5] * y + r[8],
    ];
    const flat = Math.hypot(direction[0], direction[1]);
    const reach = height / Math.max(-direction[2], flat * flattestSlope, 1e-9);
    return [position[0] + direction[0] * reach, position[1] + direction[1] * reach] as const;
  });
  return withBounds(outlineOf(corners), [r[6], r[7], r[8]]);
}

function withBounds(outline: Float64Array, axis: Vec3 | null): Footprint {
  let [minX, maxX, minY, maxY] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let k = 0; k < outline.length; k += 2) {
    minX = Math.min(minX, outline[k]!);
    maxX = Math.max(maxX, outline[k]!);
    minY = Math.min(minY, outline[k + 1]!);
    maxY = Math.max(maxY, outline[k + 1]!);
  }
  return { outline, area: outlineArea(outline), minX, maxX, minY, maxY, axis };
}

/** Shared part of two footprints as a share of the smaller (I. Sutherland and G. Hodgman's clipping, 1974). */
export function overlapShare(a: Footprint, b: Footprint): number {
  const smaller = Math.min(a.area, b.area);
  if (!(smaller > 0)) return 0;
  let clipped = Array.from(a.outline);
  const edges = b.outline;
  for (let k = 0; k < edges.length && clipped.length > 0; k += 2) {
    const j = (k + 2) % edges.length;
    clipped = clipByEdge(clipped, edges[k]!, edges[k + 1]!, edges[j]!, edges[j + 1]!);
  }
  return clipped.length < 6 ? 0 : outlineArea(clipped) / smaller;
}

function clipByEdge(polygon: number[], x0: number, y0: number, x1: number, y1: number): number[] {
  const out: number[] = [];
  const n = polygon.length;
  const side = (x: number, y: number) => (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0);
  for (let k = 0; k < n; k += 2) {
    const [ax, ay] = [polygon[k]!, polygon[k + 1]!];
    const [bx, by] = [polygon[(k + 2) % n]!, polygon[(k + 3) % n]!];
    const sa = side(ax, ay);
    const sb = side(bx, by);
    if (sa >= 0) out.push(ax, ay);
    if (sa >= 0 !== sb >= 0) {
      const t = sa / (sa - sb);
      out.push(ax + t * (bx - ax), ay + t * (by - ay));
    }
  }
  return out;
}
