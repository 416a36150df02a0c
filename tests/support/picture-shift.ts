/** One channel of an image, row by row. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly values: ArrayLike<number>;
}

export interface PatchShift {
  /** Offset of the first image's patch in the second, pixels to the right and down. */
  readonly dx: number;
  readonly dy: number;
  /** Correlation of the patches at that place. */
  readonly correlation: number;
}

function sample({ width, values }: GreyPicture, x: number, y: number): number {
  const [c, r] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [x - c, y - r];
  const at = r * width + c;
  const top = values[at]! * (1 - u) + values[at + 1]! * u;
  return top * (1 - v) + (values[at + width]! * (1 - u) + values[at + width + 1]! * u) * v;
}

/**
 * Finds a square patch of one image in another to a small fraction of a pixel: least squares over shift, brightness and
 * contrast (W. Förstner, 1982; A. Gruen, 1985), started at no shift. Null where the patch has too little texture or the
 * iteration leaves ± 4 pixels.
 */
export function measureShift(
  from: GreyPicture,
  to: GreyPicture,
  column: number,
  row: number,
  half: number,
): PatchShift | null {
  let [dx, dy] = [0, 0];
  const places: [number, number][] = [];
  for (let y = -half; y <= half; y++) for (let x = -half; x <= half; x++) places.push([column + x, row + y]);
  const own = places.map(([x, y]) => from.values[y * from.width + x]!);
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const ownMean = mean(own);
  const ownSpread = Math.sqrt(mean(own.map((value) => (value - ownMean) ** 2)));
  if (ownSpread < 3) return null;
  for (let step = 0; step < 25; step++) {
    const other = places.map(([x, y]) => sample(to, x + dx, y + dy));
    const gx = places.map(([x, y]) => (sample(to, x + dx + 1, y + dy) - sample(to, x + dx - 1, y + dy)) / 2);
    const gy = places.map(([x, y]) => (sample(to, x + dx, y + dy + 1) - sample(to, x + dx, y + dy - 1)) / 2);
    const otherMean = mean(other);
    const otherSpread = Math.sqrt(mean(other.map((value) => (value - otherMean) ** 2)));
    if (otherSpread < 1) return null;
    const [mx, my] = [mean(gx), mean(gy)];
    let [xx, xy, yy, xd, yd, product] = [0, 0, 0, 0, 0, 0];
    for (let i = 0; i < own.length; i++) {
      const d = ((own[i]! - ownMean) / ownSpread) * otherSpread - (other[i]! - otherMean);
      const [px, py] = [gx[i]! - mx, gy[i]! - my];
      xx += px * px;
      xy += px * py;
      yy += py * py;
      xd += px * d;
      yd += py * d;
      product += (own[i]! - ownMean) * (other[i]! - otherMean);
    }
    const det = xx * yy - xy * xy;
    const trace = xx + yy;
    if (!(det > 0.02 * trace * trace)) return null;
    const [sx, sy] = [(yy * xd - xy * yd) / det, (xx * yd - xy * xd) / det];
    dx += sx;
    dy += sy;
    if (Math.abs(dx) > 4 || Math.abs(dy) > 4) return null;
    if (Math.abs(sx) + Math.abs(sy) < 1e-3) {
      return { dx, dy, correlation: product / own.length / ownSpread / otherSpread };
    }
  }
  return null;
}
