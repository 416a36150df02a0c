import { cellsPerNode } from '#domain/cloud/octree.ts';
import { createCopcWriter } from '#domain/formats/copc/copc-writer.ts';
import type { LasHeader } from '#domain/formats/las/header.ts';
import { addRecords, createSummary } from '#domain/formats/las/summary.ts';
import type { VlrContent } from '#domain/formats/las/vlr.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { createOutputFile } from '#workers/io/output-file.ts';
import { buildOctree } from './build-octree.ts';
import { type ClassOverlay, readClassified } from './classes.ts';
import { type SummaryFacts, summaryFacts } from './ingest.ts';
import type { Spool } from './spool.ts';

export interface CopcOptions {
  readonly path: string;
  /** Records to carry: WKT, extra bytes and whatever else the first file holds. */
  readonly records: { readonly vlrs: readonly VlrContent[]; readonly hasWktBit: boolean };
  readonly signal?: AbortSignal | undefined;
  report(fraction: number): void;
}

/**
 * Writes a spool as a COPC file, with the overlay's classes; time type and identity are those of `header`. The bytes depend on the points and records alone.
 */
export async function writeCopc(
  spool: Spool,
  overlay: ClassOverlay | null,
  header: LasHeader,
  pool: TaskPool,
  options: CopcOptions,
): Promise<{ summary: SummaryFacts; bytes: number }> {
  const { layout } = spool;
  const output = await createOutputFile(options.path);
  try {
    const writer = await createCopcWriter(output, {
      format: layout.format,
      recordLength: layout.recordLength,
      quantisation: layout.scaling,
      gpsTimeType: header.gpsTimeType,
      cube: layout.cube,
      spacing: layout.cube.size / cellsPerNode,
      vlrs: options.records.vlrs,
      hasWktBit: options.records.hasWktBit,
      file: options.path,
      identity: header,
    });
    const summary = createSummary();
    const read = async (column: Spool['columns'][number]) => {
      const records = await readClassified(spool, column, overlay);
      addRecords(summary, records);
      return records;
    };
    await buildOctree(spool, read, pool, (node) => writer.writeNode(node), {
      signal: options.signal,
      onProgress: options.report,
    });
    await writer.finish(summary);
    await output.commit();
    return { summary: summaryFacts(summary), bytes: output.length };
  } finally {
    await output.discard();
  }
}
