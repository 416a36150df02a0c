import { and, eq, inArray } from 'drizzle-orm';
import type { ProductName } from '#contract/rules/products.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { Db } from '../../db/database.ts';
import { imageset, type ProjectRow, product } from '../../db/schema/projects.ts';

/** Whether a project accepts files in its state. */
export const takesFiles = ({ state }: ProjectRow): boolean =>
  state === 'initialized' || state === 'uploading' || state === 'recovery';

/** Refuses projects that no longer accept files. Throws `api.project-state`. */
export function requireOpen(project: ProjectRow): void {
  const { pk, state } = project;
  if (!takesFiles(project))
    throw new AppError('api.project-state', { pk, state, wanted: 'open-for-uploads' });
}

/** Locks a project for the rest of the transaction. Throws `api.project-not-found`. */
export async function lockProject(tx: Db, pk: number): Promise<ProjectRow> {
  const [project] = await tx.select().from(imageset).where(eq(imageset.pk, pk)).for('update');
  if (!project) throw new AppError('api.project-not-found', { pk });
  return project;
}

/** Locks a project for the rest of the transaction; returns whether its announced files may still arrive. */
export async function lockOpenProject(tx: Db, pk: number): Promise<boolean> {
  const project = await lockProject(tx, pk);
  return takesFiles(project) && !project.isFullyUploaded;
}

/**
 * Locks a project for announcing files, for the rest of the transaction, so that files of one kind are announced
 * once, by the first page. Throws `api.project-state` where it accepts none, or has one of `kinds` already.
 */
export async function lockForFiles(
  tx: Db,
  projectPk: number,
  kinds: readonly ProductName[],
): Promise<ProjectRow> {
  const project = await lockProject(tx, projectPk);
  requireOpen(project);
  const announced = await tx
    .select({ pk: product.pk })
    .from(product)
    .where(and(eq(product.imagesetPk, projectPk), inArray(product.name, [...kinds])))
    .limit(1);
  const { pk, state } = project;
  if (announced.length > 0) throw new AppError('api.project-state', { pk, state, wanted: 'new' });
  return project;
}
