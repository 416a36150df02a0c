/**
 * Expands PackBits runs into `output` and returns the bytes written; stops when either side ends.
 * Source: TIFF 6.0, section 9 (1992).
 */
export function expandPackBits(input: Uint8Array, output: Uint8Array): number {
  let at = 0;
  let written = 0;
  while (at < input.length && written < output.length) {
    const control = input[at++]!;
    if (control === 128) continue;
    if (control < 128) {
      const run = Math.min(control + 1, input.length - at, output.length - written);
      output.set(input.subarray(at, at + run), written);
      at += run;
      written += run;
    } else if (at < input.length) {
      const run = Math.min(257 - control, output.length - written);
      output.fill(input[at++]!, written, written + run);
      written += run;
    }
  }
  return written;
}
