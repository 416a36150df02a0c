import { createHash } from 'node:crypto';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { isInSystemOf, isShapedBy, purposesFor, shapedFormats } from '#contract/rules/shapes.ts';
import type { ProductPurpose } from '#domain/drawing/feature.ts';
import { type DrawingOperation, operationTarget } from '#domain/drawing/operations.ts';
import { parseDrawing } from '#domain/drawing/parse/parse-drawing.ts';
import { checkShapes, countShapes, type DrawnShape, type Shape, shapesOf } from '#domain/drawing/shapes.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { Db } from '../../db/database.ts';
import { touchProject } from '../../db/project-state.ts';
import {
  imageset,
  type ProductRow,
  type ProjectRow,
  product,
  productFile,
} from '../../db/schema/projects.ts';
import { type ShapesSummary, task } from '../../db/schema/work.ts';
import { putTask } from '../../queue/put-task.ts';
import type { ServerContext } from '../context.ts';
import { mainDrawing } from './find-drawing.ts';
import { documentAt, revisionRow } from './read-revision.ts';

/** Name of the tasks that apply a project's drawing to one of its products. */
export const shapeTask = 'apply_drawing';

/**
 * The summary of a saved drawing's shapes; null where it has none, and for unreadable documents, which are kept
 * unchanged.
 */
export function keptShapes(document: unknown): ShapesSummary | null {
  const shapes = readShapes(document);
  if (shapes.length === 0) return null;
  const counts = countShapes(shapes);
  const keys: Partial<Record<ProductPurpose, string>> = {};
  for (const purpose of Object.keys(counts) as ProductPurpose[]) {
    const own = shapes.filter((shape) => shape.purpose === purpose);
    // Without ids, which do not change products.
    const plain = own.map(({ id: _, ...shape }) => shape);
    if (own.length > 0) keys[purpose] = createHash('sha256').update(JSON.stringify(plain)).digest('hex');
  }
  return { keys, counts, ids: shapes.map(({ id }) => id) };
}

/** Whether operations may change the shapes of a drawing with this summary: they touch one, add one, or change layers. */
export function touchesShapes(
  operations: readonly DrawingOperation[],
  before: ShapesSummary | null,
): boolean {
  const ids = new Set(before?.ids);
  return operations.some((operation) => {
    const { table, id } = operationTarget(operation);
    if (table === 'layers') return before !== null;
    if (table !== 'features') return false;
    if (ids.has(id) || (before !== null && before.ids === undefined)) return true;
    if (operation.op === 'set') return operation.record['purpose'] !== undefined;
    return operation.op === 'change' && operation.fields['purpose'] !== undefined;
  });
}

function readShapes(document: unknown): DrawnShape[] {
  const { features } = (document ?? {}) as { features?: unknown };
  if (!Array.isArray(features) || !features.some((feature) => feature?.purpose)) return [];
  try {
    return shapesOf(parseDrawing(document));
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** The hash of the shapes that change a product; null where none does. */
export function shapesKey(name: ProductRow['name'], kept: ShapesSummary | null): string | null {
  if (!kept || !isShapedBy(name, kept.counts)) return null;
  return purposesFor(name)
    .map((purpose) => kept.keys[purpose] ?? '')
    .join(' ');
}

/** The summary of the shapes of a project's main drawing. */
export async function newestShapes(db: Db, projectPk: number): Promise<ShapesSummary | null> {
  const main = await mainDrawing(db, projectPk);
  const row = main && (await revisionRow(db, main.pk));
  return row?.shapes ?? null;
}

/** The shapes that change a product, of the newest revision of the main drawing, and their hash. Throws `shapes.none`. */
export async function shapesFor(
  db: Db,
  { imagesetPk, name }: ProductRow,
): Promise<{ readonly shapes: readonly Shape[]; readonly key: string }> {
  const main = await mainDrawing(db, imagesetPk);
  const row = main && (await revisionRow(db, main.pk));
  const purposes = purposesFor(name);
  const key = shapesKey(name, row?.shapes ?? null);
  if (!main || !row || key === null) throw new AppError('shapes.none');
  const document = await documentAt(db, main.pk, row.revision);
  const shapes = readShapes(document).filter(({ purpose }) => purposes.includes(purpose));
  return { shapes: shapes.map(({ id: _, ...shape }) => shape), key };
}

/** Whether a product has the system of the drawing, which is that of the project's own products. */
export function isInDrawingSystem(row: ProductRow, own: readonly ProductRow[]): boolean {
  if (row.ordered === null) return true;
  const base = own.find((other) => other.ordered === null && (other.wkt !== null || other.epsg !== null));
  return isInSystemOf(row, base);
}

/** Tasks of a project that apply its drawing, the newest of each product. */
export async function listShapeTasks(db: Db, projectPk: number) {
  const rows = await db
    .select({
      productPk: task.productPk,
      status: task.status,
      error: task.error,
      fraction: task.fraction,
    })
    .from(task)
    .where(and(eq(task.imagesetPk, projectPk), eq(task.name, shapeTask)))
    .orderBy(desc(task.pk));
  return rows.filter((row, i) => rows.findIndex(({ productPk }) => productPk === row.productPk) === i);
}

/**
 * Queues applying the newest drawing to a product; the file is added to the product's downloads. No effect while that
 * runs, or when the file exists. Throws `shapes.not-ready`, `shapes.none`, `shapes.other-system`, and the errors of
 * `checkShapes`.
 */
export async function requestShaped(
  context: ServerContext,
  project: ProjectRow,
  productPk: number,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await tx.select({ pk: imageset.pk }).from(imageset).where(eq(imageset.pk, project.pk)).for('update');
    const rows = await tx
      .select()
      .from(product)
      .where(eq(product.imagesetPk, project.pk))
      .orderBy(product.pk);
    const row = rows.find(({ pk }) => pk === productPk);
    const files = await tx.select().from(productFile).where(eq(productFile.productPk, productPk));
    const isReady = files.some(({ format }) => format === 'tif' || format === 'copc');
    if (row?.status !== 'Done' || !isReady) throw new AppError('shapes.not-ready', { name: project.name });
    const { shapes, key } = await shapesFor(tx, row);
    if (!isInDrawingSystem(row, rows)) throw new AppError('shapes.other-system', { name: project.name });
    checkShapes(shapes);
    const isMade = files.some(({ format, shaped }) => shaped?.key === key && format in shapedFormats);
    const tasks = await tx
      .select({ pk: task.pk })
      .from(task)
      .where(
        and(
          eq(task.productPk, productPk),
          eq(task.name, shapeTask),
          inArray(task.status, ['queued', 'running']),
        ),
      );
    if (isMade || tasks.length > 0) return;
    await putTask(tx, { imagesetPk: project.pk, productPk, name: shapeTask });
    await touchProject(tx, project.pk);
  });
}
