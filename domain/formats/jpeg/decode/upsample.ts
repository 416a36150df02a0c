/** Samples of a component, row by row, rows `stride` apart; those beyond width and height are of no use. */
export interface Plane {
  readonly samples: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly stride: number;
}

/**
 * A component laid out at the size of the picture, `width × height`. Where it has half the picture's samples along an
 * axis they are weighed 3 to 1 (9, 3, 3, 1 along both), rounded up and down by turns so that nothing is shifted; other
 * ratios repeat samples. Source: libjpeg-turbo's documentation of "fancy upsampling" (triangle filter); components two
 * samples wide or less are repeated, as there.
 *
 * @param across samples of the picture for each one of the component, along a row
 */
export function upsample(
  plane: Plane,
  width: number,
  height: number,
  across: number,
  down: number,
): Uint8Array {
  const isWide = plane.width > 2;
  if (across === 1 && down === 1) return repeat(plane, width, height, 1, 1);
  if (across === 2 && down === 1 && isWide) return widen(plane, width, height);
  if (across === 1 && down === 2) return heighten(plane, width, height);
  if (across === 2 && down === 2 && isWide) return enlarge(plane, width, height);
  return repeat(plane, width, height, across, down);
}

function repeat(plane: Plane, width: number, height: number, across: number, down: number): Uint8Array {
  const { samples, stride } = plane;
  const out = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = Math.floor(y / down) * stride;
    if (across === 1) out.set(samples.subarray(from, from + width), y * width);
    else for (let x = 0; x < width; x++) out[y * width + x] = samples[from + Math.floor(x / across)]!;
  }
  return out;
}

function widen({ samples, width: columns, stride }: Plane, width: number, height: number): Uint8Array {
  const out = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = y * stride;
    const at = y * width;
    for (let x = 0; x < width; x++) {
      const near = from + (x >> 1);
      // The outermost samples stay as they are: 3 of them and 1 of themselves.
      const far = x & 1 ? Math.min(near + 1, from + columns - 1) : Math.max(near - 1, from);
      out[at + x] = (3 * samples[near]! + samples[far]! + 1 + (x & 1)) >> 2;
    }
  }
  return out;
}

function heighten({ samples, height: rows, stride }: Plane, width: number, height: number): Uint8Array {
  const out = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const near = (y >> 1) * stride;
    const far = otherRow(y, rows) * stride;
    for (let x = 0; x < width; x++) {
      out[y * width + x] = (3 * samples[near + x]! + samples[far + x]! + 1 + (y & 1)) >> 2;
    }
  }
  return out;
}

/** The second nearest row for a row of the image. */
function otherRow(y: number, rows: number): number {
  return y & 1 ? Math.min((y >> 1) + 1, rows - 1) : Math.max((y >> 1) - 1, 0);
}

function enlarge(plane: Plane, width: number, height: number): Uint8Array {
  const { samples, width: columns, height: rows, stride } = plane;
  const out = new Uint8Array(width * height);
  const sums = new Int32Array(columns);
  for (let y = 0; y < height; y++) {
    const near = (y >> 1) * stride;
    const far = otherRow(y, rows) * stride;
    for (let i = 0; i < columns; i++) sums[i] = 3 * samples[near + i]! + samples[far + i]!;
    for (let x = 0; x < width; x++) {
      const i = x >> 1;
      const other = x & 1 ? Math.min(i + 1, columns - 1) : Math.max(i - 1, 0);
      out[y * width + x] = (3 * sums[i]! + sums[other]! + 8 - (x & 1)) >> 4;
    }
  }
  return out;
}
