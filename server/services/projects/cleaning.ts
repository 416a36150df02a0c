import { rm } from 'node:fs/promises';
import { eq, inArray } from 'drizzle-orm';
import { hasFeature } from '#contract/editions.ts';
import { type CleanKind, cleanKindOf, cleanKinds } from '#contract/rules/cleaning.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { touchProject } from '../../db/project-state.ts';
import { imageset, type ProjectRow, productFile } from '../../db/schema/projects.ts';
import type { ServerContext } from '../context.ts';
import { isSafeToClean, measureProject } from './project-size.ts';
import { workFolder } from './work-folder.ts';

/**
 * Removes files of the chosen kinds that no product needs. Throws `clean.desktop-only`, `clean.not-safe` while the
 * project's files are still needed, `clean.already-cleaned`, `clean.nothing-selected` where the kinds hold nothing.
 */
export async function cleanProject(
  context: ServerContext,
  project: ProjectRow,
  kinds: readonly CleanKind[],
): Promise<void> {
  if (!hasFeature(context.config.edition, 'projectCleaning')) throw new AppError('clean.desktop-only');
  const dropped = await context.db.transaction(async (tx) => {
    const [locked] = await tx.select().from(imageset).where(eq(imageset.pk, project.pk)).for('update');
    if (!locked || !(await isSafeToClean(tx, locked))) {
      throw new AppError('clean.not-safe', { name: project.name });
    }
    const files = await tx.select().from(productFile).where(eq(productFile.imagesetPk, project.pk));
    const { cleanable } = await measureProject(context, locked, files);
    const bytesOf = (chosen: readonly CleanKind[]) =>
      chosen.reduce((total, kind) => total + cleanable[kind], 0);
    if (bytesOf(cleanKinds) === 0) throw new AppError('clean.already-cleaned', { name: project.name });
    if (bytesOf(kinds) === 0) throw new AppError('clean.nothing-selected', { kinds: kinds.join(', ') });
    const unneeded = files.filter((file) => {
      const kind = cleanKindOf(file);
      return kind !== null && kinds.includes(kind);
    });
    if (unneeded.length > 0) {
      const pks = unneeded.map((file) => file.pk);
      await tx.delete(productFile).where(inArray(productFile.pk, pks));
    }
    await touchProject(tx, project.pk);
    return unneeded;
  });
  for (const { key } of dropped) await context.store.remove(key);
  if (kinds.includes('intermediate')) {
    await rm(workFolder(context, project.pk), { recursive: true, force: true });
  }
}
