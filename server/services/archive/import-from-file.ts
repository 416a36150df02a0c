import { eq } from 'drizzle-orm';
import type { RefusedEntry } from '#contract/schemas/archive.ts';
import type { Db } from '../../db/database.ts';
import { setProjectState } from '../../db/project-state.ts';
import type { AccountRow } from '../../db/schema/accounts.ts';
import { imageset, type ProjectRow, product } from '../../db/schema/projects.ts';
import type { ServerContext } from '../context.ts';
import { createProject } from '../projects/projects.ts';
import { importArchive } from './import-archive.ts';
import { clearInterrupted, holdImport } from './interrupted-imports.ts';
import type { OpenedArchive } from './open-archive.ts';

export interface FileImport {
  /** Name of the new project; null for that of the archive. */
  readonly name: string | null;
  readonly signal: AbortSignal;
  onProgress(fraction: number): void;
}

/**
 * Imports an archive of this machine at once. Until it is done the project is failed, with a text that its import is
 * in progress or was interrupted, so that a killed program leaves no partial project that looks complete. Leftovers
 * of such programs are removed first. If the import fails, the project is removed. Throws the errors of
 * `createProject` and `importArchive`.
 */
export async function importFromFile(
  context: ServerContext,
  owner: AccountRow,
  archive: OpenedArchive,
  { name, signal, onProgress }: FileImport,
): Promise<{ pk: number; name: string; refused: readonly RefusedEntry[] }> {
  const { db, store } = context;
  await clearInterrupted(context);
  return db.transaction(async (holder) => {
    const { pk, name: called } = await begin(context, holder, owner, archive, name);
    try {
      const refused = await importArchive(context, {
        projectPk: pk,
        importerPk: owner.pk,
        archive,
        signal,
        onProgress,
        guard: async () => {},
        onEnd: async () => {},
      });
      return { pk, name: called, refused };
    } catch (error) {
      await db.delete(imageset).where(eq(imageset.pk, pk));
      await store.removeProject(pk);
      throw error;
    }
  });
}

/** The project of an archive, locked before it becomes visible. */
function begin(
  context: ServerContext,
  holder: Db,
  owner: AccountRow,
  { manifest, source }: OpenedArchive,
  name: string | null,
): Promise<ProjectRow> {
  const wanted = { name: name ?? manifest.project.name, type: 'archive' } as const;
  return context.db.transaction(async (tx) => {
    const project = await createProject({ ...context, db: tx }, owner, wanted);
    const { pk } = project;
    const error = { code: 'archive.interrupted', params: { file: source.name } } as const;
    const values = { imagesetPk: pk, name: 'project_archive', status: 'Failed', error } as const;
    await tx.insert(product).values(values);
    await setProjectState(tx, pk, 'errored');
    await holdImport(holder, pk);
    return project;
  });
}
