import { and, eq, inArray } from 'drizzle-orm';
import { type CleanKind, cleanKindOf } from '#contract/rules/cleaning.ts';
import type { Project } from '#contract/schemas/project.ts';
import type { Db } from '../../db/database.ts';
import type { FileRow, ProjectRow } from '../../db/schema/projects.ts';
import { task } from '../../db/schema/work.ts';
import { folderSize } from '../../store/folder-size.ts';
import type { ServerContext } from '../context.ts';
import { listOverlayImages } from '../overlays/overlay-images.ts';
import { workFolder } from './work-folder.ts';

/**
 * Bytes of a project: its stored files, and the leftovers of unfinished work on this disk. Nothing is measured while
 * a task runs, because its files change.
 */
export async function measureProject(
  context: ServerContext,
  project: ProjectRow,
  files: readonly FileRow[],
): Promise<Project['size']> {
  const sum = (chosen: (file: FileRow) => boolean) =>
    files.filter(chosen).reduce((total, file) => total + file.size, 0);
  const cleanable = (kind: CleanKind) => sum((file) => cleanKindOf(file) === kind);
  const work = project.state === 'processing' ? 0 : await folderSize(workFolder(context, project.pk));
  const images = await listOverlayImages(context.db, project.pk);
  const overlays = images.reduce((total, { size }) => total + size, 0);
  return {
    total: sum(() => true) + work + overlays,
    input: sum((file) => file.tag === 'input'),
    cleanable: {
      intermediate: cleanable('intermediate') + work,
      exportable: cleanable('exportable'),
      canvas: cleanable('canvas'),
    },
    safe_to_clean: await isSafeToClean(context.db, project),
  };
}

/** Whether a project's files do not change: it is completed, and no task is queued or running. */
export async function isSafeToClean(db: Db, project: Pick<ProjectRow, 'pk' | 'state'>): Promise<boolean> {
  if (project.state !== 'completed') return false;
  const active = await db
    .select({ pk: task.pk })
    .from(task)
    .where(and(eq(task.imagesetPk, project.pk), inArray(task.status, ['queued', 'running'])))
    .limit(1);
  return active.length === 0;
}
