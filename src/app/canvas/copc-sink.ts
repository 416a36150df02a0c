import type { ByteSink } from '#domain/formats/byte-sink.ts';
import { type CopcWriterOptions, createCopcWriter } from '#domain/formats/copc/copc-writer.ts';
import { nodeId } from '#domain/formats/copc/hierarchy.ts';
import type { NodeKey } from '#domain/formats/copc/octree.ts';
import type { PointRecords } from '#domain/formats/las/points.ts';
import { addRecords, createSummary } from '#domain/formats/las/summary.ts';
import type { CopcSource } from '#gpu/streaming/copc-source.ts';
import type { TaskPool } from '#workers/contract/pool.ts';

/** Appends the points of a cloud's nodes and ends the file. */
export interface CopcSink {
  /** `records` are transferred. */
  write(records: PointRecords, key: NodeKey): Promise<void>;
  finish(): Promise<void>;
}

interface EncodedNode {
  readonly key: NodeKey;
  readonly count: number;
  readonly chunk: Promise<Uint8Array>;
}

const empty = new Uint8Array(0);
const parentOf = ({ level, x, y, z }: NodeKey): NodeKey => ({
  level: level - 1,
  x: x >> 1,
  y: y >> 1,
  z: z >> 1,
});

/**
 * Writes points of a COPC file as another one with the same tree: a subset of each node is still an even subset of the
 * cloud. Nodes are compressed in the pool, a few at a time, and written in the order in which they are given. Errors:
 * those of the sink, `AbortError`.
 */
export async function beginCopc(
  { info, file }: CopcSource,
  target: Pick<CopcWriterOptions, 'format' | 'recordLength' | 'quantisation' | 'vlrs' | 'hasWktBit'>,
  sink: ByteSink,
  pool: TaskPool,
  signal: AbortSignal,
): Promise<CopcSink> {
  const { center, halfSize, spacing } = info;
  const [minX, minY, minZ] = center.map((middle) => middle - halfSize) as [number, number, number];
  const { format, recordLength, quantisation, vlrs, hasWktBit } = target;
  const writer = await createCopcWriter(sink, {
    format,
    recordLength,
    quantisation,
    vlrs,
    hasWktBit,
    gpsTimeType: file.header.gpsTimeType,
    cube: { minX, minY, minZ, size: 2 * halfSize },
    spacing,
    file: file.source.name,
    identity: file.header,
  });
  const summary = createSummary();
  const written = new Map<string, NodeKey>();
  const pending: EncodedNode[] = [];

  async function writeFirst(): Promise<void> {
    const { key, count, chunk } = pending.shift()!;
    await writer.writeNode({ key, count, chunk: await chunk });
  }

  return {
    async write(records, key) {
      addRecords(summary, records);
      written.set(nodeId(key), key);
      const { count } = records;
      const chunk = pool.run('laz.encodeChunk', records, {
        signal,
        transfer: [records.bytes.buffer as ArrayBuffer],
      });
      // A failure is handled where the chunk is written; this only prevents an unhandled rejection.
      chunk.catch(() => undefined);
      pending.push({ key, count, chunk });
      if (pending.length > pool.size) await writeFirst();
    },
    async finish() {
      while (pending.length > 0) await writeFirst();
      // Ancestors of nodes with points are part of the tree, even without points of their own.
      const above = new Map<string, NodeKey>();
      for (const key of written.values()) {
        for (let up = key; up.level > 0; ) {
          up = parentOf(up);
          if (!written.has(nodeId(up))) above.set(nodeId(up), up);
        }
      }
      if (written.size === 0) above.set('0-0-0-0', { level: 0, x: 0, y: 0, z: 0 });
      for (const key of above.values()) await writer.writeNode({ key, count: 0, chunk: empty });
      await writer.finish(summary);
    },
  };
}
