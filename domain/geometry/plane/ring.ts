/** Even-odd rule (Shimrat 1962): edges crossed by a ray to the east. `ring` is xy per vertex, not closed. */
export function isInRing(ring: readonly number[], x: number, y: number): boolean {
  let isInside = false;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const [ax, ay, bx, by] = [ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!];
    if (ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay)) isInside = !isInside;
  }
  return isInside;
}
