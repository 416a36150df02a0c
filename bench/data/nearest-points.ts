/** Finds the nearest of many points. */
export interface NearestPoints {
  /** Index and distance of the nearest point within `reach`; index -1 where there is none. */
  find(x: number, y: number, z: number): { readonly index: number; readonly distance: number };
}

/**
 * Sorts points into cubes of `reach`, so that a search looks at 27 of them.
 * @param xyz length 3n; borrowed
 */
export function createNearestPoints(xyz: Float64Array, reach: number): NearestPoints {
  const keyOf = (i: number, j: number, k: number) => `${i} ${j} ${k}`;
  const cubes = new Map<string, number[]>();
  for (let at = 0; at < xyz.length; at += 3) {
    const [i, j, k] = [0, 1, 2].map((axis) => Math.floor(xyz[at + axis]! / reach)) as [
      number,
      number,
      number,
    ];
    const key = keyOf(i, j, k);
    const list = cubes.get(key);
    if (list) list.push(at);
    else cubes.set(key, [at]);
  }
  return {
    find(x, y, z) {
      const [i, j, k] = [x, y, z].map((value) => Math.floor(value / reach)) as [number, number, number];
      let [index, square] = [-1, reach * reach];
      for (let di = -1; di <= 1; di++) {
        for (let dj = -1; dj <= 1; dj++) {
          for (let dk = -1; dk <= 1; dk++) {
            for (const at of cubes.get(keyOf(i + di, j + dj, k + dk)) ?? []) {
              const d = (xyz[at]! - x) ** 2 + (xyz[at + 1]! - y) ** 2 + (xyz[at + 2]! - z) ** 2;
              if (d < square) [index, square] = [at / 3, d];
            }
          }
        }
      }
      return { index, distance: index < 0 ? Infinity : Math.sqrt(square) };
    },
  };
}
