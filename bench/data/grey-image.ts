import { seededRandom } from './lidar.ts';

/** Octaves of noise, each half the size of the one before and 0.7 of its strength: detail as in images of ground. */
const octaves = 8;

/** A seeded grey image with detail at all scales, one byte a pixel, row by row. */
export function makeImage(width: number, height: number): Uint8Array<ArrayBuffer> {
  const random = seededRandom(20260303);
  const sum = new Float64Array(width * height);
  let [cell, strength] = [256, 60];
  for (let octave = 0; octave < octaves; octave++) {
    const columns = Math.ceil(width / cell) + 2;
    const values = Float64Array.from(
      { length: columns * (Math.ceil(height / cell) + 2) },
      () => random() - 0.5,
    );
    for (let y = 0; y < height; y++) {
      const row = Math.floor(y / cell);
      const v = y / cell - row;
      for (let x = 0; x < width; x++) {
        const column = Math.floor(x / cell);
        const u = x / cell - column;
        const at = row * columns + column;
        const top = values[at]! * (1 - u) + values[at + 1]! * u;
        const bottom = values[at + columns]! * (1 - u) + values[at + columns + 1]! * u;
        sum[y * width + x]! += strength * (top * (1 - v) + bottom * v);
      }
    }
    cell /= 2;
    strength *= 0.7;
  }
  return Uint8Array.from(sum, (value) => Math.max(0, Math.min(255, Math.round(128 + value))));
}
