import { addSums, noPoints, type PointSums } from '#domain/cloud/point-sums.ts';
import { AppError, type ErrorParams } from '#domain/errors/app-error.ts';
import { openLas } from '#domain/formats/las/las-file.ts';
import type { LazChunkEntry } from '#domain/formats/laz/chunk-table.ts';
import { readCloudChunks } from '#domain/formats/laz/cloud-chunks.ts';
import { sizeLimits } from '#domain/math/size-limits.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { compareSums, readingFile } from './failures.ts';
import { type PeerCopc, type PeerNode, readCopcByPeer } from './peer-clouds.ts';
import { sumChunks } from './sum-chunks.ts';

/** How a point cloud is read back. */
export interface CloudProofOptions {
  /** Runs our own decoder; without one laz-perf decodes everything. */
  readonly pool?: TaskPool | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Nodes, of all levels and spread over the file, that laz-perf decodes; our own decoder reads the others. */
  readonly peerNodes?: number;
}

/** Checks that entries are inside the file, do not overlap, and are the chunks that a reader without COPC would see. */
function checkNodes(
  file: string,
  { nodes }: PeerCopc,
  chunks: readonly LazChunkEntry[],
  size: number,
): PeerNode[] {
  const refuse = (node: string, reason: string, values: ErrorParams = {}) =>
    new AppError('product.nodes-unsound', { ...values, file, node, reason });
  const full: PeerNode[] = [];
  let end = 0;
  for (const node of nodes) {
    const { id, pointCount, offset, byteLength } = node;
    if (pointCount === 0 && byteLength === 0) continue;
    if (pointCount <= 0 || byteLength <= 0) {
      throw refuse(id, 'so-many-points-in-so-many-bytes', { points: pointCount, bytes: byteLength });
    }
    if (offset + byteLength > size) {
      throw refuse(id, 'it-ends-beyond-the-file', { at: offset + byteLength, size });
    }
    if (offset < end) throw refuse(id, 'it-lies-over-another-one');
    end = offset + byteLength;
    full.push(node);
  }
  full.forEach(({ id, pointCount, offset, byteLength }, index) => {
    const chunk = chunks[index];
    const isSame =
      chunk?.offset === offset && chunk.byteLength === byteLength && chunk.pointCount === pointCount;
    if (!isSame) throw refuse(id, 'the-table-of-chunks-does-not-name-it');
  });
  if (chunks.length !== full.length) {
    throw refuse('?', 'more-or-fewer-nodes-than-chunks', { chunks: chunks.length, nodes: full.length });
  }
  return full;
}

/**
 * Reads a COPC file back and compares it with the sums of its points before they were written. The hierarchy is read
 * by the `copc` package, some nodes by laz-perf (all where there are few), the others by our own decoder.
 * @param name of the file in errors Errors: `product.points-differ`, `product.nodes-unsound`, `product.unreadable`;
 * `AbortError`.
 */
export async function proveCopc(
  path: string,
  name: string,
  expected: PointSums,
  { pool, signal, peerNodes = sizeLimits['proof.peerNodes'].value }: CloudProofOptions,
): Promise<void> {
  await readingFile(path, name, async (source) => {
    const peer = await readCopcByPeer(source, signal);
    const { scheme, chunks } = await readCloudChunks(await openLas(source, signal), signal);
    const nodes = checkNodes(name, peer, chunks, source.size);
    const listed = nodes.reduce((sum, { pointCount }) => sum + pointCount, 0);
    for (const count of [peer.pointCount, listed]) {
      if (count !== expected.count) compareSums(name, expected, { ...noPoints, count });
    }
    const sums = await sumChunks(source, scheme, nodes, { pool, signal, peerNodes });
    compareSums(name, expected, sums.reduce(addSums, noPoints));
  });
}
