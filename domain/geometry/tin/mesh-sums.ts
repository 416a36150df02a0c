import { addPairs, isSamePair, type SumPair, walkBits, zeroSum } from '../../math/sum-pair.ts';

/** The sums of a mesh. */
export interface MeshSums {
  readonly vertices: number;
  readonly triangles: number;
  /** Of a hash of each vertex: its number, its position and its place in the texture. */
  readonly places: SumPair;
  /** Of a hash of the three vertices of each triangle, in their order. */
  readonly corners: SumPair;
}

/** Adds up the parts of a mesh. */
export interface MeshSummer {
  /** The next vertex. @param values x, y, z, then the place in the texture */
  vertex(values: readonly number[]): void;
  /** A triangle of vertices, counted from 0. */
  triangle(corners: readonly number[]): void;
  sums(): MeshSums;
}

const seed: SumPair = [0x9e3779b9, 0x7f4a7c15];

export function createMeshSummer(): MeshSummer {
  let [vertices, triangles] = [0, 0];
  let [places, corners] = [zeroSum, zeroSum];
  const hashOf = (values: readonly number[]): SumPair => {
    let hash = seed;
    for (const value of values) hash = walkBits(hash, value);
    return [hash[0] >>> 0, hash[1] >>> 0];
  };
  return {
    vertex(values) {
      places = addPairs(places, hashOf([vertices++, ...values]));
    },
    triangle(numbers) {
      triangles++;
      corners = addPairs(corners, hashOf(numbers));
    },
    sums: () => ({ vertices, triangles, places, corners }),
  };
}

/** The difference of two meshes, the grossest first; null where there is none. */
export function meshDifference(
  a: MeshSums,
  b: MeshSums,
): 'vertices' | 'triangles' | 'places' | 'corners' | null {
  if (a.vertices !== b.vertices) return 'vertices';
  if (a.triangles !== b.triangles) return 'triangles';
  if (!isSamePair(a.places, b.places)) return 'places';
  return isSamePair(a.corners, b.corners) ? null : 'corners';
}
