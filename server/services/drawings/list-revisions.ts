import { desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { DrawingRevision, drawingRevisions } from '#contract/schemas/drawing.ts';
import type { DrawingOperation } from '#domain/drawing/operations.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { Db } from '../../db/database.ts';
import { account } from '../../db/schema/accounts.ts';
import { drawingRevision } from '../../db/schema/work.ts';
import type { ServerContext } from '../context.ts';
import { findDrawing } from './find-drawing.ts';
import { documentAt, revisionRow } from './read-revision.ts';

const noDrawing: DrawingRevision = {
  revision: 0,
  document: null,
  saved_at: null,
  saved_by: null,
  is_locked: false,
};

/** The address of an account; null where it is gone. */
export async function emailOf(db: Db, accountPk: number | null): Promise<string | null> {
  if (accountPk === null) return null;
  const [row] = await db.select({ email: account.email }).from(account).where(eq(account.pk, accountPk));
  return row?.email ?? null;
}

/** The newest revision of a drawing, or the requested one. Throws `store.not-found`, `drawing.not-found`. */
export async function readDrawing(
  { db }: Pick<ServerContext, 'db'>,
  projectPk: number,
  {
    drawing: drawingPk,
    revision,
  }: { readonly drawing?: number | undefined; readonly revision?: number | undefined },
): Promise<DrawingRevision> {
  const drawing = await findDrawing(db, projectPk, drawingPk);
  const row = drawing && (await revisionRow(db, drawing.pk, revision));
  if (!drawing || !row) {
    if (revision === undefined) return { ...noDrawing, is_locked: drawing?.isLocked ?? false };
    throw new AppError('store.not-found', { key: `${projectPk}/drawing/${revision}` });
  }
  return {
    revision: row.revision,
    document: await documentAt(db, drawing.pk, row.revision),
    saved_at: row.savedAt.toISOString(),
    saved_by: await emailOf(db, row.savedBy),
    is_locked: drawing.isLocked,
  };
}

/** Revisions that can still be opened, newest first, with what each changed. */
export async function listRevisions(
  { db }: Pick<ServerContext, 'db'>,
  projectPk: number,
  drawingPk?: number,
): Promise<z.output<typeof drawingRevisions>> {
  const drawing = await findDrawing(db, projectPk, drawingPk);
  if (drawing === null) return { items: [] };
  const rows = await db
    .select({
      revision: drawingRevision.revision,
      savedAt: drawingRevision.savedAt,
      size: drawingRevision.size,
      snapshot: drawingRevision.snapshot,
      operations: drawingRevision.operations,
      email: account.email,
    })
    .from(drawingRevision)
    .leftJoin(account, eq(account.pk, drawingRevision.savedBy))
    .where(eq(drawingRevision.drawingPk, drawing.pk))
    .orderBy(desc(drawingRevision.revision));
  return {
    items: rows.map((row) => ({
      revision: row.revision,
      saved_at: row.savedAt.toISOString(),
      saved_by: row.email,
      size: row.size,
      snapshot: row.snapshot,
      changes: row.operations && countChanges(row.operations),
    })),
  };
}

function countChanges(operations: readonly DrawingOperation[]) {
  const count = (kinds: readonly DrawingOperation['op'][]) =>
    operations.filter(({ op }) => kinds.includes(op)).length;
  return { set: count(['set']), changed: count(['change', 'splice']), removed: count(['remove']) };
}
