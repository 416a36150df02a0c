import {
  applyPlaneMap,
  invertPlaneMap,
  mappedCorners,
  type PlaneMap,
  planeMapDivisor,
} from '../geometry/map-fit/plane-map.ts';
import { maxOf, minOf } from '../math/extremes.ts';
import type { PlaceOf, RelocatedExtent } from './warp-extent.ts';

/** An image laid on the ground by a map that may be projective. */
export interface MapRelocation {
  /** From pixels to the ground. The whole image lies on one side of its horizon. */
  readonly map: PlaneMap;
  /** Size of the image, pixels. */
  readonly width: number;
  readonly height: number;
}

/** Extent of a mapped image: its corners' box, in square pixels as large as the image's own at its middle. */
export function mappedExtent({ map, width, height }: MapRelocation): RelocatedExtent {
  const corners = mappedCorners(map, width, height);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [west, north] = [minOf(xs), maxOf(ys)];
  const at = (dx: number, dy: number) => applyPlaneMap(map, width / 2 + dx, height / 2 + dy);
  const [[x0, y0], [x1, y1], [x2, y2]] = [at(0, 0), at(1, 0), at(0, 1)];
  const cellSize = Math.sqrt(Math.abs((x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)));
  return {
    west,
    north,
    cellSize,
    width: Math.ceil((maxOf(xs) - west) / cellSize),
    height: Math.ceil((north - minOf(ys)) / cellSize),
  };
}

/** From the ground to pixels; NaN beyond the horizon, and everywhere where the map cannot be turned round. */
export function mappedPixel({ map, width, height }: MapRelocation): PlaceOf {
  const back = invertPlaneMap(map);
  if (!back) return () => [Number.NaN, Number.NaN];
  const side = planeMapDivisor(back, ...applyPlaneMap(map, width / 2, height / 2));
  return (x, y) =>
    planeMapDivisor(back, x, y) / side > 0 ? applyPlaneMap(back, x, y) : [Number.NaN, Number.NaN];
}
