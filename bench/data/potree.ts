import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { type CopcNode, nodeId, readHierarchy } from '#domain/formats/copc/hierarchy.ts';
import type { NodeKey } from '#domain/formats/copc/octree.ts';
import type { PointLayers } from '#domain/formats/las/points.ts';
import { CopcSource, childKeys } from '#gpu/streaming/copc-source.ts';
import type { TaskPool } from '#workers/contract/pool.ts';

/** Columns that our viewport reads, as the format lists them: name, elements, bytes an element, type. */
const attributes = [
  { name: 'position', numElements: 3, elementSize: 4, type: 'int32' },
  { name: 'intensity', numElements: 1, elementSize: 2, type: 'uint16' },
  { name: 'return number', numElements: 1, elementSize: 1, type: 'uint8' },
  { name: 'number of returns', numElements: 1, elementSize: 1, type: 'uint8' },
  { name: 'classification', numElements: 1, elementSize: 1, type: 'uint8' },
  { name: 'rgb', numElements: 3, elementSize: 2, type: 'uint16' },
] as const;
const recordBytes = 23;
/** Bytes of a node in `hierarchy.bin`. */
const entryBytes = 22;
/** Levels of a page of the hierarchy, as PotreeConverter 2 has them. */
const stepSize = 4;

/** The location of a node's points in `octree.bin`. */
interface Placed {
  readonly node: CopcNode;
  readonly offset: number;
}

/** A page of the hierarchy: its nodes breadth first, and the pages that begin at its last ones. */
interface Page {
  readonly keys: readonly NodeKey[];
  readonly below: ReadonlyMap<string, Page>;
  offset: number;
}

function packRecords(points: PointLayers): Uint8Array {
  const { count, xyz, intensity, returnNumber, numberOfReturns, classification, rgb } = points;
  if (!xyz || !rgb) throw new Error('the points have no colours');
  const view = new DataView(new ArrayBuffer(count * recordBytes));
  for (let i = 0, at = 0; i < count; i++, at += recordBytes) {
    for (let axis = 0; axis < 3; axis++) {
      view.setInt32(at + axis * 4, xyz[i * 3 + axis]!, true);
      view.setUint16(at + 17 + axis * 2, rgb[i * 3 + axis]!, true);
    }
    view.setUint16(at + 12, intensity?.[i] ?? 0, true);
    view.setUint8(at + 14, returnNumber?.[i] ?? 0);
    view.setUint8(at + 15, numberOfReturns?.[i] ?? 0);
    view.setUint8(at + 16, classification?.[i] ?? 0);
  }
  return new Uint8Array(view.buffer);
}

/** Children in the format's order, whose x is the highest bit, with their bits. */
function childrenOf(key: NodeKey, nodes: ReadonlyMap<string, Placed>): { bit: number; key: NodeKey }[] {
  return childKeys(key)
    .filter((child) => nodes.has(nodeId(child)))
    .map((child) => ({ bit: ((child.x & 1) << 2) | ((child.y & 1) << 1) | (child.z & 1), key: child }))
    .sort((a, b) => a.bit - b.bit);
}

function makePage(top: NodeKey, nodes: ReadonlyMap<string, Placed>): Page {
  const keys = [top];
  const below = new Map<string, Page>();
  for (const key of keys) {
    const children = childrenOf(key, nodes);
    if (key.level - top.level < stepSize) keys.push(...children.map((child) => child.key));
    else if (children.length > 0) below.set(nodeId(key), makePage(key, nodes));
  }
  return { keys, below, offset: 0 };
}

function placePages(page: Page, from: number): number {
  page.offset = from;
  let end = from + page.keys.length * entryBytes;
  for (const child of page.below.values()) end = placePages(child, end);
  return end;
}

function writePage(view: DataView, page: Page, nodes: ReadonlyMap<string, Placed>): void {
  for (const [index, key] of page.keys.entries()) {
    const at = page.offset + index * entryBytes;
    const { node, offset } = nodes.get(nodeId(key))!;
    const child = page.below.get(nodeId(key));
    const mask = childrenOf(key, nodes).reduce((bits, { bit }) => bits | (1 << bit), 0);
    view.setUint8(at, child ? 2 : mask === 0 ? 1 : 0);
    view.setUint8(at + 1, mask);
    view.setUint32(at + 2, node.pointCount, true);
    view.setBigUint64(at + 6, BigInt(child ? child.offset : offset), true);
    view.setBigUint64(
      at + 14,
      BigInt(child ? child.keys.length * entryBytes : node.pointCount * recordBytes),
      true,
    );
    if (child) writePage(view, child, nodes);
  }
}

async function writePoints(path: string, source: CopcSource, nodes: readonly CopcNode[], pool: TaskPool) {
  const placed = new Map<string, Placed>();
  const file = openSync(path, 'w');
  let offset = 0;
  try {
    for (const node of nodes) {
      placed.set(nodeId(node.key), { node, offset });
      if (node.pointCount === 0) continue;
      const bytes = packRecords(await source.loadNode(node, pool, 0, false, new AbortController().signal));
      writeSync(file, bytes);
      offset += bytes.byteLength;
    }
  } finally {
    closeSync(file);
  }
  return { placed, bytes: offset };
}

/**
 * Writes the points of a COPC file as Potree 2.0 (`metadata.json`, `hierarchy.bin`, `octree.bin`; encoding DEFAULT,
 * which PotreeConverter 2 writes by default) into `folder`: the same tree, node by node, with the fields that our
 * viewport reads. Format: M. Schütz, PotreeConverter 2. Returns the bytes of points.
 */
export async function writePotree(bytes: ByteSource, folder: string, pool: TaskPool): Promise<number> {
  const source = await CopcSource.open(bytes, new AbortController().signal);
  const { info, scale, offset, file } = source;
  const all = await readHierarchy(bytes, info);
  const { placed, bytes: pointBytes } = await writePoints(join(folder, 'octree.bin'), source, all, pool);
  const page = makePage({ level: 0, x: 0, y: 0, z: 0 }, placed);
  const hierarchy = new DataView(new ArrayBuffer(placePages(page, 0)));
  writePage(hierarchy, page, placed);
  writeFileSync(join(folder, 'hierarchy.bin'), new Uint8Array(hierarchy.buffer));
  const { min, max } = source.boxOf({ level: 0, x: 0, y: 0, z: 0 });
  const metadata = {
    version: '2.0',
    name: 'survey',
    description: '',
    points: file.header.pointCount,
    projection: '',
    hierarchy: {
      firstChunkSize: page.keys.length * entryBytes,
      stepSize,
      depth: Math.max(...[...placed.values()].map(({ node }) => node.key.level)),
    },
    offset,
    scale,
    spacing: info.spacing,
    boundingBox: { min, max },
    encoding: 'DEFAULT',
    attributes: attributes.map(({ elementSize, ...rest }) => ({
      ...rest,
      description: '',
      size: elementSize * rest.numElements,
      elementSize,
      min: rest.name === 'position' ? min : Array(rest.numElements).fill(0),
      max: rest.name === 'position' ? max : Array(rest.numElements).fill(2 ** (8 * elementSize) - 1),
    })),
  };
  writeFileSync(join(folder, 'metadata.json'), JSON.stringify(metadata));
  return pointBytes;
}
