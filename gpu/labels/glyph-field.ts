import { clamp } from '#domain/math/clamp.ts';

/** Range of a glyph's distance field, texels to each side of its edge. */
export const fieldRadius = 8;

const far = 1e20;

/**
 * Squared distances along one line of a grid: the lower envelope of parabolas (P. F. Felzenszwalb and
 * D. P. Huttenlocher, Distance Transforms of Sampled Functions, Theory of Computing 8, 2012). In place; `stride` apart
 * from `start`.
 */
function transformLine(grid: Float64Array, start: number, stride: number, length: number): void {
  const values = new Float64Array(length);
  const roots = new Int32Array(length);
  const bounds = new Float64Array(length + 1);
  for (let i = 0; i < length; i++) values[i] = grid[start + i * stride]!;
  let last = 0;
  bounds[0] = -far;
  bounds[1] = far;
  for (let q = 1; q < length; q++) {
    let meet: number;
    do {
      const root = roots[last]!;
      meet = (values[q]! - values[root]! + q * q - root * root) / (2 * (q - root));
    } while (meet <= bounds[last]! && --last >= 0);
    last++;
    roots[last] = q;
    bounds[last] = meet;
    bounds[last + 1] = far;
  }
  for (let q = 0, k = 0; q < length; q++) {
    while (bounds[k + 1]! < q) k++;
    const away = q - roots[k]!;
    grid[start + q * stride] = values[roots[k]!]! + away * away;
  }
}

function transform(grid: Float64Array, width: number, height: number): void {
  for (let x = 0; x < width; x++) transformLine(grid, x, width, height);
  for (let y = 0; y < height; y++) transformLine(grid, y * width, 1, width);
}

/**
 * Signed distance field of an antialiased shape, row by row: 128 on its edge, growing inwards, a step of
 * 127 / `fieldRadius` a texel. `coverage`: 0 to 255 a texel, length width × height.
 */
export function glyphField(coverage: Uint8ClampedArray, width: number, height: number): Uint8Array {
  const outer = new Float64Array(coverage.length);
  const inner = new Float64Array(coverage.length);
  for (let i = 0; i < coverage.length; i++) {
    // The distance of a texel on the edge follows from its coverage.
    const away = 0.5 - coverage[i]! / 255;
    outer[i] = coverage[i] === 0 ? far : Math.max(0, away) ** 2;
    inner[i] = coverage[i] === 255 ? far : Math.max(0, -away) ** 2;
  }
  transform(outer, width, height);
  transform(inner, width, height);
  return Uint8Array.from(outer, (squared, i) => {
    const distance = Math.sqrt(squared) - Math.sqrt(inner[i]!);
    return Math.round(clamp(128 - (distance * 127) / fieldRadius, 0, 255));
  });
}
