import { asc, desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { limits } from '#contract/limits.ts';
import type { DrawingItem, drawingCreate, drawingModify } from '#contract/schemas/drawing.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { Db } from '../../db/database.ts';
import type { AccountRow } from '../../db/schema/accounts.ts';
import { type DrawingRow, drawing, drawingRevision } from '../../db/schema/work.ts';
import type { ServerContext } from '../context.ts';
import { ensureMain, findDrawing, lockDrawings } from './find-drawing.ts';
import { emailOf } from './list-revisions.ts';
import { documentAt, revisionRow } from './read-revision.ts';
import { keptShapes } from './shapes.ts';

/** The drawings of a project, the main one first. */
export async function listDrawings(
  { db }: Pick<ServerContext, 'db'>,
  projectPk: number,
): Promise<DrawingItem[]> {
  const rows = await db
    .select()
    .from(drawing)
    .where(eq(drawing.imagesetPk, projectPk))
    .orderBy(asc(drawing.pk));
  return Promise.all(rows.map((row, i) => itemOf(db, row, i === 0)));
}

async function itemOf(db: Db, row: DrawingRow, isMain: boolean): Promise<DrawingItem> {
  const newest = await revisionRow(db, row.pk);
  return {
    pk: row.pk,
    name: row.name,
    is_main: isMain,
    is_locked: row.isLocked,
    revision: newest?.revision ?? 0,
    saved_at: newest?.savedAt.toISOString() ?? null,
    saved_by: newest ? await emailOf(db, newest.savedBy) : null,
  };
}

/**
 * Adds a drawing, empty or as a copy of another one's newest revision. Throws `drawing.not-found`, `drawing.too-many`,
 * `drawing.name-used`.
 */
export async function createDrawing(
  { db }: ServerContext,
  caller: AccountRow,
  projectPk: number,
  { name, copy_of: source, revision }: z.output<typeof drawingCreate>,
): Promise<DrawingItem> {
  return db.transaction(async (tx) => {
    await lockDrawings(tx, projectPk);
    await ensureMain(tx, projectPk, caller.pk);
    const others = await tx.select().from(drawing).where(eq(drawing.imagesetPk, projectPk));
    if (others.length >= limits.drawings) throw new AppError('drawing.too-many', { limit: limits.drawings });
    requireFreeName(others, name);
    const copied = source === undefined ? null : await contentOf(tx, projectPk, source, revision);
    const [row] = await tx
      .insert(drawing)
      .values({ imagesetPk: projectPk, name, createdBy: caller.pk })
      .returning();
    if (copied) {
      const size = Buffer.byteLength(JSON.stringify(copied));
      const values = { drawingPk: row!.pk, revision: 1, document: copied, size, savedBy: caller.pk };
      await tx.insert(drawingRevision).values({ ...values, shapes: keptShapes(copied) });
    }
    return itemOf(tx, row!, false);
  });
}

async function contentOf(tx: Db, projectPk: number, drawingPk: number, revision?: number) {
  const source = (await findDrawing(tx, projectPk, drawingPk))!;
  const row = await revisionRow(tx, source.pk, revision);
  if (row === null && revision !== undefined) throw new AppError('drawing.not-found', { drawing: drawingPk });
  return row && documentAt(tx, source.pk, row.revision);
}

function requireFreeName(others: readonly DrawingRow[], name: string): void {
  const isUsed = others.some((other) => other.name.toLowerCase() === name.toLowerCase());
  if (isUsed) throw new AppError('drawing.name-used', { name });
}

/** Renames, locks or unlocks a drawing. Throws `drawing.not-found`, `drawing.name-used`. */
export async function modifyDrawing(
  { db }: ServerContext,
  projectPk: number,
  pk: number,
  { name, is_locked: isLocked }: z.output<typeof drawingModify>,
): Promise<DrawingItem> {
  return db.transaction(async (tx) => {
    await lockDrawings(tx, projectPk);
    const row = (await findDrawing(tx, projectPk, pk))!;
    const rows = await tx
      .select()
      .from(drawing)
      .where(eq(drawing.imagesetPk, projectPk))
      .orderBy(asc(drawing.pk));
    if (name !== undefined)
      requireFreeName(
        rows.filter((other) => other.pk !== pk),
        name,
      );
    const changes = {
      ...(name === undefined ? {} : { name }),
      ...(isLocked === undefined ? {} : { isLocked }),
    };
    const [next] = await tx.update(drawing).set(changes).where(eq(drawing.pk, row.pk)).returning();
    return itemOf(tx, next!, rows[0]?.pk === pk);
  });
}

/** Removes a drawing with all its revisions. Throws `drawing.not-found`, `drawing.locked`, `drawing.is-main`. */
export async function removeDrawing({ db }: ServerContext, projectPk: number, pk: number): Promise<void> {
  await db.transaction(async (tx) => {
    await lockDrawings(tx, projectPk);
    const row = (await findDrawing(tx, projectPk, pk))!;
    const [main] = await tx
      .select()
      .from(drawing)
      .where(eq(drawing.imagesetPk, projectPk))
      .orderBy(asc(drawing.pk))
      .limit(1);
    if (main?.pk === pk) throw new AppError('drawing.is-main');
    if (row.isLocked) throw new AppError('drawing.locked');
    await tx.delete(drawing).where(eq(drawing.pk, pk));
  });
}

/** Revisions of a drawing that are kept under a name, and the newest: what an archive holds. */
export async function namedRevisions({ db }: Pick<ServerContext, 'db'>, drawingPk: number) {
  const rows = await db
    .select({
      revision: drawingRevision.revision,
      snapshot: drawingRevision.snapshot,
      savedAt: drawingRevision.savedAt,
    })
    .from(drawingRevision)
    .where(eq(drawingRevision.drawingPk, drawingPk))
    .orderBy(desc(drawingRevision.revision));
  return rows.filter((row, i) => i === 0 || row.snapshot !== null).reverse();
}
