import { AppError, type ErrorParams } from '../../errors/app-error.ts';
import { appendAll } from '../../math/extremes.ts';
import type { ByteSource } from '../byte-source.ts';
import type { CopcInfo, CopcPage } from './info.ts';
import type { NodeKey } from './octree.ts';

/** A node and the location of its chunk; nodes that only have descendants hold no points and no bytes. */
export interface CopcNode {
  readonly key: NodeKey;
  readonly offset: number;
  readonly byteLength: number;
  readonly pointCount: number;
}

/** Another page, which begins with the node of that key. */
export interface CopcPageLink extends CopcPage {
  readonly key: NodeKey;
}

export interface CopcHierarchyPage {
  readonly nodes: CopcNode[];
  readonly pages: CopcPageLink[];
}

/** Bytes of an entry of a page. */
export const copcEntryBytes = 32;

const maxPageBytes = 64 * 1024 * 1024;
/** More entries than this are not followed: an octree of a million million points needs fewer. */
const maxNodes = 50_000_000;
const deepestLevel = 31;

/** A node's key as text, `level-x-y-z`, as file viewers write it. */
export function nodeId(key: NodeKey): string {
  return `${key.level}-${key.x}-${key.y}-${key.z}`;
}

function isKey({ level, x, y, z }: NodeKey): boolean {
  const cells = 2 ** level;
  return level >= 0 && level <= deepestLevel && [x, y, z].every((index) => index >= 0 && index < cells);
}

/** Returns the error of an unsound entry of a page, for callers that can do without it. */
export type OnUnsoundEntry = (error: AppError) => void;

/**
 * Reads one page of the hierarchy. Entries with an impossible key, count or place go to `onUnsound` and are left out,
 * where it is given. Error: `copc.hierarchy` when the page is cut or, without `onUnsound`, an entry is unsound.
 */
export async function readHierarchyPage(
  source: ByteSource,
  page: CopcPage,
  signal?: AbortSignal,
  onUnsound?: OnUnsoundEntry,
): Promise<CopcHierarchyPage> {
  const fail = (offset: number, reason: string, values: ErrorParams = {}) =>
    new AppError('copc.hierarchy', { ...values, file: source.name, offset, reason });
  if (page.byteLength % copcEntryBytes !== 0 || page.byteLength > maxPageBytes) {
    throw fail(page.offset, 'a-page-of-so-many-bytes', { bytes: page.byteLength });
  }
  const bytes = await source.read(page.offset, page.byteLength, signal);
  if (bytes.byteLength < page.byteLength) throw fail(page.offset, 'the-file-ends-inside-a-page');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const nodes: CopcNode[] = [];
  const pages: CopcPageLink[] = [];
  for (let at = 0; at < bytes.byteLength; at += copcEntryBytes) {
    const int = (word: number) => view.getInt32(at + word * 4, true);
    const key = { level: int(0), x: int(1), y: int(2), z: int(3) };
    const offset = Number(view.getBigUint64(at + 16, true));
    const byteLength = int(6);
    const pointCount = int(7);
    const isPlaced = byteLength >= 0 && (byteLength === 0 || offset + byteLength <= source.size);
    if (!isKey(key) || pointCount < -1 || !isPlaced || (pointCount !== 0 && byteLength === 0)) {
      const values = { node: nodeId(key), points: pointCount, bytes: byteLength, at: offset };
      const error = fail(page.offset + at, 'an-entry-that-cannot-be', values);
      if (!onUnsound) throw error;
      onUnsound(error);
      continue;
    }
    if (pointCount === -1) pages.push({ key, offset, byteLength });
    else nodes.push({ key, offset, byteLength, pointCount });
  }
  return { nodes, pages };
}

/**
 * Reads all nodes, page by page. Error: `copc.hierarchy`, also where pages lead back to one already read or there
 * is no end of them.
 */
export async function readHierarchy(
  source: ByteSource,
  info: CopcInfo,
  signal?: AbortSignal,
): Promise<CopcNode[]> {
  const nodes: CopcNode[] = [];
  const waiting: CopcPage[] = [info.rootPage];
  const seen = new Set<number>();
  let pageBytes = 0;
  for (let page = waiting.pop(); page; page = waiting.pop()) {
    const fail = (reason: string, values: ErrorParams = {}) =>
      new AppError('copc.hierarchy', { ...values, file: source.name, offset: page!.offset, reason });
    if (seen.has(page.offset) || nodes.length > maxNodes) {
      throw fail('a-page-is-linked-a-second-time', { bytes: page.byteLength });
    }
    seen.add(page.offset);
    pageBytes += page.byteLength;
    if (pageBytes > source.size) throw fail('pages-lie-over-each-other-together-they-are-longer');
    const found = await readHierarchyPage(source, page, signal);
    for (const node of found.nodes) nodes.push(node);
    appendAll(waiting, found.pages);
  }
  return nodes;
}
