import { describe, expect, it } from 'vitest';
import { type TexturedMesh, writeGlb } from './write-glb.ts';

function createMesh(): TexturedMesh {
  return {
    positions: Float32Array.of(0, 0, 1, 10, 0, 2, 10, 5, 3, 0, 5, 4),
    places: Float32Array.of(0, 1, 1, 1, 1, 0, 0, 0),
    triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
    jpeg: Uint8Array.of(0xff, 0xd8, 0xff, 0xd9, 7),
  };
}

/** The two chunks of a binary glTF, checked against their headers. */
function open(bytes: Uint8Array<ArrayBuffer>) {
  const view = new DataView(bytes.buffer);
  expect(new TextDecoder().decode(bytes.subarray(0, 4))).toBe('glTF');
  expect(view.getUint32(4, true)).toBe(2);
  expect(view.getUint32(8, true)).toBe(bytes.length);
  const jsonLength = view.getUint32(12, true);
  expect(jsonLength % 4).toBe(0);
  expect(new TextDecoder().decode(bytes.subarray(16, 20))).toBe('JSON');
  const binaryAt = 20 + jsonLength;
  expect(view.getUint32(binaryAt + 4, true)).toBe(0x004e4942);
  expect(binaryAt + 8 + view.getUint32(binaryAt, true)).toBe(bytes.length);
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, binaryAt)));
  return { json, binary: bytes.subarray(binaryAt + 8) };
}

describe('binary glTF', () => {
  it('holds the mesh with y up, its texture and where it lies', () => {
    const mesh = createMesh();
    const { json, binary } = open(
      writeGlb(mesh, { name: 'site', extras: { origin: [500_000, 4_000_000, 100] } }),
    );
    expect(json.asset).toMatchObject({ version: '2.0', extras: { origin: [500_000, 4_000_000, 100] } });
    const part = (index: number) => {
      const { byteOffset, byteLength } = json.bufferViews[index];
      expect(byteOffset % 4).toBe(0);
      return binary.slice(byteOffset, byteOffset + byteLength);
    };
    const positions = new Float32Array(part(0).buffer);
    expect(Array.from(positions.subarray(3, 6))).toEqual([10, 2, -0]);
    expect(Array.from(positions.subarray(6, 9))).toEqual([10, 3, -5]);
    expect(new Float32Array(part(1).buffer)).toEqual(mesh.places);
    expect(new Uint32Array(part(2).buffer)).toEqual(mesh.triangles);
    expect(part(3)).toEqual(mesh.jpeg);
    const [position, place, index] = json.accessors;
    expect(position).toMatchObject({ count: 4, type: 'VEC3', min: [0, 1, -5], max: [10, 4, 0] });
    expect(place).toMatchObject({ count: 4, type: 'VEC2' });
    expect(index).toMatchObject({ count: 6, componentType: 5125 });
    expect(json.buffers).toEqual([{ byteLength: binary.length }]);
  });

  it('refers only to what is there', () => {
    const { json } = open(writeGlb(createMesh(), { name: 'site', extras: {} }));
    const [primitive] = json.meshes[0].primitives;
    for (const accessor of [...Object.values(primitive.attributes), primitive.indices]) {
      expect(json.accessors[accessor as number].bufferView).toBeLessThan(json.bufferViews.length);
    }
    const { index } = json.materials[primitive.material].pbrMetallicRoughness.baseColorTexture;
    const texture = json.textures[index];
    expect(json.images[texture.source].bufferView).toBe(3);
    expect(json.samplers[texture.sampler]).toBeDefined();
    expect(json.extensionsUsed).toEqual(Object.keys(json.materials[0].extensions));
    const last = json.bufferViews.at(-1);
    expect(last.byteOffset + last.byteLength).toBeLessThanOrEqual(json.buffers[0].byteLength);
  });
});
