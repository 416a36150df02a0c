import { rm } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { imageset } from '../../db/schema/projects.ts';
import type { ServerContext } from '../context.ts';
import { workFolder } from './work-folder.ts';

/**
 * Removes the files and then the rows of a project that is marked as destroyed, so that a killed removal leaves the
 * mark and no file without a row.
 */
export async function removeDestroyed(context: ServerContext, pk: number): Promise<void> {
  await context.store.removeProject(pk);
  await rm(workFolder(context, pk), { recursive: true, force: true });
  await context.db.delete(imageset).where(eq(imageset.pk, pk));
}

/** Completes removals that a killed server began. */
export async function clearDestroyed(context: ServerContext): Promise<void> {
  const marked = await context.db
    .select({ pk: imageset.pk })
    .from(imageset)
    .where(eq(imageset.isDestroyed, true));
  for (const { pk } of marked) await removeDestroyed(context, pk);
}
