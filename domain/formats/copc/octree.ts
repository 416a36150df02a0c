import { clamp } from '../../math/clamp.ts';
import { appendAll } from '../../math/extremes.ts';

/**
 * The octree of a point cloud as in COPC 1.0: a cube that is split recursively into eight, each point stored in
 * exactly one node, coarser nodes with an even sample of the points below them.
 */

/** The root cube: lowest corner and edge, in the units of the file's CRS. */
export interface OctreeCube {
  readonly minX: number;
  readonly minY: number;
  readonly minZ: number;
  readonly size: number;
}

/** Level (0 is the root) and cell indices from the lowest corner, each below 2^level. */
export interface NodeKey {
  readonly level: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** World coordinate = integer × scale + offset, per axis. */
export interface PointScaling {
  readonly scale: readonly [number, number, number];
  readonly offset: readonly [number, number, number];
}

/** Sampling cells along a node's edge: the root's spacing is the cube's edge over this. */
export const cellsPerNode = 128;

/** Bits of a position inside the cube; levels beyond `maxLevel` would have cells finer than one unit of it. */
const positionBits = 30;
const cellBits = 7;

/** The deepest level whose sampling grid the positions still resolve. */
export const maxLevel = positionBits - cellBits;

/** The smallest cube at the lowest corner of the bounds that holds them all; at least one unit of scale wide. */
export function cubeOf(
  min: readonly [number, number, number],
  max: readonly [number, number, number],
  scale: readonly [number, number, number],
): OctreeCube {
  const extent = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  const size = Math.max(extent, scale[0], scale[1], scale[2]);
  return { minX: min[0], minY: min[1], minZ: min[2], size };
}

/** Positions inside the cube as integers of `positionBits` bits, three columns of length `count`. */
export interface CubePositions {
  readonly x: Int32Array;
  readonly y: Int32Array;
  readonly z: Int32Array;
}

const positionRange = 2 ** positionBits;

function toPosition(value: number, min: number, size: number): number {
  const position = Math.floor(((value - min) / size) * positionRange);
  return clamp(position, 0, positionRange - 1);
}

/** Column of the cell that a world coordinate falls in at a level; the cube's far face belongs to the last cell. */
export function cellIndex(value: number, min: number, size: number, level: number): number {
  return toPosition(value, min, size) >> (positionBits - level);
}

/**
 * Places raw records in the cube.
 * @param bytes records of `recordLength` bytes whose first twelve are the Int32 coordinates, little-endian
 */
export function cubePositions(
  bytes: Uint8Array,
  recordLength: number,
  count: number,
  cube: OctreeCube,
  scaling: PointScaling,
): CubePositions {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { scale, offset } = scaling;
  const x = new Int32Array(count);
  const y = new Int32Array(count);
  const z = new Int32Array(count);
  for (let i = 0, at = 0; i < count; i++, at += recordLength) {
    x[i] = toPosition(view.getInt32(at, true) * scale[0] + offset[0], cube.minX, cube.size);
    y[i] = toPosition(view.getInt32(at + 4, true) * scale[1] + offset[1], cube.minY, cube.size);
    z[i] = toPosition(view.getInt32(at + 8, true) * scale[2] + offset[2], cube.minZ, cube.size);
  }
  return { x, y, z };
}

/** The node at a level that a placed point falls in. */
export function nodeOf(positions: CubePositions, index: number, level: number): NodeKey {
  const shift = positionBits - level;
  return {
    level,
    x: (positions.x[index] ?? 0) >> shift,
    y: (positions.y[index] ?? 0) >> shift,
    z: (positions.z[index] ?? 0) >> shift,
  };
}

/** Which of a node's eight children a placed point falls in: bit 0 x, bit 1 y, bit 2 z. */
export function childSlots(positions: CubePositions, indices: Uint32Array, childLevel: number): Uint8Array {
  const shift = positionBits - childLevel;
  const slots = new Uint8Array(indices.length);
  for (let k = 0; k < indices.length; k++) {
    const i = indices[k]!;
    slots[k] =
      ((positions.x[i]! >> shift) & 1) |
      (((positions.y[i]! >> shift) & 1) << 1) |
      (((positions.z[i]! >> shift) & 1) << 2);
  }
  return slots;
}

/** Takes the points that represent a node and leaves the rest for its children. */
export interface NodeSampler {
  /**
   * @param indices the node's points, ascending; borrowed
   * @param limit most points the node may keep
   * @returns `kept` and `rest`, both ascending, together the input
   */
  sample(
    positions: CubePositions,
    indices: Uint32Array,
    level: number,
    limit: number,
  ): { kept: Uint32Array; rest: Uint32Array };
}

const cellMask = cellsPerNode - 1;

function everyNth(indices: Uint32Array, limit: number): Uint32Array {
  const thinned = new Uint32Array(limit);
  for (let k = 0; k < limit; k++) thinned[k] = indices[Math.floor((k * indices.length) / limit)]!;
  return thinned;
}

function without(indices: Uint32Array, kept: Uint32Array): Uint32Array {
  const rest = new Uint32Array(indices.length - kept.length);
  let taken = 0;
  let at = 0;
  for (const index of indices) {
    if (kept[taken] === index) taken++;
    else rest[at++] = index;
  }
  return rest;
}

/**
 * A sampler that keeps, in each of 128³ cells of the node, the point nearest to the cell's centre, ties going to
 * the earlier point; thinned evenly where that is more than the limit. Holds 24 MiB of scratch memory, so make one
 * and use it for many nodes.
 */
export function createNodeSampler(): NodeSampler {
  const owner = new Int32Array(cellsPerNode ** 3).fill(-1);
  const nearest = new Float64Array(cellsPerNode ** 3);

  function sample(positions: CubePositions, indices: Uint32Array, level: number, limit: number) {
    const shift = positionBits - level - cellBits;
    const half = 2 ** (shift - 1);
    const mask = 2 ** shift - 1;
    const cells: number[] = [];
    for (const i of indices) {
      const x = positions.x[i]!;
      const y = positions.y[i]!;
      const z = positions.z[i]!;
      const cell =
        (((z >> shift) & cellMask) * cellsPerNode + ((y >> shift) & cellMask)) * cellsPerNode +
        ((x >> shift) & cellMask);
      const distance = ((x & mask) - half) ** 2 + ((y & mask) - half) ** 2 + ((z & mask) - half) ** 2;
      if (owner[cell]! < 0) cells.push(cell);
      else if (distance >= nearest[cell]!) continue;
      owner[cell] = i;
      nearest[cell] = distance;
    }
    let kept = new Uint32Array(cells.length);
    for (let k = 0; k < cells.length; k++) {
      kept[k] = owner[cells[k]!]!;
      owner[cells[k]!] = -1;
    }
    kept.sort();
    if (kept.length > limit) kept = everyNth(kept, limit) as Uint32Array<ArrayBuffer>;
    return { kept, rest: without(indices, kept) };
  }

  return { sample };
}

/** Points of a finished node, as indices into the records it was built from. */
export interface NodePoints {
  readonly key: NodeKey;
  readonly indices: Uint32Array;
}

function splitByChild(key: NodeKey, positions: CubePositions, indices: Uint32Array): NodePoints[] {
  const level = key.level + 1;
  const slots = childSlots(positions, indices, level);
  const counts = new Uint32Array(8);
  for (const slot of slots) counts[slot]!++;
  const children = Array.from(counts, (count) => new Uint32Array(count));
  counts.fill(0);
  for (let k = 0; k < indices.length; k++) {
    const slot = slots[k]!;
    children[slot]![counts[slot]!++] = indices[k]!;
  }
  return children.flatMap((points, slot) =>
    points.length === 0
      ? []
      : [
          {
            key: {
              level,
              x: key.x * 2 + (slot & 1),
              y: key.y * 2 + ((slot >> 1) & 1),
              z: key.z * 2 + (slot >> 2),
            },
            indices: points,
          },
        ],
  );
}

/**
 * Builds the subtree below a node from all of its points: the node itself first, then its descendants depth-first. A
 * node with at most `limit` points keeps them all. At `maxLevel` a node keeps all remaining points, so only points
 * closer together than the positions resolve can exceed the limit.
 */
export function buildSubtree(
  root: NodePoints,
  positions: CubePositions,
  limit: number,
  sampler: NodeSampler,
): NodePoints[] {
  const finished: NodePoints[] = [];
  const waiting: NodePoints[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.indices.length <= limit || node.key.level >= maxLevel) {
      finished.push(node);
      continue;
    }
    const { kept, rest } = sampler.sample(positions, node.indices, node.key.level, limit);
    finished.push({ key: node.key, indices: kept });
    appendAll(waiting, splitByChild(node.key, positions, rest).reverse());
  }
  return finished;
}
