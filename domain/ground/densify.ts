import { createChangedPlaces } from './changed-places.ts';
import { type Facets, surfaceOf, type Triangulate, visitPoints } from './facets.ts';
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

const mostRounds = 40;

/**
 * Grows the ground from seed points by progressive densification of a triangulated surface (Axelsson, IAPRS 33, 2000):
 * in each round every facet takes the lowest of the points that lie close to it and at a small angle to its corners.
 * Taking one point a facet, the lowest, keeps to the lower envelope of the points.
 * @param xyz three numbers a point, metres; borrowed
 * @param candidates points that may join, in an order where neighbours stand together
 * @param isGround 1 for known ground, an entry a point, at least one of them set; grows
 * @returns the surface through the ground
 */
export function densifyGround(
  xyz: Float64Array,
  candidates: Uint32Array,
  isGround: Uint8Array,
  settings: DensifySettings,
  triangulate: Triangulate,
): Facets {
  const fullSine = Math.sin((settings.angleDeg * Math.PI) / 180);
  const bounds = planBounds(xyz);
  const places = createChangedPlaces(xyz, candidates, bounds);
  for (let round = 0; round < mostRounds; round++) {
    const surface = surfaceOf(xyz, isGround, bounds, triangulate);
    const facets = surface.mesh.triangles.length / 3;
    const lowest = new Int32Array(facets).fill(-1);
    const distances = new Float64Array(facets);
    let joining = 0;
    visitPoints(
      xyz,
      places.within(surface, isGround),
      surface,
      (index, triangle, { distance, sine, edge }) => {
        const away = Math.abs(distance);
        if (away > settings.distanceM || away < settings.noiseM) return;
        if (sine > fullSine * Math.min(1, edge / settings.fullAngleEdgeM)) return;
        if (lowest[triangle]! < 0) joining++;
        else if (distance >= distances[triangle]!) return;
        lowest[triangle] = index;
        distances[triangle] = distance;
      },
    );
    if (joining === 0) return surface;
    for (const index of lowest) if (index >= 0) isGround[index] = 1;
  }
  return surfaceOf(xyz, isGround, bounds, triangulate);
}
