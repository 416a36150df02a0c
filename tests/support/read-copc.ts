import { Copc, type Getter, type Hierarchy } from 'copc';
import { loadLazPerf } from './laz-records.ts';

/** A COPC file read by the copc package: an independent reader. */
export interface PeerCopc {
  readonly copc: Copc;
  /** Points of each node by its key `D-X-Y-Z`. */
  readonly nodes: ReadonlyMap<string, number>;
  /** Records of all nodes, concatenated. */
  readonly records: Buffer;
}

/** Reads every node of a COPC file with the copc package and laz-perf. */
export async function readCopcByPeer(file: Uint8Array): Promise<PeerCopc> {
  const get: Getter = async (begin, end) => file.slice(begin, end);
  const copc = await Copc.create(get);
  const lazPerf = await loadLazPerf();
  const nodes = new Map<string, number>();
  const parts: Uint8Array[] = [];
  const waiting: Hierarchy.Page[] = [copc.info.rootHierarchyPage];
  for (let page = waiting.pop(); page; page = waiting.pop()) {
    const subtree = await Copc.loadHierarchyPage(get, page);
    for (const [key, node] of Object.entries(subtree.nodes)) {
      if (!node) continue;
      nodes.set(key, node.pointCount);
      if (node.pointCount > 0) parts.push(await Copc.loadPointDataBuffer(get, copc.header, node, lazPerf));
    }
    for (const next of Object.values(subtree.pages)) if (next) waiting.push(next);
  }
  return { copc, nodes, records: Buffer.concat(parts) };
}

/** Records in canonical order, to compare clouds with different point orders. */
export function sortRecords(records: Uint8Array, recordLength: number): Buffer {
  const bytes = Buffer.from(records.buffer, records.byteOffset, records.byteLength);
  const all = Array.from({ length: bytes.length / recordLength }, (_, index) =>
    bytes.subarray(index * recordLength, (index + 1) * recordLength),
  );
  return Buffer.concat(all.sort(Buffer.compare));
}
