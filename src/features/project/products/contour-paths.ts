import { z } from 'zod';

const position = z.array(z.number()).min(2);

/** Contours as GeoJSON, as the pipeline writes them. */
const contourCollection = z.object({
  features: z.array(
    z.object({
      properties: z.object({ elevation: z.number(), index: z.boolean() }),
      geometry: z.object({ type: z.literal('LineString'), coordinates: z.array(position) }),
    }),
  ),
});

/** Contours as a drawing: two SVG paths and the view box, in units of the drawing. */
export interface ContourDrawing {
  readonly viewBox: string;
  /** Every contour that is not an index contour. */
  readonly minor: string;
  readonly index: string;
}

/** Length of the longer side of the drawing. */
const side = 1000;

/**
 * Builds a drawing of contour lines, north up. Coordinates are taken relative to the corner before rounding to a tenth
 * of a drawing unit, so that large ones lose no precision. Null when there are no lines or the text contains no
 * contours.
 */
export function drawContours(json: unknown): ContourDrawing | null {
  const parsed = contourCollection.safeParse(json);
  if (!parsed.success || parsed.data.features.length === 0) return null;
  const { features } = parsed.data;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { geometry } of features) {
    for (const [x = 0, y = 0] of geometry.coordinates) {
      west = Math.min(west, x);
      east = Math.max(east, x);
      south = Math.min(south, y);
      north = Math.max(north, y);
    }
  }
  const scale = side / Math.max(east - west, north - south, Number.MIN_VALUE);
  const path = (isIndex: boolean) =>
    features
      .filter((feature) => feature.properties.index === isIndex)
      .map(({ geometry }) => {
        const points = geometry.coordinates.map(
          ([x = 0, y = 0]) => `${((x - west) * scale).toFixed(1)} ${((north - y) * scale).toFixed(1)}`,
        );
        return `M${points.join('L')}`;
      })
      .join('');
  const viewBox = `0 0 ${((east - west) * scale).toFixed(1)} ${((north - south) * scale).toFixed(1)}`;
  return { viewBox, minor: path(false), index: path(true) };
}
