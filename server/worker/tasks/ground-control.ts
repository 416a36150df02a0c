import { eq } from 'drizzle-orm';
import { decodeText } from '#domain/formats/table-text/decode-text.ts';
import { readControlFile } from '#domain/photogrammetry/control/read-control-file.ts';
import { fileError } from '#workers/io/file-error.ts';
import { readOwn } from '#workers/io/full-transfer.ts';
import { setProjectState, touchProject } from '../../db/project-state.ts';
import { imageset, type ProjectRow, product } from '../../db/schema/projects.ts';
import { task } from '../../db/schema/work.ts';
import { type Lease, noLease, passFence } from '../../queue/lease.ts';
import type { TaskContext } from '../../services/context.ts';
import { queueNotice } from '../../services/mail/queue-notice.ts';
import { ownProducts } from '../../services/products/own-products.ts';
import type { PipelineInput } from '../pipelines/pipeline-port.ts';

async function hasMarks({ path, name }: PipelineInput): Promise<boolean> {
  const bytes = await readOwn(path).catch((error) => {
    throw fileError(error, path, 'read');
  });
  return readControlFile(decodeText(bytes).text, name).points.some(({ marks }) => marks.length > 0);
}

/**
 * Whether a project's products wait, after the bundle adjustment, for ground control to be measured in the photos: it
 * has no mark in any photo, or the project is set to pause for it. Another program's engine does not stop. Errors:
 * those of `readControlFile`, `io.*`.
 */
export async function waitsForControl(
  { gcpsCorrected, settings }: ProjectRow,
  inputs: readonly PipelineInput[],
): Promise<boolean> {
  const hasPhotos = inputs.some(({ role }) => role === 'image');
  if (gcpsCorrected || !hasPhotos || settings.engine === 'nodeodm') return false;
  if (settings.pause_to_add_gcps) return true;
  const control = inputs.find(({ role }) => role === 'control');
  return control !== undefined && !(await hasMarks(control));
}

/** Uses the ground control as given: nothing waits for it. */
export async function commitControl(context: TaskContext, lease: Lease): Promise<void> {
  await context.db.transaction(async (tx) => {
    await passFence(tx, lease);
    await tx.update(imageset).set({ gcpsCorrected: true }).where(eq(imageset.pk, lease.task.imagesetPk));
  });
}

/**
 * Stops a project after its bundle adjustment until it is resumed. Its state is waiting for ground control, or paused
 * where it was set to pause. Its owner is notified.
 */
export async function commitWait(context: TaskContext, lease: Lease, isPause: boolean): Promise<void> {
  const projectPk = lease.task.imagesetPk;
  await context.db.transaction(async (tx) => {
    await passFence(tx, lease);
    await tx
      .update(task)
      .set({ status: 'paused', ...noLease })
      .where(eq(task.pk, lease.task.pk));
    await tx
      .update(product)
      .set({ stage: null })
      .where(ownProducts(projectPk, eq(product.status, 'In Progress')));
    await tx.update(imageset).set({ gcpsReady: true }).where(eq(imageset.pk, projectPk));
    await (isPause ? setProjectState(tx, projectPk, 'paused') : touchProject(tx, projectPk));
    await queueNotice(tx, projectPk, 'wait');
  });
}
