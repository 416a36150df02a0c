import type { Hierarchy } from 'copc';
import type { LazPerf } from 'laz-perf';
import { type PointSums, sumRecords } from '#domain/cloud/point-sums.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';

/** Where the points of a node lie. */
export interface PeerNode {
  /** `level-x-y-z`. */
  readonly id: string;
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
      nodes.push({ id, pointCount, offset, byteLength });
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

/** What the points of a compressed chunk add up to, decoded by laz-perf. */
export type PeerSummer = (chunk: Uint8Array, pointCount: number) => PointSums;

async function loadLazPerf(): Promise<LazPerf> {
  const { createLazPerf } = await import('laz-perf');
  return await createLazPerf();
}

/** Starts laz-perf for chunks of one point format. */
export async function createPeerSummer(format: number, recordLength: number): Promise<PeerSummer> {
  const module = await loadLazPerf();
  return (chunk, pointCount) => {
    const packed = module._malloc(chunk.byteLength);
    const plain = module._malloc(pointCount * recordLength);
    const decoder = new module.ChunkDecoder();
    try {
      module.HEAPU8.set(chunk, packed);
      decoder.open(format, recordLength, packed);
      for (let point = 0; point < pointCount; point++) decoder.getPoint(plain + point * recordLength);
      const bytes = module.HEAPU8.subarray(plain, plain + pointCount * recordLength);
      return sumRecords({ format, recordLength, count: pointCount, bytes });
    } finally {
      decoder.delete();
      module._free(packed);
      module._free(plain);
    }
  };
}
