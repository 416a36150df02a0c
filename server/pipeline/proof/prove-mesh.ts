import { AppError } from '#domain/errors/app-error.ts';
import { createMeshSummer, type MeshSums, meshDifference } from '#domain/geometry/tin/mesh-sums.ts';
import { readingAgain } from './failures.ts';
import { sumGlb, sumObj } from './read-mesh.ts';

/** A textured mesh. Arrays are borrowed. */
export interface MeshArrays {
  /** xyz per vertex; length 3n. */
  readonly positions: Float32Array;
  /** Texture coordinates per vertex, v down; length 2n. */
  readonly places: Float32Array;
  /** Three vertices per triangle. */
  readonly triangles: Uint32Array;
}

/** Decimals of positions and of texture coordinates in an OBJ file. */
const objDecimals = { position: 3, place: 6 } as const;

/** Sums a mesh as its binary glTF or, rounded and with v upwards, its OBJ file holds it. */
export function sumMesh({ positions, places, triangles }: MeshArrays, form: 'glb' | 'obj'): MeshSums {
  const summer = createMeshSummer();
  const round = (value: number, kind: keyof typeof objDecimals) =>
    form === 'obj' ? Number(value.toFixed(objDecimals[kind])) : value;
  for (let i = 0; i < positions.length / 3; i++) {
    const [u, v] = [places[2 * i]!, places[2 * i + 1]!];
    const xyz = [0, 1, 2].map((axis) => round(positions[3 * i + axis]!, 'position'));
    summer.vertex([...xyz, round(u, 'place'), round(form === 'obj' ? 1 - v : v, 'place')]);
  }
  for (let i = 0; i < triangles.length; i += 3) {
    summer.triangle([triangles[i]!, triangles[i + 1]!, triangles[i + 2]!]);
  }
  return summer.sums();
}

/**
 * Reads a mesh back, OBJ or binary glTF by the name's extension, and compares it with its sums before it was written.
 * Errors: `product.mesh-differs`, `product.unreadable`; `AbortError`.
 */
export async function proveMesh(
  path: string,
  name: string,
  expected: MeshSums,
  signal?: AbortSignal,
): Promise<void> {
  const isObj = name.toLowerCase().endsWith('.obj');
  const found = await readingAgain(name, () => (isObj ? sumObj(path, signal) : sumGlb(path)));
  const what = meshDifference(expected, found);
  if (what === null) return;
  const amount = what === 'corners' || what === 'triangles' ? 'triangles' : 'vertices';
  throw new AppError('product.mesh-differs', {
    file: name,
    what,
    expected: expected[amount],
    found: found[amount],
  });
}
