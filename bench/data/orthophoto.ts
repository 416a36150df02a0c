/** Colours of an image with slopes, edges and a little noise, as an orthophoto has them; seeded. */
export function makeImage(side: number): Uint8Array {
  const pixels = new Uint8Array(side * side * 3);
  let state = 1;
  for (let y = 0, at = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const field = 40 * (((x >> 7) ^ (y >> 6)) & 3);
      const slope = 60 + 50 * Math.sin(x * 0.011) * Math.cos(y * 0.007);
      for (let band = 0; band < 3; band++) {
        pixels[at++] = slope + field / (band + 1) + ((state >>> (16 + 3 * band)) & 7);
      }
    }
  }
  return pixels;
}
