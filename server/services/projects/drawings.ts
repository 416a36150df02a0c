import { and, desc, eq, isNull, lte, max, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { limits } from '#contract/limits.ts';
import type {
  DrawingRevision,
  drawingPut,
  drawingRevisions,
  drawingSaved,
} from '#contract/schemas/drawing.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { type AccountRow, account } from '../../db/schema/accounts.ts';
import { imageset } from '../../db/schema/projects.ts';
import { drawingRevision } from '../../db/schema/work.ts';
import type { ServerContext } from '../context.ts';
import { keptShapes } from './shapes.ts';

/** Number of autosaved revisions that are kept, newest first; snapshots are kept in addition. */
export const keptRevisions = 100;

const noDrawing: DrawingRevision = { revision: 0, document: null, saved_at: null, saved_by: null };

/** The newest drawing of a project, or the requested revision. Throws `store.not-found`. */
export async function readDrawing(
  context: ServerContext,
  projectPk: number,
  revision?: number,
): Promise<DrawingRevision> {
  const [row] = await context.db
    .select({ row: drawingRevision, email: account.email })
    .from(drawingRevision)
    .leftJoin(account, eq(account.pk, drawingRevision.savedBy))
    .where(
      and(
        eq(drawingRevision.imagesetPk, projectPk),
        revision === undefined ? undefined : eq(drawingRevision.revision, revision),
      ),
    )
    .orderBy(desc(drawingRevision.revision))
    .limit(1);
  if (!row && revision !== undefined) {
    throw new AppError('store.not-found', { key: `${projectPk}/drawing/${revision}` });
  }
  if (!row) return noDrawing;
  return {
    revision: row.row.revision,
    document: row.row.document,
    saved_at: row.row.savedAt.toISOString(),
    saved_by: row.email,
  };
}

/** A refused save, with the drawing that was saved in the meantime. */
export class DrawingConflict extends AppError {
  readonly current: DrawingRevision;

  constructor(base: number, current: DrawingRevision) {
    super('drawing.conflict', { base, current: current.revision });
    this.current = current;
  }
}

/**
 * Saves a drawing as the next revision. Throws `DrawingConflict` when `base_revision` is not the newest, and
 * `drawing.too-large`.
 */
export async function saveDrawing(
  context: ServerContext,
  caller: AccountRow,
  projectPk: number,
  wanted: z.output<typeof drawingPut>,
): Promise<z.output<typeof drawingSaved>> {
  const size = Buffer.byteLength(JSON.stringify(wanted.document));
  const limit = limits.drawingBody;
  if (size > limit) throw new AppError('drawing.too-large', { size, limit });
  const revision = wanted.base_revision + 1;
  const saved = await context.db.transaction(async (tx) => {
    await tx.execute(sql`select pk from ${imageset} where pk = ${projectPk} for update`);
    const [newest] = await tx
      .select({ revision: max(drawingRevision.revision) })
      .from(drawingRevision)
      .where(eq(drawingRevision.imagesetPk, projectPk));
    if ((newest?.revision ?? 0) !== wanted.base_revision) return null;
    const { document } = wanted;
    const values = { imagesetPk: projectPk, revision, size, document, shapes: keptShapes(document) };
    const [row] = await tx
      .insert(drawingRevision)
      .values({ ...values, snapshot: wanted.snapshot ?? null, savedBy: caller.pk })
      .returning({ savedAt: drawingRevision.savedAt });
    await tx
      .delete(drawingRevision)
      .where(
        and(
          eq(drawingRevision.imagesetPk, projectPk),
          lte(drawingRevision.revision, revision - keptRevisions),
          isNull(drawingRevision.snapshot),
        ),
      );
    return row ?? null;
  });
  if (!saved) throw new DrawingConflict(wanted.base_revision, await readDrawing(context, projectPk));
  return { revision, saved_at: saved.savedAt.toISOString() };
}

/** Revisions that can still be opened, newest first. */
export async function listRevisions(
  context: ServerContext,
  projectPk: number,
): Promise<z.output<typeof drawingRevisions>> {
  const rows = await context.db
    .select({
      revision: drawingRevision.revision,
      savedAt: drawingRevision.savedAt,
      size: drawingRevision.size,
      snapshot: drawingRevision.snapshot,
      email: account.email,
    })
    .from(drawingRevision)
    .leftJoin(account, eq(account.pk, drawingRevision.savedBy))
    .where(eq(drawingRevision.imagesetPk, projectPk))
    .orderBy(desc(drawingRevision.revision));
  return {
    items: rows.map((row) => ({
      revision: row.revision,
      saved_at: row.savedAt.toISOString(),
      saved_by: row.email,
      size: row.size,
      snapshot: row.snapshot,
    })),
  };
}
