import type { Rect } from '../geometry/grid.ts';
import { planBounds } from './lowest-points.ts';

/** Limits of the densification, as TerraScan and Axelsson name them. */
export interface DensifySettings {
  /** Largest distance of a new ground point from its facet, metres. */
  readonly distanceM: number;
  /** Largest angle between the facet and the line to its nearest corner, degrees. */
  readonly angleDeg: number;
  /** Facets with a shorter longest edge lower the angle in proportion, so that low plants do not creep in, metres. */
  readonly fullAngleEdgeM: number;
  /** Points this close to the surface, metres, teach it nothing: the noise of the scanner. */
  readonly noiseM: number;
  /** In the end every point this far above or below the surface is ground too, metres, … */
  readonly bandM: number;
  /** … and on a slope by so much more for its rise over run, metres: there, places count as heights. */
  readonly bandSlopeM: number;
  /** The same where plants cover the ground, so that the lowest of them do not join. */
  readonly coveredBandSlopeM: number;
  /** Ground is covered where more than a share of the points of a cell stand higher than this above it. */
  readonly cover: { readonly cellM: number; readonly heightM: number; readonly share: number };
}

export const defaultDensify: DensifySettings = {
  distanceM: 1.4,
  angleDeg: 15,
  fullAngleEdgeM: 10,
  noiseM: 0.04,
  bandM: 0.15,
  bandSlopeM: 1.25,
  coveredBandSlopeM: 0.4,
  cover: { cellM: 5, heightM: 0.7, share: 0.15 },
};

/** A Delaunay triangulation of the vertices `order` of the points handed in; counter-clockwise triangles. */
export interface PlanTriangulation {
  readonly order: Uint32Array;
  readonly triangles: Uint32Array;
  readonly halfedges: Int32Array;
}

export type Triangulate = (xyz: Float64Array) => PlanTriangulation;

const mostRounds = 40;
/** Corners are put this share of the extent outside, so that every point lies in a triangle. */
const cornerMargin = 0.2;

/** Corner points around the bounds with the height of the ground point nearest to each. */
function surround(xyz: Float64Array, ground: Uint32Array, bounds: Rect): Float64Array {
  const { minX, minY, maxX, maxY } = bounds;
  const margin = cornerMargin * Math.max(maxX - minX, maxY - minY) + 1;
  const corners = [minX - margin, maxX + margin].flatMap((x) =>
    [minY - margin, maxY + margin].map((y) => [x, y] as const),
  );
  return Float64Array.from(corners.flatMap(([x, y]) => [x, y, heightNearest(xyz, ground, x, y)]));
}

function heightNearest(xyz: Float64Array, ground: Uint32Array, x: number, y: number): number {
  let nearest = Infinity;
  let z = 0;
  for (let k = 0; k < ground.length; k++) {
    const at = ground[k]! * 3;
    const dx = xyz[at]! - x;
    const dy = xyz[at + 1]! - y;
    const distance = dx * dx + dy * dy;
    if (distance >= nearest) continue;
    nearest = distance;
    z = xyz[at + 2]!;
  }
  return z;
}

function gather(xyz: Float64Array, ground: Uint32Array, bounds: Rect): Float64Array {
  const corners = surround(xyz, ground, bounds);
  const points = new Float64Array(ground.length * 3 + corners.length);
  for (let k = 0; k < ground.length; k++) {
    const from = ground[k]! * 3;
    points[k * 3] = xyz[from]!;
    points[k * 3 + 1] = xyz[from + 1]!;
    points[k * 3 + 2] = xyz[from + 2]!;
  }
  points.set(corners, ground.length * 3);
  return points;
}

/** A facet by facet view of a triangulated surface. */
interface Facets {
  readonly points: Float64Array;
  readonly mesh: PlanTriangulation;
}

function cornerOffset({ mesh }: Facets, halfedge: number): number {
  return mesh.order[mesh.triangles[halfedge]!]! * 3;
}

