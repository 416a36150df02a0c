import { createBounds } from '../../math/bounds.ts';
/** A textured mesh to be written. Arrays are borrowed. */
export interface TexturedMesh {
  /** xyz per vertex in metres, z up, relative to the caller's origin; length 3n. */
  readonly positions: Float32Array;
  /** Place in the texture a vertex, u to the right, v down, 0 to 1; length 2n. */
  readonly places: Float32Array;
  /** Three vertices a triangle, counter-clockwise seen from outside. */
  readonly triangles: Uint32Array;
  /** The texture as a JPEG file. */
  readonly jpeg: Uint8Array;
}

export interface GlbOptions {
  readonly name: string;
  /** Facts stored in `asset.extras`: the origin and its system. */
  readonly extras: Readonly<Record<string, unknown>>;
}

const magic = 0x46546c67;
const [jsonChunk, binaryChunk] = [0x4e4f534a, 0x004e4942];
const [floatType, uintType] = [5126, 5125];
const [arrayBuffer, elementBuffer] = [34962, 34963];
const [linear, mipmapped, clamped] = [9729, 9987, 33071];

/** glTF's frame is y up: east, up, south. */
function turnYUp(positions: Float32Array): Float32Array<ArrayBuffer> {
  const turned = new Float32Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    turned[i] = positions[i]!;
    turned[i + 1] = positions[i + 2]!;
    turned[i + 2] = -positions[i + 1]!;
  }
  return turned;
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}

/** The JSON of a scene with one mesh whose parts are `lengths` bytes long, consecutive, each at a multiple of 4. */
function describeScene(
  mesh: TexturedMesh,
  turned: Float32Array,
  lengths: readonly number[],
  { name, extras }: GlbOptions,
): unknown {
  let offset = 0;
  const bufferViews = lengths.map((byteLength, index) => {
    const view = { buffer: 0, byteOffset: offset, byteLength };
    offset += padded(byteLength);
    const target = [arrayBuffer, arrayBuffer, elementBuffer][index];
    return target === undefined ? view : { ...view, target };
  });
  const vertices = mesh.positions.length / 3;
  const around = createBounds();
  around.add(turned);
  return {
    asset: { version: '2.0', generator: 'Plumbline', extras },
    extensionsUsed: ['KHR_materials_unlit'],
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, name }],
    meshes: [
      {
        name,
        primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, indices: 2, material: 0, mode: 4 }],
      },
    ],
    materials: [
      {
        name,
        doubleSided: true,
        pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicFactor: 0, roughnessFactor: 1 },
        extensions: { KHR_materials_unlit: {} },
      },
    ],
    textures: [{ source: 0, sampler: 0 }],
    samplers: [{ magFilter: linear, minFilter: mipmapped, wrapS: clamped, wrapT: clamped }],
    images: [{ mimeType: 'image/jpeg', bufferView: 3 }],
    accessors: [
      { bufferView: 0, componentType: floatType, count: vertices, type: 'VEC3', ...around.bounds() },
      { bufferView: 1, componentType: floatType, count: vertices, type: 'VEC2' },
      { bufferView: 2, componentType: uintType, count: mesh.triangles.length, type: 'SCALAR' },
    ],
    bufferViews,
    buffers: [{ byteLength: offset }],
  };
}

/**
 * A mesh with its texture as one binary glTF 2.0 file (Khronos, "glTF 2.0 Specification", section 4.4), shown in the
 * texture's own colours (KHR_materials_unlit) where the viewer supports it. At least one triangle.
 */
export function writeGlb(mesh: TexturedMesh, options: GlbOptions): Uint8Array<ArrayBuffer> {
  const turned = turnYUp(mesh.positions);
  const parts = [turned, mesh.places, mesh.triangles, mesh.jpeg].map(bytesOf);
  const scene = describeScene(
    mesh,
    turned,
    parts.map(({ length }) => length),
    options,
  );
  const json = new TextEncoder().encode(JSON.stringify(scene));
  const jsonLength = padded(json.length);
  const binaryLength = parts.reduce((sum, { length }) => sum + padded(length), 0);
  const bytes = new Uint8Array(12 + 8 + jsonLength + 8 + binaryLength);
  const view = new DataView(bytes.buffer);
  const words = [magic, 2, bytes.length, jsonLength, jsonChunk];
  words.forEach((word, index) => {
    view.setUint32(4 * index, word, true);
  });
  bytes.fill(0x20, 20, 20 + jsonLength);
  bytes.set(json, 20);
  view.setUint32(20 + jsonLength, binaryLength, true);
  view.setUint32(24 + jsonLength, binaryChunk, true);
  let at = 28 + jsonLength;
  for (const part of parts) {
    bytes.set(part, at);
    at += padded(part.length);
  }
  return bytes;
}
