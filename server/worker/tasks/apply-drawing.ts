import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { and, eq, inArray, isNull, notInArray } from 'drizzle-orm';
import { shapedFormats } from '#contract/rules/shapes.ts';
import type { Shape } from '#domain/drawing/shapes.ts';
import type { Db } from '../../db/database.ts';
import { touchProject } from '../../db/project-state.ts';
import { type ProductRow, product, productFile } from '../../db/schema/projects.ts';
import type { ShapedFiles, ShapeRequest } from '../../pipeline/shape/shape-product.ts';
import { endTask, type Lease, passFence } from '../../queue/lease.ts';
import type { TaskContext } from '../../services/context.ts';
import { shapesFor } from '../../services/drawings/shapes.ts';
import { textOf } from '../../services/products/transform-product.ts';
import { productKey } from '../../store/keys.ts';
import { fractionOf } from './tell-fraction.ts';

/** Applies shapes to a product on the worker's task pool. */
export type RunShape = (request: Omit<ShapeRequest, 'pool'>) => Promise<ShapedFiles>;

/** Name of the file that is made, which says what was done: `elevation-model-cropped-flattened`. */
function stemOf(fileName: string, shapes: readonly Shape[]): string {
  const bare = fileName.replace(/(\.copc)?\.[^.]+$/i, '');
  const has = (...purposes: Shape['purpose'][]) => shapes.some(({ purpose }) => purposes.includes(purpose));
  const cropped = has('crop-bounds', 'ortho-crop') ? '-cropped' : '';
  return `${bare}${cropped}${has('flatten') ? '-flattened' : ''}`;
}

/** Other files of a changed product, which the product or its project's contour map has. */
async function furtherOf(
  db: Db,
  row: ProductRow,
): Promise<Pick<ShapeRequest, 'hasSingleJpeg' | 'contourInterval'>> {
  const files = await db
    .select({ format: productFile.format })
    .from(productFile)
    .where(eq(productFile.productPk, row.pk));
  const hasSingleJpeg = row.name === 'orthoimage' && files.some(({ format }) => format === 'jpg');
  if (row.name !== 'digital_elevation_model' || row.ordered !== null)
    return { hasSingleJpeg, contourInterval: null };
  const [map] = await db
    .select({ interval: product.resolution })
    .from(product)
    .where(
      and(
        eq(product.imagesetPk, row.imagesetPk),
        eq(product.name, 'contour_map'),
        eq(product.status, 'Done'),
        isNull(product.ordered),
      ),
    );
  return { hasSingleJpeg, contourInterval: map?.interval ?? null };
}

/**
 * Applies the newest drawing to a product and adds the file to the product's; an earlier one is replaced. Rejects
 * with an error where the product's file is missing, the errors of `shapesFor` and `shapeProduct`, `job.lease-lost`,
 * `AbortError`.
 */
export async function applyDrawing(
  context: TaskContext,
  lease: Lease,
  productPk: number,
  shape: RunShape,
  signal: AbortSignal,
): Promise<void> {
  const { db, store, config } = context;
  const { pk, imagesetPk } = lease.task;
  const [row] = await db.select().from(product).where(eq(product.pk, productPk));
  const [file] = await db
    .select()
    .from(productFile)
    .where(and(eq(productFile.productPk, productPk), inArray(productFile.format, ['tif', 'copc'])));
  if (!row || !file) throw new Error('the product has no file');
  const { shapes, key: drawn } = await shapesFor(db, row);
  const further = await furtherOf(db, row);
  const out = join(config.dataFolder, 'work', `shape-${pk}-${lease.attempt}`);
  await mkdir(out, { recursive: true });
  const progress = fractionOf(context, lease);
  try {
    const { files, facts } = await shape({
      product: row.name,
      source: await store.localPath(file.key),
      sourceCrs: textOf(row),
      stem: stemOf(file.name, shapes),
      name: file.name,
      shapes,
      out,
      ...further,
      signal,
      report: progress.report,
    });
    signal.throwIfAborted();
    const dropped = await db.transaction(async (tx) => {
      await passFence(tx, lease);
      const keys: string[] = [];
      for (const { path, format, tag, proof } of files) {
        const name = basename(path);
        const { key, size, etag } = await store.putFile(productKey(imagesetPk, productPk, name), path);
        keys.push(key);
        const shaped = { key: drawn, ...facts };
        const values = { imagesetPk, productPk, key, name, format, tag, size, etag, shaped, proof };
        await tx
          .insert(productFile)
          .values(values)
          .onConflictDoUpdate({ target: productFile.key, set: { size, etag, shaped, proof } });
      }
      const old = await tx
        .delete(productFile)
        .where(
          and(
            eq(productFile.productPk, productPk),
            inArray(productFile.format, Object.keys(shapedFormats)),
            notInArray(productFile.key, keys),
          ),
        )
        .returning({ key: productFile.key });
      await endTask(tx, lease, 'done');
      await touchProject(tx, imagesetPk);
      return old;
    });
    for (const { key } of dropped) await store.remove(key);
  } finally {
    await progress.settle();
    await rm(out, { recursive: true, force: true });
  }
}
