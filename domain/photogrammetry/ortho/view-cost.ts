/** What decides how well a photo shows a place. */
export interface ViewConditions {
  /** Tangent of the angle between the viewing ray and the vertical. */
  readonly tangent: number;
  /** Ground size of a pixel there over that of the block's finest view. */
  readonly coarseness: number;
  /** Distance to the nearest edge of the image over its shorter side. */
  readonly border: number;
  /** Sharpness of the photo over the block's median; 1 where it was not measured. */
  readonly sharpness: number;
}

/** A viewing ray flatter than this shows walls rather than ground. */
const steepestTangent = 3.7;
const borderShare = 0.08;
const borderWeight = 0.3;
const coarsenessWeight = 0.25;
const blurWeight = 0.5;

/**
 * Cost of a view, 0 for the best imaginable, Infinity for none: the squared tangent (between two level cameras their
 * bisector then divides the ground, as in a Voronoi diagram), and less for resolution, blur and the image's border.
 */
export function viewCost({ tangent, coarseness, border, sharpness }: ViewConditions): number {
  if (tangent > steepestTangent) return Infinity;
  const edge = border < borderShare ? borderWeight * (1 - border / borderShare) ** 2 : 0;
  const blur = blurWeight * Math.max(0, 1 - sharpness);
  return tangent * tangent + coarsenessWeight * Math.max(0, coarseness - 1) + edge + blur;
}
