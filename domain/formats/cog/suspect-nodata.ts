/** A value of a raster that looks like a mark of missing pixels and is not declared as one. */
export interface SuspectNodata {
  readonly value: number;
  readonly count: number;
}

/** Values by which programs mark missing heights: of whole numbers' types, and customary ones. */
const customary: ReadonlySet<number> = new Set([
  -9999, -99_999, -999, 9999, -32_768, -32_767, 32_767, 65_535, -2_147_483_648, 2_147_483_647,
]);
/** No height of the earth, in millimetres either: the extremes of floating point and the like. */
const absurd = 1e9;
/** Range without typical missing values, and with most heights. */
const [highestLow, lowestHigh] = [-999, 9999];
const isMark = (value: number) =>
  (value <= highestLow || value >= lowestHigh) && (customary.has(value) || Math.abs(value) >= absurd);
/** A missing value is this many times the range of the other heights away from them. */
const farRanges = 3;
/** Smaller ranges, in the unit of heights, are raised to this. */
const minRange = 10;

/**
 * Looks among heights for one exact value that repeats far beyond all others and is a customary mark of missing pixels.
 * Null where there is none, or where nothing else is left.
 * @param values heights, NaN where missing
 */
export function findSuspectNodata(values: Float32Array | Float64Array): SuspectNodata | null {
  const counts = new Map<number, number>();
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (isMark(value)) counts.set(value, (counts.get(value) ?? 0) + 1);
    else {
      if (value < least) least = value;
      if (value > greatest) greatest = value;
    }
  }
  if (counts.size === 0 || least > greatest) return null;
  const far = farRanges * Math.max(minRange, greatest - least);
  const found = [...counts]
    .filter(([value]) => value < least - far || value > greatest + far)
    .sort((a, b) => b[1] - a[1])[0];
  return found ? { value: found[0], count: found[1] } : null;
}
