/** One plane of an image, row by row. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

function clampIndex(index: number, last: number): number {
  return index < 0 ? 0 : Math.min(index, last);
}

/**
 * Half the size (even sides): every second pixel of the image smoothed by 1 4 6 4 1 (P. Burt and E. Adelson, "A
 * multiresolution spline with application to image mosaics", 1983), edge pixels repeated outwards.
 */
export function reducePlane({ width, height, values }: Plane): Plane {
  const [w, h] = [width >> 1, height >> 1];
  const across = new Float32Array(w * height);
  for (let row = 0; row < height; row++) {
    const from = row * width;
    for (let column = 0; column < w; column++) {
      const c = 2 * column;
      const l2 = values[from + clampIndex(c - 2, width - 1)]!;
      const l1 = values[from + clampIndex(c - 1, width - 1)]!;
      const r1 = values[from + clampIndex(c + 1, width - 1)]!;
      const r2 = values[from + clampIndex(c + 2, width - 1)]!;
      across[row * w + column] = 0.0625 * (l2 + r2) + 0.25 * (l1 + r1) + 0.375 * values[from + c]!;
    }
  }
  const out = new Float32Array(w * h);
  for (let row = 0; row < h; row++) {
    const r = 2 * row;
    const a = w * clampIndex(r - 2, height - 1);
    const b = w * clampIndex(r - 1, height - 1);
    const c = w * r;
    const d = w * clampIndex(r + 1, height - 1);
    const e = w * clampIndex(r + 2, height - 1);
    for (let column = 0; column < w; column++) {
      out[row * w + column] =
        0.0625 * (across[a + column]! + across[e + column]!) +
        0.25 * (across[b + column]! + across[d + column]!) +
        0.375 * across[c + column]!;
    }
  }
  return { width: w, height: h, values: out };
}

/** Twice the size, the same smoothing over inserted zeros: even pixels 1 6 1, odd pixels 4 4. */
export function expandPlane({ width, height, values }: Plane): Plane {
  const [w, h] = [2 * width, 2 * height];
  const across = new Float32Array(w * height);
  for (let row = 0; row < height; row++) {
    const from = row * width;
    const to = row * w;
    for (let column = 0; column < width; column++) {
      const own = values[from + column]!;
      const left = values[from + clampIndex(column - 1, width - 1)]!;
      const right = values[from + clampIndex(column + 1, width - 1)]!;
      across[to + 2 * column] = 0.125 * (left + right) + 0.75 * own;
      across[to + 2 * column + 1] = 0.5 * (own + right);
    }
  }
  const out = new Float32Array(w * h);
  for (let row = 0; row < height; row++) {
    const above = w * clampIndex(row - 1, height - 1);
    const own = w * row;
    const below = w * clampIndex(row + 1, height - 1);
    const even = 2 * row * w;
    for (let column = 0; column < w; column++) {
      const value = across[own + column]!;
      const next = across[below + column]!;
      out[even + column] = 0.125 * (across[above + column]! + next) + 0.75 * value;
      out[even + w + column] = 0.5 * (value + next);
    }
  }
  return { width: w, height: h, values: out };
}

/** An image and its reductions, largest first; sides must be multiples of 2^levels. */
export function gaussianPyramid(plane: Plane, levels: number): Plane[] {
  const pyramid = [plane];
  for (let level = 0; level < levels; level++) pyramid.push(reducePlane(pyramid[level]!));
  return pyramid;
}

/**
 * Fills what is missing (weight 0) from what lies around it: weighted averages down a pyramid, then up again, so that
 * a hole is closed by the finest level that sees across it (S. Gortler et al., "The lumigraph", 1996, section 3.4).
 * Works in place on `planes`, which share the weights; answers the weight each pixel was filled with at the top
 * (0: nothing near).
 */
export function fillFromAround(
  planes: readonly Plane[],
  weights: Float32Array,
  levels: number,
): Float32Array {
  const { width, height } = planes[0]!;
  interface Level {
    readonly weight: Plane;
    readonly colours: Plane[];
  }
  const weighted = planes.map(({ values }) => {
    const known = values.slice();
    for (let i = 0; i < known.length; i++) if (weights[i] === 0) known[i] = 0;
    return { width, height, values: known };
  });
  const pyramid: Level[] = [{ weight: { width, height, values: weights }, colours: weighted }];
  for (let level = 0; level < levels; level++) {
    const below = pyramid[level]!;
    const weight = reducePlane(below.weight);
    const colours = below.colours.map(reducePlane);
    for (let i = 0; i < weight.values.length; i++) {
      const sum = weight.values[i]!;
      if (sum <= 0) continue;
      const full = Math.min(1, sum * 4);
      for (const colour of colours) colour.values[i] = (colour.values[i]! / sum) * full;
      weight.values[i] = full;
    }
    pyramid.push({ weight, colours });
  }
  for (let level = levels - 1; level >= 0; level--) {
    const [fine, coarse] = [pyramid[level]!, pyramid[level + 1]!];
    const up = expandPlane(coarse.weight);
    fine.colours.forEach((colour, index) => {
      const from = expandPlane(coarse.colours[index]!).values;
      for (let i = 0; i < from.length; i++) {
        const own = fine.weight.values[i]!;
        colour.values[i] = colour.values[i]! + (1 - own) * from[i]!;
      }
    });
    for (let i = 0; i < up.values.length; i++) {
      const own = fine.weight.values[i]!;
      fine.weight.values[i] = own + (1 - own) * up.values[i]!;
    }
  }
  const top = pyramid[0]!;
  planes.forEach((plane, index) => {
    for (let i = 0; i < plane.values.length; i++) {
      const sum = top.weight.values[i]!;
      if (sum > 1e-6) plane.values[i] = top.colours[index]!.values[i]! / sum;
    }
  });
  return top.weight.values;
}
