import { appendAll } from '../../math/extremes.ts';
import { type CopcNode, copcEntryBytes, nodeId } from './hierarchy.ts';
import type { NodeKey } from './octree.ts';

/** Most entries of a page, unless a single level below its first node has more. */
const defaultPageEntries = 2048;

interface PlannedPage {
  nodes: CopcNode[];
  links: { key: NodeKey; page: PlannedPage }[];
}

function childrenOf(key: NodeKey, byId: ReadonlyMap<string, CopcNode>): CopcNode[] {
  const children: CopcNode[] = [];
  for (let slot = 0; slot < 8; slot++) {
    const child = byId.get(
      nodeId({
        level: key.level + 1,
        x: key.x * 2 + (slot & 1),
        y: key.y * 2 + ((slot >> 1) & 1),
        z: key.z * 2 + (slot >> 2),
      }),
    );
    if (child) children.push(child);
  }
  return children;
}

/** Takes whole levels below `first` while they fit; what is deeper goes to pages of its own. */
function planPage(first: CopcNode, byId: ReadonlyMap<string, CopcNode>, maxEntries: number): PlannedPage {
  const page: PlannedPage = { nodes: [first], links: [] };
  for (let level = childrenOf(first.key, byId); level.length > 0; ) {
    if (page.nodes.length > 1 && page.nodes.length + level.length > maxEntries) {
      for (const node of level) {
        const isLeaf = childrenOf(node.key, byId).length === 0;
        if (isLeaf) page.nodes.push(node);
        else page.links.push({ key: node.key, page: planPage(node, byId, maxEntries) });
      }
      break;
    }
    appendAll(page.nodes, level);
    level = level.flatMap((node) => childrenOf(node.key, byId));
  }
  return page;
}

function pageBytes(page: PlannedPage): number {
  return (page.nodes.length + page.links.length) * copcEntryBytes;
}

function putEntry(view: DataView, at: number, key: NodeKey, place: [number, number, number]): void {
  view.setInt32(at, key.level, true);
  view.setInt32(at + 4, key.x, true);
  view.setInt32(at + 8, key.y, true);
  view.setInt32(at + 12, key.z, true);
  view.setBigUint64(at + 16, BigInt(place[0]), true);
  view.setInt32(at + 24, place[1], true);
  view.setInt32(at + 28, place[2], true);
}

/**
 * Writes the hierarchy in pages, the root page first.
 * @param nodes all nodes in any order; every node but the root has its parent among them
 * @param offset of the pages in the file
 * @returns the bytes of all pages and how many of them are the root page
 */
export function encodeHierarchy(
  nodes: readonly CopcNode[],
  offset: number,
  maxEntries = defaultPageEntries,
): { data: Uint8Array<ArrayBuffer>; rootByteLength: number } {
  const byId = new Map(nodes.map((node) => [nodeId(node.key), node]));
  const root = byId.get(nodeId({ level: 0, x: 0, y: 0, z: 0 }));
  if (!root) throw new RangeError('a hierarchy begins with its root node');
  const pages: PlannedPage[] = [planPage(root, byId, maxEntries)];
  const offsets = new Map<PlannedPage, number>();
  let size = 0;
  let listed = 0;
  for (const page of pages) {
    offsets.set(page, offset + size);
    size += pageBytes(page);
    listed += page.nodes.length;
    appendAll(
      pages,
      page.links.map((link) => link.page),
    );
  }
  if (listed !== byId.size) throw new RangeError(`${byId.size - listed} nodes have no parent`);
  const data = new Uint8Array(size);
  const view = new DataView(data.buffer);
  let at = 0;
  for (const page of pages) {
    for (const { key, offset: start, byteLength, pointCount } of page.nodes) {
      putEntry(view, at, key, [start, byteLength, pointCount]);
      at += copcEntryBytes;
    }
    for (const link of page.links) {
      putEntry(view, at, link.key, [offsets.get(link.page) ?? 0, pageBytes(link.page), -1]);
      at += copcEntryBytes;
    }
  }
  return { data, rootByteLength: pageBytes(pages[0]!) };
}
