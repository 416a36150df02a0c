import { createFacetPoints, type FacetPoints } from './facet-points.ts';
import type { Triangulate } from './facets.ts';
import { createGrowingSurface, type GrowingSurface } from './growing-surface.ts';

/** Limits of the densification, as TerraScan and Axelsson name them. */
export interface DensifySettings {
  /** Largest distance of a new ground point from its facet, metres. */
  readonly distanceM: number;
  /** Largest angle between the facet and the line to its nearest corner, degrees. */
  readonly angleDeg: number;
  /**
   * Facets with a shorter longest edge reduce the angle limit in proportion, so that low vegetation is not added,
   * metres.
   */
  readonly fullAngleEdgeM: number;
  /** Points closer to the surface than this, the noise of the scanner, are not added, metres. */
  readonly noiseM: number;
  /** Finally, points within this distance above or below the surface are also ground, metres, … */
  readonly bandM: number;
  /** … plus this much times the slope (rise over run), metres: there, horizontal errors act as height errors. */
  readonly bandSlopeM: number;
  /** The same where vegetation covers the ground, so that low vegetation is not added. */
  readonly coveredBandSlopeM: number;
  /** Ground is covered where more than this fraction of a cell's points is more than this height above it. */
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

/** The ground surface and its remaining candidate points. */
export interface GroundSurface {
  readonly surface: GrowingSurface;
  /** Candidate points, in an order with neighbours close together. */
  readonly candidates: Uint32Array;
  readonly points: FacetPoints;
}

/**
 * Initialises a surface with known ground points.
 * @param xyz three numbers per point, metres; borrowed
 * @param candidates points that may be added, in spatial order
 * @param isGround 1 for known ground, one entry per point, at least one of them set
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
 * Grows the ground by progressive densification of its triangulated surface (Axelsson, IAPRS 33, 2000): in each
 * iteration every facet adds the lowest of the points close to it and at a small angle to its corners. Adding only the
 * lowest point per facet follows the lower envelope of the points.
 * @param isGround candidates set since the last call are added to the surface first; updated
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
      // of equally low points, the one with the smallest index, independent of the order of visits
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
