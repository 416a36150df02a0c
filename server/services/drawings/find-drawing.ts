import { and, asc, eq, sql } from 'drizzle-orm';
import { AppError } from '#domain/errors/app-error.ts';
import type { Db } from '../../db/database.ts';
import { imageset } from '../../db/schema/projects.ts';
import { type DrawingRow, drawing } from '../../db/schema/work.ts';

/** The main drawing of a project, whose shapes change products: its first; null before anything was saved. */
export async function mainDrawing(db: Db, projectPk: number): Promise<DrawingRow | null> {
  const rows = await db
    .select()
    .from(drawing)
    .where(eq(drawing.imagesetPk, projectPk))
    .orderBy(asc(drawing.pk))
    .limit(1);
  return rows[0] ?? null;
}

/**
 * A drawing of a project by its pk; without one the main drawing, null before anything was saved.
 * @throws drawing.not-found
 */
export async function findDrawing(db: Db, projectPk: number, pk?: number): Promise<DrawingRow | null> {
  if (pk === undefined) return mainDrawing(db, projectPk);
  const [row] = await db
    .select()
    .from(drawing)
    .where(and(eq(drawing.imagesetPk, projectPk), eq(drawing.pk, pk)));
  if (!row) throw new AppError('drawing.not-found', { drawing: pk });
  return row;
}

/** Waits until no other transaction changes the drawings of a project. */
export async function lockDrawings(tx: Db, projectPk: number): Promise<void> {
  await tx.execute(sql`select pk from ${imageset} where pk = ${projectPk} for update`);
}

/** The main drawing, made where there is none yet. The project's drawings are locked. */
export async function ensureMain(tx: Db, projectPk: number, by: number | null): Promise<DrawingRow> {
  const known = await mainDrawing(tx, projectPk);
  if (known) return known;
  const [made] = await tx.insert(drawing).values({ imagesetPk: projectPk, createdBy: by }).returning();
  return made!;
}
