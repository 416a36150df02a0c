import { and, eq } from 'drizzle-orm';
import { openFileSource } from '#workers/io/file-source.ts';
import { imageset, inputSlot, product } from '../../db/schema/projects.ts';
import { endTask, type Lease, passFence } from '../../queue/lease.ts';
import { importArchive } from '../../services/archive/import-archive.ts';
import { openArchive } from '../../services/archive/open-archive.ts';
import type { TaskContext } from '../../services/context.ts';
import { slotKey } from '../../store/keys.ts';
import type { PipelineProgress } from '../pipelines/pipeline-port.ts';
import { commitProgress } from './commit.ts';
import { throttle } from './throttle.ts';

/**
 * Turns a project's uploaded archive into the project, with the fence of the lease. Rejects with the errors of
 * `openArchive` and `importArchive`, `job.lease-lost`, `AbortError`.
 */
export async function importProject(context: TaskContext, lease: Lease, signal: AbortSignal): Promise<void> {
  const { imagesetPk: projectPk } = lease.task;
  const [found] = await context.db
    .select({ slot: inputSlot, importerPk: imageset.ownerPk })
    .from(inputSlot)
    .innerJoin(product, eq(product.pk, inputSlot.productPk))
    .innerJoin(imageset, eq(imageset.pk, product.imagesetPk))
    .where(and(eq(product.imagesetPk, projectPk), eq(inputSlot.role, 'archive')));
  if (!found) throw new Error('no archive was uploaded');
  const progress = throttle((report: PipelineProgress) => commitProgress(context, lease, report));
  const source = await openFileSource(await context.store.localPath(slotKey(projectPk, found.slot)));
  try {
    await importArchive(context, {
      projectPk,
      importerPk: found.importerPk,
      archive: await openArchive({ ...source, name: found.slot.name }),
      signal,
      onProgress: (fraction) =>
        progress.report({
          product: 'project_archive',
          fraction,
          stage: 'import',
          peakMiB: process.memoryUsage.rss() / 2 ** 20,
        }),
      guard: async (tx) => {
        await passFence(tx, lease);
      },
      onEnd: (tx) => endTask(tx, lease, 'done'),
    });
  } finally {
    await progress.settle();
    await source.close();
    await forgetDeleted(context, projectPk);
  }
}

/** A project that was removed while its files were copied keeps none of them. */
async function forgetDeleted({ db, store }: TaskContext, projectPk: number): Promise<void> {
  const rows = await db.select({ pk: imageset.pk }).from(imageset).where(eq(imageset.pk, projectPk));
  if (rows.length === 0) await store.removeProject(projectPk);
}
