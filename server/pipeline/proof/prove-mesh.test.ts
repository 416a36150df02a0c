import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeGlb } from '#domain/formats/gltf/write-glb.ts';
import { writeObj } from '#domain/formats/obj/write-obj.ts';
import { proveMesh, sumMesh } from './prove-mesh.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-mesh-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const side = 120;

/** A rolling grid of `side` × `side` vertices. */
function createMesh() {
  const count = side * side;
  const positions = Float32Array.from({ length: 3 * count }, (_, i) => {
    const [x, y] = [Math.floor(i / 3) % side, Math.floor(i / 3 / side)];
    return [x * 0.7 - 40, y * 0.7, Math.sin(x / 9) * Math.cos(y / 7) * 12.3456][i % 3]!;
  });
  const places = Float32Array.from({ length: 2 * count }, (_, i) => {
    const vertex = Math.floor(i / 2);
    return (i % 2 === 0 ? vertex % side : Math.floor(vertex / side)) / (side - 1);
  });
  const triangles: number[] = [];
  for (let y = 1; y < side; y++) {
    for (let x = 1; x < side; x++) {
      const at = y * side + x;
      triangles.push(at - side - 1, at - side, at, at - side - 1, at, at - 1);
    }
  }
  return { positions, places, triangles: Uint32Array.from(triangles) };
}

type Mesh = ReturnType<typeof createMesh>;
let made = 0;

async function write(mesh: Mesh, form: 'glb' | 'obj'): Promise<string> {
  const path = join(folder, `mesh-${made++}.${form}`);
  const obj = writeObj(mesh, { comments: ['origin: 1 2 3'], name: 'surface', materialFile: 'a.mtl' });
  const glb = writeGlb({ ...mesh, jpeg: new Uint8Array(77).fill(9) }, { name: 'surface', extras: {} });
  await writeFile(path, form === 'obj' ? [...obj].join('') : glb);
  return path;
}

describe.each(['glb', 'obj'] as const)('a mesh in %s', (form) => {
  test('that was written whole is proved, with every vertex and triangle', async () => {
    const mesh = createMesh();
    const sums = sumMesh(mesh, form);
    expect(sums).toMatchObject({ vertices: side * side, triangles: 2 * (side - 1) ** 2 });
    const path = await write(mesh, form);
    await proveMesh(path, path, sums);
  });

  test.each<[string, string, (mesh: Mesh) => Mesh]>([
    [
      'a vertex moved',
      'places',
      (mesh) => {
        mesh.positions[3 * 777 + 2]! += 0.002;
        return mesh;
      },
    ],
    [
      'a vertex elsewhere in the texture',
      'places',
      (mesh) => {
        mesh.places[1001]! += 0.001;
        return mesh;
      },
    ],
    [
      'two corners exchanged',
      'corners',
      (mesh) => {
        mesh.triangles.set([mesh.triangles[31]!, mesh.triangles[30]!], 30);
        return mesh;
      },
    ],
    ['a triangle missing', 'triangles', (mesh) => ({ ...mesh, triangles: mesh.triangles.slice(3) })],
    [
      'a vertex more',
      'vertices',
      (mesh) => ({
        ...mesh,
        positions: Float32Array.from([...mesh.positions, 0, 0, 0]),
        places: Float32Array.from([...mesh.places, 0, 0]),
      }),
    ],
  ])('with %s is refused', async (_, what, change) => {
    const path = await write(change(createMesh()), form);
    await expect(proveMesh(path, path, sumMesh(createMesh(), form))).rejects.toMatchObject({
      code: 'product.mesh-differs',
      params: { file: path, what },
    });
  });

  test.each([0.001, 0.3, 0.7])('cut off at %d of its length is refused', async (share) => {
    const path = await write(createMesh(), form);
    const bytes = await readFile(path);
    await writeFile(path, bytes.subarray(0, Math.floor(bytes.length * share)));
    await expect(proveMesh(path, path, sumMesh(createMesh(), form))).rejects.toMatchObject({
      code: expect.stringMatching(/^product\.(mesh-differs|unreadable)$/),
    });
  });
});
