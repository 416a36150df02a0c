/** Metres east and north. */
export type PlanPlace = readonly [x: number, y: number];

export interface PlanExtent {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** A map that fits a window: metres to CSS pixels, north up. */
export interface Plan {
  readonly width: number;
  readonly height: number;
  /** Pixels a metre. */
  readonly scale: number;
  place(x: number, y: number): readonly [x: number, y: number];
}

/** Pixels between the map and the window's edge. */
const marginPx = 24;

/** Extent of places; a point at the origin for none. */
export function extentOf(places: readonly PlanPlace[]): PlanExtent {
  const extent = places.reduce<PlanExtent>(
    ({ minX, minY, maxX, maxY }, [x, y]) => ({
      minX: Math.min(minX, x),
      minY: Math.min(minY, y),
      maxX: Math.max(maxX, x),
      maxY: Math.max(maxY, y),
    }),
    { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity },
  );
  return Number.isFinite(extent.minX) ? extent : { minX: 0, minY: 0, maxX: 0, maxY: 0 };
}

/** Fits an extent into a window of so many pixels. */
export function fitPlan({ minX, minY, maxX, maxY }: PlanExtent, width: number, height: number): Plan {
  const [spanX, spanY] = [Math.max(maxX - minX, 1), Math.max(maxY - minY, 1)];
  const scale = Math.min(
    Math.max(width - 2 * marginPx, 1) / spanX,
    Math.max(height - 2 * marginPx, 1) / spanY,
  );
  const left = (width - spanX * scale) / 2;
  const top = (height - spanY * scale) / 2;
  return {
    width,
    height,
    scale,
    place: (x, y) => [left + (x - minX) * scale, top + (maxY - y) * scale],
  };
}

/** A round length in metres of about a fifth of the window, for the bar of the scale. */
export function scaleBar({ width, scale }: Plan): { readonly metres: number; readonly px: number } {
  const wanted = width / 5 / scale;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const share = wanted / power;
  const metres = power * (share >= 5 ? 5 : share >= 2 ? 2 : 1);
  return { metres, px: metres * scale };
}
