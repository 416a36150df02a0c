/** Two parts of π/2, the first short enough that its small multiples are exact (Cody and Waite 1980). */
const quarterHigh = 1.5707963267341256;
const quarterLow = 6.077100506506192e-11;

/**
 * Sine and cosine in one, to `out[0]` and `out[1]`, within 2e-16 for angles of a few turns; both cost here what one of
 * `Math.sin` and `Math.cos` costs. Polynomials on ±π/4: minimax, Cody and Waite, as in fdlibm's kernels.
 */
export function sineCosine(angle: number, out: Float64Array): void {
  const quarter = Math.floor(angle * (2 / Math.PI) + 0.5);
  const r = angle - quarter * quarterHigh - quarter * quarterLow;
  const q = r * r;
  const sine =
    r +
    r *
      q *
      (-1.6666666666666632e-1 +
        q *
          (8.33333333332249e-3 +
            q *
              (-1.984126982985795e-4 +
                q * (2.7557313707070068e-6 + q * (-2.5050760253406863e-8 + q * 1.58969099521155e-10)))));
  const cosine =
    1 -
    q / 2 +
    q *
      q *
      (4.16666666666666e-2 +
        q *
          (-1.388888888887411e-3 +
            q *
              (2.480158728947673e-5 +
                q * (-2.7557314351390663e-7 + q * (2.087572321298175e-9 - q * 1.1359647557788195e-11)))));
  const isOdd = (quarter & 1) !== 0;
  const s = isOdd ? cosine : sine;
  const c = isOdd ? sine : cosine;
  out[0] = (quarter & 2) !== 0 ? -s : s;
  out[1] = ((quarter + 1) & 2) !== 0 ? -c : c;
}
