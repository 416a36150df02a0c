import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { CrsReport } from '#domain/crs/types.ts';
import type { LasFile } from '#domain/formats/las/las-file.ts';
import { keepRecords } from '#domain/formats/las/records-kept.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { lockFolder, typedFailure } from '../work-folder.ts';
import { type IngestChoice, ingest } from './ingest.ts';
import { type WrittenCopc, writeCopc } from './write-copc.ts';

export interface CopcConversion extends IngestChoice {
  readonly path: string;
  readonly pool: TaskPool;
  readonly signal?: AbortSignal;
  report(fraction: number): void;
}

/** Reading and sorting the points takes about this share of the time. */
const ingestShare = 0.5;

/**
 * Writes the points of a file as COPC 1.0: integers, scale and offset as they are, records copied, classes unchanged.
 * The points are stored in a work folder beside the output, which is removed at the end. Errors:
 * `process.folder-in-use` while another process writes the same output, those of `ingest` and of writing files.
 */
export async function convertToCopc(
  file: LasFile,
  crs: CrsReport,
  conversion: CopcConversion,
): Promise<WrittenCopc> {
  const { path, pool, signal, report } = conversion;
  const work = join(dirname(path), `.${basename(path)}.work`);
  try {
    const lock = await lockFolder(work);
    try {
      const input = { file, name: file.source.name };
      const onIngest = (fraction: number) => report(fraction * ingestShare);
      const { spool } = await ingest([input], join(work, 'spool'), pool, onIngest, signal, conversion);
      return await writeCopc(spool, null, file.header, pool, {
        path,
        signal,
        records: await keepRecords(file, crs, true, signal),
        report: (fraction) => report(ingestShare + fraction * (1 - ingestShare)),
      });
    } finally {
      await lock.release();
      await rm(work, { recursive: true, force: true });
    }
  } catch (error) {
    throw typedFailure(error, path);
  }
}
