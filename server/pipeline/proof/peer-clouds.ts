import type { Hierarchy } from 'copc';
import type { ByteSource } from '#domain/formats/byte-source.ts';

/** The byte range of a node's points. */
export interface PeerNode {
  /** `level-x-y-z`. */
  readonly id: string;
  readonly level: number;
  readonly pointCount: number;
  readonly offset: number;
  readonly byteLength: number;
}

/** A COPC file as the `copc` package reads it. */
export interface PeerCopc {
  readonly format: number;
  readonly recordLength: number;
  /** Of the header. */
  readonly pointCount: number;
  /** Every entry of the hierarchy, in the order of the bytes. */
  readonly nodes: readonly PeerNode[];
}

/** Opens a COPC file and reads its whole hierarchy by the `copc` package. Throws what that package throws. */
export async function readCopcByPeer(source: ByteSource, signal?: AbortSignal): Promise<PeerCopc> {
  const { Copc } = await import('copc');
  const get = async (begin: number, end: number) => source.read(begin, end - begin, signal);
  const { header, info } = await Copc.create(get);
  const nodes: PeerNode[] = [];
  const waiting: Hierarchy.Page[] = [info.rootHierarchyPage];
  const seen = new Set<number>();
  for (let page = waiting.pop(); page; page = waiting.pop()) {
    if (seen.has(page.pageOffset)) throw new RangeError('a page of the hierarchy is linked a second time');
    seen.add(page.pageOffset);
    const { nodes: found, pages } = await Copc.loadHierarchyPage(get, page);
    for (const [id, node] of Object.entries(found)) {
      if (!node) continue;
      const { pointCount, pointDataOffset: offset, pointDataLength: byteLength } = node;
      nodes.push({ id, level: Number(id.split('-')[0]), pointCount, offset, byteLength });
    }
    for (const next of Object.values(pages)) if (next) waiting.push(next);
  }
  return {
    format: header.pointDataRecordFormat,
    recordLength: header.pointDataRecordLength,
    pointCount: header.pointCount,
    nodes: nodes.sort((a, b) => a.offset - b.offset),
  };
}
