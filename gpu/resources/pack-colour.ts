import { clamp } from '#domain/math/clamp.ts';
import type { Rgba } from '#viewport/display.ts';

/** A colour packed for shaders: 8 bits each, red lowest, opacity not multiplied in. */
export function packColour(colour: Rgba): number {
  const byte = (value: number) => Math.round(clamp(value, 0, 1) * 255);
  return (byte(colour[0]) | (byte(colour[1]) << 8) | (byte(colour[2]) << 16) | (byte(colour[3]) << 24)) >>> 0;
}
