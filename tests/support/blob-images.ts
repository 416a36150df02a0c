import { createRandom } from '#domain/math/random.ts';

/** A Gaussian spot: place in pixels (corner of the first pixel at 0), standard deviation, height in grey values. */
export interface Blob {
  readonly x: number;
  readonly y: number;
  readonly sigma: number;
  readonly height: number;
}

/** The assumed blur of every image, by the convention of scale space: added to each blob. */
const cameraVariance = 0.25;

/** Draws blobs on mid grey, one byte a pixel, each sampled at the pixels' centres. */
export function drawBlobs(width: number, height: number, blobs: readonly Blob[]): Uint8Array<ArrayBuffer> {
  const sum = new Float64Array(width * height).fill(110);
  for (const blob of blobs) {
    const variance = blob.sigma ** 2 + cameraVariance;
    const peak = (blob.height * blob.sigma ** 2) / variance;
    const reach = Math.ceil(5 * Math.sqrt(variance));
    const [left, top] = [Math.floor(blob.x) - reach, Math.floor(blob.y) - reach];
    for (let y = Math.max(0, top); y <= Math.min(height - 1, top + 2 * reach); y++) {
      for (let x = Math.max(0, left); x <= Math.min(width - 1, left + 2 * reach); x++) {
        const r2 = (x + 0.5 - blob.x) ** 2 + (y + 0.5 - blob.y) ** 2;
        sum[y * width + x]! += peak * Math.exp((-0.5 * r2) / variance);
      }
    }
  }
  return Uint8Array.from(sum, (value) => Math.max(0, Math.min(255, Math.round(value))));
}

/** Seeded blobs of several sizes, bright and dark, over a square around the origin of `side` pixels. */
export function scatterBlobs(count: number, side: number, seed: number): Blob[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => ({
    x: random.between(-side / 2, side / 2),
    y: random.between(-side / 2, side / 2),
    sigma: 1.2 * 2 ** random.between(0, 2.5),
    height: (random.next() < 0.5 ? -1 : 1) * random.between(20, 70),
  }));
}
