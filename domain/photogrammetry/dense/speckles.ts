import type { DepthMap } from './depth-map.ts';

/** Neighbours whose depths differ by more than this many standard deviations are on different surfaces. */
const joined = 6.5;

/** Removes small regions: fewer than `least` connected pixels of one surface. Modifies the map in place. */
export function removeSpeckles({ width, height, depth, sigma, pairs }: DepthMap, least: number): void {
  const label = new Int32Array(width * height);
  const queue = new Int32Array(width * height);
  let next = 0;
  for (let start = 0; start < label.length; start++) {
    if (label[start] !== 0 || Number.isNaN(depth[start])) continue;
    next++;
    label[start] = next;
    queue[0] = start;
    let length = 1;
    for (let at = 0; at < length; at++) {
      const pixel = queue[at]!;
      const x = pixel % width;
      const visit = (other: number) => {
        if (label[other] !== 0 || Number.isNaN(depth[other]!)) return;
        if (Math.abs(depth[other]! - depth[pixel]!) > joined * (sigma[pixel]! + sigma[other]!)) return;
        label[other] = next;
        queue[length++] = other;
      };
      if (x > 0) visit(pixel - 1);
      if (x + 1 < width) visit(pixel + 1);
      if (pixel >= width) visit(pixel - width);
      if (pixel + width < width * height) visit(pixel + width);
    }
    if (length >= least) continue;
    for (let at = 0; at < length; at++) {
      depth[queue[at]!] = Number.NaN;
      sigma[queue[at]!] = 0;
      pairs[queue[at]!] = 0;
    }
  }
}
