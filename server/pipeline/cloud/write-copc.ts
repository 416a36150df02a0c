import type { FileProof } from '#contract/schemas/file-proofs.ts';
import { addSums, noPoints } from '#domain/cloud/point-sums.ts';
import { createCopcWriter } from '#domain/formats/copc/copc-writer.ts';
import { cellsPerNode } from '#domain/formats/copc/octree.ts';
import type { LasHeader } from '#domain/formats/las/header.ts';
import { addSummary, createSummary } from '#domain/formats/las/summary.ts';
import type { VlrContent } from '#domain/formats/las/vlr.ts';
import type { ColumnFacts, EncodedNode } from '#workers/contract/cloud-tasks.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { createOutputFile } from '#workers/io/output-file.ts';
import { compareSpool } from '../proof/failures.ts';
import { publish } from '../proof/publish.ts';
import { buildOctree } from './build-octree.ts';
import { type ClassOverlay, readClasses } from './classes.ts';
import { type SummaryFacts, summaryFacts } from './ingest.ts';
import { readColumn, type Spool, type SpoolColumn } from './spool.ts';

export interface CopcOptions {
  readonly path: string;
  /** Records to copy: WKT, extra bytes and others of the first file. */
  readonly records: { readonly vlrs: readonly VlrContent[]; readonly hasWktBit: boolean };
  /** Maximum points of a node; as in `buildOctree` where left out. */
  readonly nodeLimit?: number;
  readonly signal?: AbortSignal | undefined;
  report(fraction: number): void;
}

/** A COPC file that was read back and holds the points of its spool. */
export interface WrittenCopc {
  readonly summary: SummaryFacts;
  readonly bytes: number;
  readonly proof: FileProof;
}

/** Share of the time for writing; the rest is reading the file back. */
const writeShare = 0.9;

/** Sums the points as stored and as written. */
function createCounter(spool: Spool) {
  const summary = createSummary();
  let stored = noPoints;
  let written = noPoints;
  return {
    count(facts: ColumnFacts) {
      stored = addSums(stored, facts.stored);
      written = addSums(written, facts.written);
      addSummary(summary, facts.summary);
    },
    /** Summary and sums of the points that are written. Error: `product.spool-differs`. */
    finish(file: string) {
      compareSpool(file, spool.sums, stored, written);
      return { summary, sums: written };
    },
  };
}

/**
 * Writes a spool as a COPC file, with the overlay's classes; time type and identity are those of `header`. The bytes
 * depend only on the points and records. The file appears once it was read back and every point was found in it.
 * Errors: `product.spool-differs`, those of `proveCopc` and of writing files.
 */
export async function writeCopc(
  spool: Spool,
  overlay: ClassOverlay | null,
  header: LasHeader,
  pool: TaskPool,
  options: CopcOptions,
): Promise<WrittenCopc> {
  const { layout } = spool;
  const { path, signal } = options;
  const output = await createOutputFile(path);
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
      file: path,
      identity: header,
    });
    const counter = createCounter(spool);
    const readPoints = async (column: SpoolColumn) => ({
      records: await readColumn(spool, column),
      classes: overlay && (await readClasses(overlay, column)),
    });
    const nodes = { count: counter.count, emit: (node: EncodedNode) => writer.writeNode(node) };
    await buildOctree(spool, readPoints, pool, nodes, {
      signal,
      ...(options.nodeLimit === undefined ? {} : { limit: options.nodeLimit }),
      onProgress: (fraction) => options.report(writeShare * fraction),
    });
    const { summary, sums } = counter.finish(path);
    await writer.finish(summary);
    const proof = await publish(output, { kind: 'points', ...sums }, { pool, signal });
    options.report(1);
    return { summary: summaryFacts(summary), bytes: output.length, proof };
  } finally {
    await output.discard();
  }
}
