import { createFacetPoints, type FacetPoints } from './facet-points.ts';
import type { Triangulate } from './facets.ts';
import { createGrowingSurface, type GrowingSurface } from './growing-surface.ts';

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
  /** Ground is covered where more than this share of a cell's points is higher than this above it. */
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

const maxRounds = 40;

/** The ground's surface, and which points may still join it. */
export interface GroundSurface {
  readonly surface: GrowingSurface;
  /** Candidate points, in an order with neighbours close together. */
  readonly candidates: Uint32Array;
  readonly points: FacetPoints;
}

/**
 * Starts a surface through known ground.
 * @param xyz three numbers a point, metres; borrowed
 * @param candidates points that may join, in an order where neighbours stand together
 * @param isGround 1 for known ground, an entry a point, at least one of them set
 */
export function startGround(
  xyz: Float64Array,
  candidates: Uint32Array,
  isGround: Uint8Array,
  triangulate: Triangulate,
): GroundSurface {
  const surface = createGrowingSurface(xyz, isGround, candidates.length, triangulate);
  return { surface, candidates, points: createFacetPoints(xyz, candidates, surface) };
}

/**
 * Grows the ground by progressive densification of its triangulated surface (Axelsson, IAPRS 33, 2000): in each round
 * every facet takes the lowest of the points that lie close to it and at a small angle to its corners. Taking one point a
 * facet, the lowest, keeps to the lower envelope of the points.
 * @param isGround candidates that became ground since the last time join the surface first; grows
 */
export function densifyGround(
  { surface, candidates, points }: GroundSurface,
  isGround: Uint8Array,
  settings: DensifySettings,
): void {
  const fullSine = Math.sin((settings.angleDeg * Math.PI) / 180);
  for (const index of candidates) if (isGround[index] === 1) surface.add(index);
  const lowest = new Int32Array(surface.room).fill(-1);
  const distances = new Float64Array(surface.room);
  for (let round = 0; round < maxRounds; round++) {
    const facets: number[] = [];
    points.visitChanged((index, facet, { distance, sine, edge }) => {
      const away = Math.abs(distance);
      if (away > settings.distanceM || away < settings.noiseM) return;
      if (sine > fullSine * Math.min(1, edge / settings.fullAngleEdgeM)) return;
      const rival = lowest[facet]!;
      if (rival < 0) facets.push(facet);
      // of equally low points the first, whatever the order in which they are visited
      else if (distance > distances[facet]! || (distance === distances[facet]! && index > rival)) return;
      lowest[facet] = index;
      distances[facet] = distance;
    });
    if (facets.length === 0) return;
    const joining = facets.map((facet) => lowest[facet]!);
    for (const facet of facets) lowest[facet] = -1;
    joining.forEach((index, at) => {
      isGround[index] = 1;
      surface.add(index, facets[at]!);
    });
  }
}
