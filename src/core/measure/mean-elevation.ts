/** Mean elevation of places that have one, vertical unit; NaN where none has. */
export function meanElevation(coordinates: readonly number[]): number {
  const heights = coordinates.filter((value, i) => i % 3 === 2 && !Number.isNaN(value));
  return heights.reduce((sum, z) => sum + z, 0) / heights.length;
}
