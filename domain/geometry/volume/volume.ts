/** Volumes between a surface and a base. cut: volume of the surface above the base; fill: below; net = cut − fill. */
export interface SurfaceVolume {
  /** Linear unit cubed, at or above 0. */
  readonly cut: number;
  /** Linear unit cubed, at or above 0. */
  readonly fill: number;
  readonly net: number;
  /** Plan area that was measured, linear unit squared. */
  readonly planArea: number;
  /** True area of the surface over it. */
  readonly surfaceArea: number;
}

/** Cut and fill of one triangular prism. */
export interface PrismVolume {
  readonly cut: number;
  readonly fill: number;
}

/**
 * Exact volume between a linear height and zero over a triangle of plan area `area` with heights `p`, `q`, `r`
 * at its corners. Net is area·(p+q+r)/3; where the signs differ, the tip at the corner k whose sign is alone has
 * area·k³/(3·(k−i)·(k−j)) and the rest is the remainder.
 */
export function prismVolume(area: number, p: number, q: number, r: number): PrismVolume {
  const net = (area * (p + q + r)) / 3;
  const positives = Number(p > 0) + Number(q > 0) + Number(r > 0);
  const negatives = Number(p < 0) + Number(q < 0) + Number(r < 0);
  if (negatives === 0) return { cut: net, fill: 0 };
  if (positives === 0) return { cut: 0, fill: -net };
  const isAlone = (height: number) => (positives === 1 ? height > 0 : height < 0);
  const [k, i, j] = isAlone(p) ? [p, q, r] : isAlone(q) ? [q, p, r] : [r, p, q];
  const tip = (area * k * (k / (k - i)) * (k / (k - j))) / 3;
  return positives === 1 ? { cut: tip, fill: tip - net } : { cut: net - tip, fill: -tip };
}
