/**
 * Loss and weight of a residual whose noise level is unknown up to a bound, marginalised over all levels below it
 * (D. Barath, J. Noskova, M. Ivashechkin and J. Matas, "MAGSAC++", 2020). With three degrees of freedom the paper's
 * incomplete gamma function Γ((n − 1)/2, x) is e^−x, so both are elementary:
 * weight(s) = e^(−s/2) − e^(−k²/2) and loss(s) = ∫ weight, with s = r²/σmax² up to the cut s = k².
 * Deviation: the paper takes four degrees of freedom for correspondences.
 */
const cut = 11.344866730144373;
const tail = Math.exp(-cut / 2);
const full = 1 - tail * (1 + cut / 2);
const entries = 2048;
const table = new Float64Array(entries + 2);
for (let k = 0; k < entries + 2; k++) {
  const s = (k * cut) / entries;
  table[k] = k >= entries ? 1 : (1 - Math.exp(-s / 2) - (s / 2) * tail) / full;
}
const perEntry = entries / cut;

/** Largest squared residual, in units of σmax², that is not an outlier: the 99 % quantile of χ² with three degrees. */
export const marginalCut = cut;

/** Loss in [0, 1]; 1 from the cut on. @param s squared residual over σmax² */
export function marginalLoss(s: number): number {
  if (!(s < cut)) return 1;
  const at = s * perEntry;
  const k = at | 0;
  const low = table[k]!;
  return low + (table[k + 1]! - low) * (at - k);
}

/** Weight in [0, 1] of iteratively reweighted least squares for this loss; 0 from the cut on. */
export function marginalWeight(s: number): number {
  return s < cut ? (Math.exp(-s / 2) - tail) / (1 - tail) : 0;
}
