import { and, asc, desc, eq, gt, isNotNull, lte } from 'drizzle-orm';
import { applyOperations, type DrawingOperation, savedOf, tablesOf } from '#domain/drawing/operations.ts';
import type { Db } from '../../db/database.ts';
import { drawingRevision } from '../../db/schema/work.ts';

/** A saved document, as the domain reads it. */
export interface SavedDocument {
  readonly schemaVersion: number;
  readonly [field: string]: unknown;
}

/** The newest revision of a drawing, or the requested one, without its document; null where there is none. */
export async function revisionRow(db: Db, drawingPk: number, revision?: number) {
  const rows = await db
    .select({
      revision: drawingRevision.revision,
      shapes: drawingRevision.shapes,
      savedBy: drawingRevision.savedBy,
      savedAt: drawingRevision.savedAt,
    })
    .from(drawingRevision)
    .where(
      and(
        eq(drawingRevision.drawingPk, drawingPk),
        revision === undefined ? undefined : eq(drawingRevision.revision, revision),
      ),
    )
    .orderBy(desc(drawingRevision.revision))
    .limit(1);
  return rows[0] ?? null;
}

/** Operations of the revisions after one, up to another, oldest first; null where one of them is a whole document. */
export async function operationsSince(
  db: Db,
  drawingPk: number,
  after: number,
  upTo: number,
): Promise<DrawingOperation[] | null> {
  const rows = await db
    .select({ operations: drawingRevision.operations })
    .from(drawingRevision)
    .where(
      and(
        eq(drawingRevision.drawingPk, drawingPk),
        gt(drawingRevision.revision, after),
        lte(drawingRevision.revision, upTo),
      ),
    )
    .orderBy(asc(drawingRevision.revision));
  const isWhole = rows.length === upTo - after && rows.every(({ operations }) => operations !== null);
  return isWhole ? rows.flatMap(({ operations }) => operations ?? []) : null;
}

/** The newest whole document at or before a revision, without its content; null where there is none. */
export async function baseRow(db: Db, drawingPk: number, revision: number) {
  const [row] = await db
    .select({ revision: drawingRevision.revision, size: drawingRevision.size })
    .from(drawingRevision)
    .where(
      and(
        eq(drawingRevision.drawingPk, drawingPk),
        lte(drawingRevision.revision, revision),
        isNotNull(drawingRevision.document),
      ),
    )
    .orderBy(desc(drawingRevision.revision))
    .limit(1);
  return row ?? null;
}

/** The document of a revision: the newest whole one before it with the operations since; null where it was removed. */
export async function documentAt(db: Db, drawingPk: number, revision: number): Promise<SavedDocument | null> {
  const base = await baseRow(db, drawingPk, revision);
  if (base === null) return null;
  const [row] = await db
    .select({ document: drawingRevision.document })
    .from(drawingRevision)
    .where(and(eq(drawingRevision.drawingPk, drawingPk), eq(drawingRevision.revision, base.revision)));
  const document = row?.document as SavedDocument | undefined;
  if (document === undefined || base.revision === revision) return document ?? null;
  const operations = await operationsSince(db, drawingPk, base.revision, revision);
  return operations === null ? null : withOperations(document, operations);
}

/** A document after operations. @throws drawing.bad-operation */
export function withOperations(
  document: SavedDocument,
  operations: readonly DrawingOperation[],
): SavedDocument {
  const tables = tablesOf(document);
  applyOperations(tables, operations);
  return savedOf(tables, document.schemaVersion) as SavedDocument;
}
