import type { PixelImage } from '#viewport/viewport-types.ts';

/** Centroid of red around a place, pixels of the image. */
export function centroid({ width, height, data }: PixelImage, x: number, y: number, reach: number) {
  let [sum, sumX, sumY] = [0, 0, 0];
  for (let row = Math.max(0, Math.floor(y - reach)); row < Math.min(height, y + reach); row++) {
    for (let column = Math.max(0, Math.floor(x - reach)); column < Math.min(width, x + reach); column++) {
      const at = (row * width + column) * 4;
      const weight = Math.max(0, data[at]! - data[at + 1]! - 6);
      sum += weight;
      sumX += weight * (column + 0.5);
      sumY += weight * (row + 0.5);
    }
  }
  return [sumX / sum, sumY / sum] as const;
}
