/** A place in plan. */
export type Place = readonly [x: number, y: number];

/** A clothoid between two places: its curvature changes evenly along its length. */
export interface Spiral {
  readonly start: Place;
  /** Where the tangents of both ends meet: gives the direction at the start. */
  readonly tangentPoint: Place;
  readonly end: Place;
  readonly length: number;
  /** Curvature at both ends, 1 / radius, positive counter-clockwise, 0 for a straight end. */
  readonly startCurvature: number;
  readonly endCurvature: number;
}

/** Places between the ends of a spiral, and how far its end by the formula lay from the one given. */
export interface SpiralChords {
  readonly places: readonly Place[];
  readonly gap: number;
}

/** Most chords of one spiral. */
const maxChords = 4096;

/** Nodes and weights of Gauss and Legendre's rule of three points, on −1 to 1. */
const gauss = [
  [-Math.sqrt(0.6), 5 / 9],
  [0, 8 / 9],
  [Math.sqrt(0.6), 5 / 9],
] as const;

/**
 * Places along a clothoid whose chords leave it by at most about `tolerance`: the direction after s is
 * θ + k₀ s + (k₁ − k₀) s² / 2L, its integral is the place. The places are turned and scaled so that the end falls on the
 * one given. Source: any textbook of route surveying, such as Schofield and Breach, Engineering Surveying, ch. 10.
 */
export function spiralChords(spiral: Spiral, tolerance: number): SpiralChords {
  const { start, tangentPoint, end, length, startCurvature, endCurvature } = spiral;
  const sharpest = Math.max(Math.abs(startCurvature), Math.abs(endCurvature));
  const count = Math.min(maxChords, Math.max(2, Math.ceil(length * Math.sqrt(sharpest / (8 * tolerance)))));
  const from = Math.atan2(tangentPoint[1] - start[1], tangentPoint[0] - start[0]);
  const change = (endCurvature - startCurvature) / (2 * length);
  const direction = (s: number) => from + startCurvature * s + change * s * s;
  const step = length / count;
  let [x, y] = [0, 0];
  const own: Place[] = [];
  for (let i = 0; i < count; i++) {
    for (const [node, weight] of gauss) {
      const angle = direction((i + 0.5 + node / 2) * step);
      x += (Math.cos(angle) * weight * step) / 2;
      y += (Math.sin(angle) * weight * step) / 2;
    }
    own.push([x, y]);
  }
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const square = x * x + y * y;
  const [cos, sin] = square > 0 ? [(x * dx + y * dy) / square, (x * dy - y * dx) / square] : [1, 0];
  const places = own
    .slice(0, -1)
    .map(([px, py]): Place => [start[0] + cos * px - sin * py, start[1] + sin * px + cos * py]);
  return { places, gap: Math.hypot(x - dx, y - dy) };
}
