import { and, eq, isNotNull, isNull, lt, lte, max, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { limits } from '#contract/limits.ts';
import type {
  DrawingNow,
  drawingPatch,
  drawingPatched,
  drawingPut,
  drawingSaved,
} from '#contract/schemas/drawing.ts';
import { contestedIds, type DrawingOperation, featureWithoutLayer } from '#domain/drawing/operations.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { Db } from '../../db/database.ts';
import type { AccountRow } from '../../db/schema/accounts.ts';
import { type DrawingRow, drawingRevision, type ShapesSummary } from '../../db/schema/work.ts';
import type { ServerContext } from '../context.ts';
import { ensureMain, findDrawing, lockDrawings } from './find-drawing.ts';
import { emailOf } from './list-revisions.ts';
import {
  baseRow,
  documentAt,
  operationsSince,
  revisionRow,
  type SavedDocument,
  withOperations,
} from './read-revision.ts';
import { keptShapes, touchesShapes } from './shapes.ts';

/** Number of autosaved revisions that are kept at least, newest first; snapshots are kept in addition. */
export const keptRevisions = 100;

/** Revisions of operations after which one is saved as a whole document. */
export const maxOperationRevisions = 64;
/** Bytes of operations since the last whole document, as a share of it and at least. */
const operationsShare = 0.5;
const minOperationBytes = 256 * 1024;

/** A refused save, with what was saved in the meantime. */
export class DrawingConflict extends AppError {
  readonly current: DrawingNow;

  constructor(base: number, current: DrawingNow) {
    super('drawing.conflict', { base, current: current.revision });
    this.current = current;
  }
}

interface Target {
  readonly projectPk: number;
  /** Left out: the main drawing. */
  readonly drawingPk?: number | undefined;
  readonly caller: AccountRow;
}

/** Saves a whole document as the next revision. Throws `DrawingConflict`, `drawing.too-large`, `drawing.locked`. */
export async function saveDrawing(
  { db }: ServerContext,
  target: Target,
  wanted: z.output<typeof drawingPut>,
): Promise<z.output<typeof drawingSaved>> {
  const { document, base_revision: base } = wanted;
  checkSize(document);
  return db.transaction(async (tx) => {
    const row = await openForSaving(tx, target);
    const newest = await newestRevision(tx, row.pk);
    if (newest !== base) throw await conflict(tx, row.pk, base, newest);
    const shapes = keptShapes(document);
    return addRevision(tx, row.pk, { revision: base + 1, document, shapes }, target, wanted.snapshot);
  });
}

/**
 * Saves operations as the next revision. Where others saved since the base revision, theirs are merged if they change
 * other records. Throws `DrawingConflict`, `drawing.too-large`, `drawing.locked`, `drawing.bad-operation`.
 */
export async function patchDrawing(
  { db }: ServerContext,
  target: Target,
  wanted: z.output<typeof drawingPatch>,
): Promise<z.output<typeof drawingPatched>> {
  const { base_revision: base, operations, schema_version: schemaVersion } = wanted;
  return db.transaction(async (tx) => {
    const row = await openForSaving(tx, target);
    const newest = await newestRevision(tx, row.pk);
    const merged = await operationsSince(tx, row.pk, base, newest);
    const isContested = merged === null || contestedIds(operations, merged).size > 0;
    if (newest < base || isContested) throw await conflict(tx, row.pk, base, newest);
    const isNamed = wanted.snapshot !== undefined;
    const next = await nextContent(tx, row.pk, newest, operations, schemaVersion, isNamed).catch(
      async (error) => {
        // What fits by itself may not fit what others saved, such as a feature on a layer that they removed.
        throw merged.length > 0 && isUnfit(error) ? await conflict(tx, row.pk, base, newest) : error;
      },
    );
    const saved = await addRevision(tx, row.pk, { revision: newest + 1, ...next }, target, wanted.snapshot);
    return { ...saved, merged };
  });
}

function isUnfit(error: unknown): boolean {
  return error instanceof AppError && error.code === 'drawing.bad-operation';
}

async function openForSaving(tx: Db, { projectPk, drawingPk, caller }: Target): Promise<DrawingRow> {
  await lockDrawings(tx, projectPk);
  const row = (await findDrawing(tx, projectPk, drawingPk)) ?? (await ensureMain(tx, projectPk, caller.pk));
  if (row.isLocked) throw new AppError('drawing.locked');
  return row;
}

async function newestRevision(tx: Db, drawingPk: number): Promise<number> {
  const [row] = await tx
    .select({ revision: max(drawingRevision.revision) })
    .from(drawingRevision)
    .where(eq(drawingRevision.drawingPk, drawingPk));
  return row?.revision ?? 0;
}

async function conflict(tx: Db, drawingPk: number, base: number, newest: number): Promise<DrawingConflict> {
  const row = await revisionRow(tx, drawingPk, newest);
  return new DrawingConflict(base, {
    revision: newest,
    saved_by: row === null ? null : await emailOf(tx, row.savedBy),
    operations: newest < base ? null : await operationsSince(tx, drawingPk, base, newest),
  });
}

type Content = {
  readonly shapes: ShapesSummary | null;
} & ({ readonly document: SavedDocument } | { readonly operations: readonly DrawingOperation[] });

/** What a revision of operations is saved as: the operations, or the whole document where they have become many. */
async function nextContent(
  tx: Db,
  drawingPk: number,
  newest: number,
  operations: readonly DrawingOperation[],
  schemaVersion: number,
  mustBeWhole: boolean,
): Promise<Content> {
  const before = await revisionRow(tx, drawingPk, newest);
  const base = await baseRow(tx, drawingPk, newest);
  if (before === null || base === null)
    throw new AppError('drawing.bad-operation', { id: '', reason: 'no-document' });
  const since = await bytesSince(tx, drawingPk, base.revision);
  const added = bytesOf(operations);
  const areMany =
    newest - base.revision >= maxOperationRevisions ||
    since + added > Math.max(minOperationBytes, operationsShare * base.size) ||
    base.size + since + added > limits.drawingBody;
  // Operations are applied before they are kept: one that does not fit would make every later revision unreadable.
  const document = await documentAt(tx, drawingPk, newest);
  if (document?.schemaVersion !== schemaVersion) {
    throw new AppError('drawing.bad-operation', { id: '', reason: 'other-schema-version' });
  }
  const after = withOperations(document, operations);
  const stray = featureWithoutLayer(after);
  if (stray !== null) throw new AppError('drawing.bad-operation', { ...stray, reason: 'layer-is-missing' });
  const shapes = touchesShapes(operations, before.shapes) ? keptShapes(after) : before.shapes;
  if (!areMany && !mustBeWhole) return { operations, shapes };
  checkSize(after);
  return { document: after, shapes };
}

async function bytesSince(tx: Db, drawingPk: number, revision: number): Promise<number> {
  const [row] = await tx
    .select({ bytes: sql<string>`coalesce(sum(${drawingRevision.size}), 0)` })
    .from(drawingRevision)
    .where(and(eq(drawingRevision.drawingPk, drawingPk), sql`${drawingRevision.revision} > ${revision}`));
  return Number(row?.bytes ?? 0);
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** @throws drawing.too-large */
function checkSize(document: unknown): void {
  const [size, limit] = [bytesOf(document), limits.drawingBody];
  if (size > limit) throw new AppError('drawing.too-large', { size, limit });
}

async function addRevision(
  tx: Db,
  drawingPk: number,
  content: Content & { readonly revision: number },
  { caller }: Target,
  snapshot: string | undefined,
): Promise<z.output<typeof drawingSaved>> {
  const size = bytesOf('document' in content ? content.document : content.operations);
  const [row] = await tx
    .insert(drawingRevision)
    .values({ ...content, drawingPk, size, snapshot: snapshot ?? null, savedBy: caller.pk })
    .returning({ savedAt: drawingRevision.savedAt });
  await removeOld(tx, drawingPk, content.revision);
  return { revision: content.revision, saved_at: row!.savedAt.toISOString() };
}

/** Removes autosaved revisions before the whole document that the kept ones rest on. */
async function removeOld(tx: Db, drawingPk: number, newest: number): Promise<void> {
  const [base] = await tx
    .select({ revision: max(drawingRevision.revision) })
    .from(drawingRevision)
    .where(
      and(
        eq(drawingRevision.drawingPk, drawingPk),
        lte(drawingRevision.revision, newest - keptRevisions + 1),
        isNotNull(drawingRevision.document),
      ),
    );
  if (typeof base?.revision !== 'number') return;
  await tx
    .delete(drawingRevision)
    .where(
      and(
        eq(drawingRevision.drawingPk, drawingPk),
        lt(drawingRevision.revision, base.revision),
        isNull(drawingRevision.snapshot),
      ),
    );
}
