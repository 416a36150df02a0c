/** Turns interleaved 8-bit YCbCr into RGB in place. Source: JFIF 1.02 (1992), full range, CCIR 601. */
export function yCbCrToRgb(bytes: Uint8Array): void {
  for (let i = 0; i + 2 < bytes.length; i += 3) {
    const y = bytes[i]!;
    const cb = bytes[i + 1]! - 128;
    const cr = bytes[i + 2]! - 128;
    bytes[i] = clamp(y + 1.402 * cr);
    bytes[i + 1] = clamp(y - 0.344136 * cb - 0.714136 * cr);
    bytes[i + 2] = clamp(y + 1.772 * cb);
  }
}

function clamp(value: number): number {
  return Math.min(255, Math.max(0, Math.floor(value + 0.5)));
}
