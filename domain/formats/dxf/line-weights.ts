/** Line weights that the format has, hundredths of a millimetre. */
const weights = [
  0, 5, 9, 13, 15, 18, 20, 25, 30, 35, 40, 50, 53, 60, 70, 80, 90, 100, 106, 120, 140, 158, 200, 211,
] as const;

/** The line weight of group 370 that is nearest to one in millimetres. */
export function lineWeightOf(millimetres: number): number {
  const wanted = 100 * millimetres;
  return weights.reduce<number>(
    (best, weight) => (Math.abs(weight - wanted) < Math.abs(best - wanted) ? weight : best),
    weights[0],
  );
}
