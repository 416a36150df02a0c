import { and, eq, ne, sql } from 'drizzle-orm';
import type { ProjectState } from '#contract/rules/states.ts';
import type { Db } from './database.ts';
import { imageset } from './schema/projects.ts';

/**
 * Moves a project to a state and records it in the history; no change when it is in that state already or, where
 * `from` is given, no longer in that one.
 */
export async function setProjectState(
  db: Db,
  pk: number,
  state: ProjectState,
  from?: ProjectState,
): Promise<void> {
  const entry = JSON.stringify([[state, new Date().toISOString()]]);
  await db
    .update(imageset)
    .set({
      state,
      stateHistory: sql`${imageset.stateHistory} || ${entry}::jsonb`,
      whenModified: sql`now()`,
    })
    .where(
      and(
        eq(imageset.pk, pk),
        ne(imageset.state, state),
        from === undefined ? undefined : eq(imageset.state, from),
      ),
    );
}

/** Marks that something of a project changed. */
export async function touchProject(db: Db, pk: number): Promise<void> {
  await db.update(imageset).set({ whenModified: sql`now()` }).where(eq(imageset.pk, pk));
}
