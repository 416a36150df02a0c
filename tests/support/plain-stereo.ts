/** A simple, slow reference implementation of the stereo kernel on one level and one tile. */

const [reachX, reachY] = [4, 3];
const noPartner = 40;
const small = 7;
const jump = (gradient: number) => Math.max(24, 84 - 3 * gradient);

function censusOf(image: Uint8Array, width: number, height: number): string[] {
  return Array.from(image, (centre, k) => {
    const [x, y] = [k % width, Math.floor(k / width)];
    if (x < reachX || y < reachY || x >= width - reachX || y >= height - reachY) return '0'.repeat(62);
    let bits = '';
    for (let dy = -reachY; dy <= reachY; dy++) {
      for (let dx = -reachX; dx <= reachX; dx++) {
        if (dx !== 0 || dy !== 0) bits += image[k + dy * width + dx]! < centre ? '1' : '0';
      }
    }
    return bits;
  });
}

function distance(a: string, b: string): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) sum++;
  return sum;
}

/** Disparities of the left image, NaN where there is no reliable match. */
export function matchPlainly(
  left: Uint8Array,
  right: Uint8Array,
  width: number,
  height: number,
  disparities: number,
): Float32Array {
  const valid = (x: number, y: number) => x >= 0 && x < width - 1 && y < height - 1;
  // The kernel reads both images through its resampler, which sets the last row and column to 0.
  const shown = (image: Uint8Array) =>
    image.map((value, k) => (valid(k % width, Math.floor(k / width)) ? value : 0));
  const [leftShown, rightShown] = [shown(left), shown(right)];
  const [leftBits, rightBits] = [leftShown, rightShown].map((image) => censusOf(image, width, height));
  const usable = (x: number, y: number) =>
    x >= reachX && y >= reachY && valid(x + reachX, y) && valid(x, y + reachY);
  const cost = (x: number, y: number, d: number) =>
    usable(x, y) && usable(x - d, y)
      ? distance(leftBits![y * width + x]!, rightBits![y * width + x - d]!)
      : noPartner;
  const sums = new Float64Array(width * height * disparities);
  for (const [dx, dy] of [
    [1, 0],
    [1, 1],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [-1, -1],
    [0, -1],
    [1, -1],
  ] as const) {
    const path = new Float64Array(width * height * disparities);
    const order = Array.from({ length: width * height }, (_, k) => k);
    if (dy < 0 || (dy === 0 && dx < 0)) order.reverse();
    for (const k of order) {
      const [x, y] = [k % width, Math.floor(k / width)];
      const [px, py] = [x - dx, y - dy];
      const hasBefore = px >= 0 && px < width && py >= 0 && py < height;
      const before = hasBefore
        ? path.subarray((py * width + px) * disparities, (py * width + px + 1) * disparities)
        : null;
      const least = before ? Math.min(...before) : 0;
      for (let d = 0; d < disparities; d++) {
        let value = cost(x, y, d);
        if (before) {
          const far = least + jump(Math.abs(leftShown[k]! - leftShown[py * width + px]!));
          value +=
            Math.min(before[d]!, (before[d - 1] ?? 999) + small, (before[d + 1] ?? 999) + small, far) - least;
        }
        path[k * disparities + d] = value;
        sums[k * disparities + d]! += value;
      }
    }
  }
  return Float32Array.from({ length: width * height }, (_, k) =>
    chooseOne(sums, k, width, disparities, usable, cost),
  );
}

function chooseOne(
  sums: Float64Array,
  k: number,
  width: number,
  disparities: number,
  usable: (x: number, y: number) => boolean,
  costAt: (x: number, y: number, d: number) => number,
): number {
  const [x, y] = [k % width, Math.floor(k / width)];
  if (!usable(x, y)) return Number.NaN;
  const line = sums.subarray(k * disparities, (k + 1) * disparities);
  const best = Math.min(...line);
  const at = line.indexOf(best);
  if (at === 0 || at === disparities - 1) return Number.NaN;
  if (costAt(x, y, at) > 26 && costAt(x, y, at) !== noPartner) return Number.NaN;
  const second = Math.min(...line.filter((_, d) => Math.abs(d - at) > 1));
  if (second * 64 < best * 68) return Number.NaN;
  if (x - at >= 0) {
    let [back, least] = [0, Infinity];
    for (let d = 0; d < disparities && x - at + d < width; d++) {
      const value = sums[(y * width + x - at + d) * disparities + d]!;
      if (value < least) [back, least] = [d, value];
    }
    if (Math.abs(back - at) > 1) return Number.NaN;
  }
  const [before, after] = [line[at - 1]!, line[at + 1]!];
  const steep = Math.max(before, after) - best;
  return Math.fround(at + (steep > 0 ? Math.fround(Math.fround(0.5 * (before - after)) / steep) : 0));
}
