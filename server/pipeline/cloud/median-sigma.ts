import { clamp } from '#domain/math/clamp.ts';

/** Bins per e-fold; the median is accurate to a hundredth. */
const binsPerFold = 100;
/** Range of the bins: logarithms of standard deviations in metres, from a micrometre to a thousand metres. */
const [least, greatest] = [Math.log(1e-6), Math.log(1e3)];

/** The median of standard deviations that come in parts. */
export interface SigmaMedian {
  /** Metres; those that are not positive are left out. */
  add(sigmas: Float32Array): void;
  /** Metres, to a hundredth of itself; null where nothing was added. */
  median(): number | null;
}

/** Counts standard deviations in bins of their logarithms, so that any number of them takes the same memory. */
export function createSigmaMedian(): SigmaMedian {
  const bins = new Float64Array(Math.ceil((greatest - least) * binsPerFold) + 1);
  let count = 0;
  return {
    add(sigmas) {
      for (const sigma of sigmas) {
        if (!(sigma > 0) || sigma === Number.POSITIVE_INFINITY) continue;
        const fold = clamp(Math.log(sigma), least, greatest);
        const bin = Math.round((fold - least) * binsPerFold);
        bins[bin] = bins[bin]! + 1;
        count++;
      }
    },
    median() {
      if (count === 0) return null;
      let below = 0;
      for (const [bin, here] of bins.entries()) {
        below += here;
        if (2 * below >= count) return Number(Math.exp(least + bin / binsPerFold).toPrecision(3));
      }
      return null;
    },
  };
}
