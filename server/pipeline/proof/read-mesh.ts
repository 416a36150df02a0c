import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createMeshSummer, type MeshSums } from '#domain/geometry/tin/mesh-sums.ts';
import { readOwn } from '#workers/io/full-transfer.ts';

/** Numbers of a line's words. Throws for a word that is no number. */
function numbersOf(words: readonly string[]): number[] {
  const numbers = words.map(Number);
  if (words.length === 0 || words.includes('') || numbers.some(Number.isNaN)) {
    throw new RangeError(`"${words.join(' ').slice(0, 40)}" are no numbers`);
  }
  return numbers;
}

/**
 * Sums a mesh of an OBJ file whose vertices come first, then a texture coordinate for each, then its triangles; v is
 * counted downwards. Throws for other files and truncated ones.
 */
export async function sumObj(path: string, signal?: AbortSignal): Promise<MeshSums> {
  const input = createReadStream(path, { encoding: 'utf8', ...(signal ? { signal } : {}) });
  const summer = createMeshSummer();
  const positions: number[][] = [];
  let [textured, count] = [0, 0];
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const [kind, ...words] = line.split(' ');
    if (kind === 'v') positions.push(numbersOf(words));
    else if (kind === 'vt') {
      const position = positions[textured++];
      if (position?.length !== 3 || words.length !== 2) throw new RangeError('a place without a vertex');
      summer.vertex([...position, ...numbersOf(words)]);
    } else if (kind === 'f') {
      const corners = words.map((word) => numbersOf(word.split('/')));
      if (corners.length !== 3 || corners.some(([a, b, c]) => a !== b || c !== undefined)) {
        throw new RangeError(`a face "${words.join(' ').slice(0, 40)}"`);
      }
      summer.triangle(corners.map(([corner]) => corner! - 1));
      count++;
    }
  }
  if (textured !== positions.length)
    throw new RangeError(`${textured} of ${positions.length} vertices have a place`);
  if (count === 0) throw new RangeError('it has no faces');
  return summer.sums();
}

interface GlbAccessor {
  readonly bufferView: number;
  readonly componentType: number;
  readonly count: number;
}

interface GlbScene {
  readonly accessors: readonly GlbAccessor[];
  readonly bufferViews: readonly { readonly byteOffset?: number; readonly byteLength: number }[];
  readonly meshes: readonly {
    readonly primitives: readonly {
      readonly attributes: { readonly POSITION: number; readonly TEXCOORD_0: number };
      readonly indices: number;
    }[];
  }[];
}

const glbMagic = 0x46546c67;
const chunkKinds = { json: 0x4e4f534a, binary: 0x004e4942 } as const;
const glbTypes = { float: 5126, uint: 5125 } as const;

/** The chunks of a binary glTF file. Throws where its lengths are inconsistent. */
function chunksOf(bytes: Uint8Array): { scene: GlbScene; binary: DataView } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const u32 = (at: number) => view.getUint32(at, true);
  if (u32(0) !== glbMagic || u32(8) !== bytes.length)
    throw new RangeError('its head is not that of a GLB file');
  const jsonLength = u32(12);
  const binaryAt = 20 + jsonLength;
  if (u32(16) !== chunkKinds.json || u32(binaryAt + 4) !== chunkKinds.binary)
    throw new RangeError('its chunks are not two');
  const text = new TextDecoder().decode(bytes.subarray(20, binaryAt));
  const binary = new DataView(bytes.buffer, bytes.byteOffset + binaryAt + 8, u32(binaryAt));
  return { scene: JSON.parse(text) as GlbScene, binary };
}

/** Sums the one mesh of a binary glTF file, its positions turned to z up. Throws for other files and truncated ones. */
export async function sumGlb(path: string): Promise<MeshSums> {
  const { scene, binary } = chunksOf(await readOwn(path));
  const primitive = scene.meshes[0]?.primitives[0];
  if (!primitive) throw new RangeError('it has no mesh');
  const numbers = (index: number, type: number, each: number) => {
    const { bufferView, componentType, count } = scene.accessors[index]!;
    const { byteOffset = 0, byteLength } = scene.bufferViews[bufferView]!;
    if (componentType !== type || byteLength !== 4 * each * count) throw new RangeError(`accessor ${index}`);
    const read = type === glbTypes.float ? binary.getFloat32.bind(binary) : binary.getUint32.bind(binary);
    return { count, at: (place: number) => read(byteOffset + 4 * place, true) };
  };
  const positions = numbers(primitive.attributes.POSITION, glbTypes.float, 3);
  const places = numbers(primitive.attributes.TEXCOORD_0, glbTypes.float, 2);
  const corners = numbers(primitive.indices, glbTypes.uint, 1);
  if (places.count !== positions.count) throw new RangeError('not every vertex has a place');
  const summer = createMeshSummer();
  for (let i = 0; i < positions.count; i++) {
    const [x, y, z] = [positions.at(3 * i), positions.at(3 * i + 1), positions.at(3 * i + 2)];
    summer.vertex([x, -z, y, places.at(2 * i), places.at(2 * i + 1)]);
  }
  for (let i = 0; i < corners.count; i += 3) {
    summer.triangle([corners.at(i), corners.at(i + 1), corners.at(i + 2)]);
  }
  return summer.sums();
}