/** The triangle that holds a place, by walking from `start`; the place must lie inside the hull. */
function locate(facets: Facets, x: number, y: number, start: number): number {
  const { points, mesh } = facets;
  let triangle = start;
  for (let steps = mesh.triangles.length; steps > 0; steps--) {
    let next = -1;
    for (let k = 0; k < 3; k++) {
      const a = cornerOffset(facets, triangle * 3 + k);
      const b = cornerOffset(facets, triangle * 3 + ((k + 1) % 3));
      const side =
        (points[b]! - points[a]!) * (y - points[a + 1]!) -
        (points[b + 1]! - points[a + 1]!) * (x - points[a]!);
      const across = side < 0 ? mesh.halfedges[triangle * 3 + k]! : -1;
      if (across >= 0) {
        next = Math.floor(across / 3);
        break;
      }
    }
    if (next < 0) return triangle;
    triangle = next;
  }
  return triangle;
}

/** How a point lies to a facet: written by `measureFacet`, read before the next call. */
interface FacetFit {
  /** Signed distance from the facet's plane, above is positive. */
  distance: number;
  /** Sine of the steepest angle to a corner. */
  sine: number;
  /** The facet's longest edge in plan. */
  edge: number;
  /** Rise over run of its plane. */
  slope: number;
}

function measureFacet(
  facets: Facets,
  triangle: number,
  x: number,
  y: number,
  z: number,
  fit: FacetFit,
): void {
  const { points } = facets;
  const a = cornerOffset(facets, triangle * 3);
  const b = cornerOffset(facets, triangle * 3 + 1);
  const c = cornerOffset(facets, triangle * 3 + 2);
  const ux = points[b]! - points[a]!;
  const uy = points[b + 1]! - points[a + 1]!;
  const uz = points[b + 2]! - points[a + 2]!;
  const vx = points[c]! - points[a]!;
  const vy = points[c + 1]! - points[a + 1]!;
  const vz = points[c + 2]! - points[a + 2]!;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const px = x - points[a]!;
  const py = y - points[a + 1]!;
  const pz = z - points[a + 2]!;
  fit.slope = Math.sqrt(nx * nx + ny * ny) / Math.abs(nz);
  fit.distance = (px * nx + py * ny + pz * nz) / Math.sqrt(nx * nx + ny * ny + nz * nz);
  const nearest = Math.min(
    px * px + py * py + pz * pz,
    (px - ux) ** 2 + (py - uy) ** 2 + (pz - uz) ** 2,
    (px - vx) ** 2 + (py - vy) ** 2 + (pz - vz) ** 2,
  );
  fit.sine = nearest > 0 ? Math.min(1, Math.abs(fit.distance) / Math.sqrt(nearest)) : 0;
  fit.edge = Math.sqrt(Math.max(ux * ux + uy * uy, vx * vx + vy * vy, (ux - vx) ** 2 + (uy - vy) ** 2));
}

/** The indices of the entries that are set. */
function markedIndices(marks: Uint8Array): Uint32Array {
  let count = 0;
  for (let k = 0; k < marks.length; k++) if (marks[k] === 1) count++;
  const indices = new Uint32Array(count);
  for (let k = 0, at = 0; k < marks.length; k++) if (marks[k] === 1) indices[at++] = k;
  return indices;
}

/** Ground points as a surface that holds every candidate's place. */
function surfaceOf(xyz: Float64Array, isGround: Uint8Array, bounds: Rect, triangulate: Triangulate): Facets {
  const points = gather(xyz, markedIndices(isGround), bounds);
  return { points, mesh: triangulate(points) };
}

/** Calls `visit` with each candidate that is not ground yet and how it lies to the facet below or above it. */
function visitOthers(
  xyz: Float64Array,
  candidates: Uint32Array,
  isGround: Uint8Array,
  facets: Facets,
  visit: (index: number, triangle: number, fit: Readonly<FacetFit>) => void,
): void {
  const fit: FacetFit = { distance: 0, sine: 0, edge: 0, slope: 0 };
  let triangle = 0;
  for (let k = 0; k < candidates.length; k++) {
    const index = candidates[k]!;
    if (isGround[index]) continue;
    const x = xyz[index * 3]!;
    const y = xyz[index * 3 + 1]!;
    triangle = locate(facets, x, y, triangle);
    measureFacet(facets, triangle, x, y, xyz[index * 3 + 2]!, fit);
    visit(index, triangle, fit);
  }
}

