import type { ExchangePart } from './exchange-geometry.ts';

/** Each outline with its holes, from the parts of a polygon in the order of `partsOf`. */
export function polygonsOf(parts: readonly ExchangePart[]): ExchangePart[][] {
  const polygons: ExchangePart[][] = [];
  for (const part of parts) {
    if (part.isHole) polygons.at(-1)!.push(part);
    else polygons.push([part]);
  }
  return polygons;
}

/** The ring running counter-clockwise (sign 1) or clockwise (−1); its first vertex stays the first. */
export function turnedRing(ring: Float64Array, sign: number): Float64Array {
  if (Math.sign(ringArea(ring)) !== -sign) return ring;
  const reversed = new Float64Array(ring.length);
  const count = ring.length / 3;
  for (let i = 0; i < count; i++) {
    const from = (count - i) % count;
    reversed.set(ring.subarray(3 * from, 3 * from + 3), 3 * i);
  }
  return reversed;
}

/**
 * Plan area of a ring by the shoelace formula about the first vertex, positive counter-clockwise.
 * @param ring xyz per vertex
 */
export function ringArea(ring: Float64Array): number {
  let sum = 0;
  const [x0, y0] = [ring[0]!, ring[1]!];
  for (let i = 3; i + 3 < ring.length; i += 3) {
    sum += (ring[i]! - x0) * (ring[i + 4]! - y0) - (ring[i + 3]! - x0) * (ring[i + 1]! - y0);
  }
  return sum / 2;
}