/**
 * Grows the ground from seed points by progressive densification of a triangulated surface (Axelsson, IAPRS 33, 2000):
 * in each round every facet takes the lowest of the points that lie close to it and at a small angle to its corners.
 * Taking one point a facet, the lowest, keeps to the lower envelope of the points.
 * @param xyz three numbers a point, metres; borrowed
 * @param candidates points that may join, in an order where neighbours stand together
 * @param isGround 1 for known ground, an entry a point, at least one of them set; grows
 */
export function densifyGround(
  xyz: Float64Array,
  candidates: Uint32Array,
  isGround: Uint8Array,
  settings: DensifySettings,
  triangulate: Triangulate,
): void {
  const fullSine = Math.sin((settings.angleDeg * Math.PI) / 180);
  const bounds = planBounds(xyz);
  for (let round = 0; round < mostRounds; round++) {
    const surface = surfaceOf(xyz, isGround, bounds, triangulate);
    const facets = surface.mesh.triangles.length / 3;
    const lowest = new Int32Array(facets).fill(-1);
    const distances = new Float64Array(facets);
    let joining = 0;
    visitOthers(xyz, candidates, isGround, surface, (index, triangle, { distance, sine, edge }) => {
      const away = Math.abs(distance);
      if (away > settings.distanceM || away < settings.noiseM) return;
      if (sine > fullSine * Math.min(1, edge / settings.fullAngleEdgeM)) return;
      if (lowest[triangle]! < 0) joining++;
      else if (distance >= distances[triangle]!) return;
      lowest[triangle] = index;
      distances[triangle] = distance;
    });
    if (joining === 0) return;
    for (const index of lowest) if (index >= 0) isGround[index] = 1;
  }
}

/** Steepest facet that widens the band. */
const steepestBand = 1.5;

const riseOf = (distance: number, slope: number) => distance * Math.sqrt(1 + slope * slope);

/** Of every point: whether many of those around it stand above the ground surface, so that plants hide the ground. */
function findCovered(
  xyz: Float64Array,
  isGround: Uint8Array,
  everyPoint: Uint32Array,
  surface: Facets,
  { cellM, heightM, share }: DensifySettings['cover'],
): (index: number) => boolean {
  const { minX, minY, maxX } = planBounds(xyz);
  const width = Math.floor((maxX - minX) / cellM) + 1;
  const cellOf = (index: number) =>
    Math.floor((xyz[index * 3 + 1]! - minY) / cellM) * width + Math.floor((xyz[index * 3]! - minX) / cellM);
  const points = new Map<number, number>();
  const high = new Map<number, number>();
  const count = (cells: Map<number, number>, cell: number) => cells.set(cell, (cells.get(cell) ?? 0) + 1);
  for (let k = 0; k < isGround.length; k++) count(points, cellOf(k));
  visitOthers(xyz, everyPoint, isGround, surface, (index, _triangle, { distance, slope }) => {
    if (riseOf(distance, slope) > heightM + slope * heightM) count(high, cellOf(index));
  });
  return (index) => {
    const cell = cellOf(index);
    return (high.get(cell) ?? 0) > share * points.get(cell)!;
  };
}

/**
 * Adds every point within a band about the ground surface.
 * @param isGround as for `densifyGround`; grows
 */
export function joinBand(
  xyz: Float64Array,
  isGround: Uint8Array,
  settings: DensifySettings,
  triangulate: Triangulate,
): void {
  const { bandM, bandSlopeM, coveredBandSlopeM, cover } = settings;
  const close: number[] = [];
  const surface = surfaceOf(xyz, isGround, planBounds(xyz), triangulate);
  const everyPoint = new Uint32Array(isGround.length);
  for (let k = 0; k < everyPoint.length; k++) everyPoint[k] = k;
  const isCovered = findCovered(xyz, isGround, everyPoint, surface, cover);
  visitOthers(xyz, everyPoint, isGround, surface, (index, _triangle, { distance, slope }) => {
    const widening = isCovered(index) ? coveredBandSlopeM : bandSlopeM;
    const band = bandM + widening * Math.min(slope, steepestBand);
    if (riseOf(Math.abs(distance), slope) <= band) close.push(index);
  });
  for (const index of close) isGround[index] = 1;
}
