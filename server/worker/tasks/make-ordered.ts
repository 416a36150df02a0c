import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, inArray } from 'drizzle-orm';
import type { UnitOfMeasure } from '#contract/schemas/common.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { linearUnits, METRE } from '#domain/units/units.ts';
import { imageset, type ProductRow, product, productFile } from '../../db/schema/projects.ts';
import type { TransformRequest, TransformResult } from '../../pipeline/transform/context.ts';
import type { Lease } from '../../queue/lease.ts';
import type { TaskContext } from '../../services/context.ts';
import { readTarget, textOf } from '../../services/products/transform-product.ts';
import { describeProduct } from '../pipelines/describe-product.ts';
import { commitOrdered, commitOrderedProgress } from './commit.ts';
import { throttle } from './throttle.ts';

/** Makes a transformed product on the worker's task pool. */
export type RunTransform = (request: Omit<TransformRequest, 'pool'>) => Promise<TransformResult>;

/** Shares of the progress of each stage, by kind of work: start and end. */
const stages: Readonly<Record<string, readonly [from: number, to: number]>> = {
  ingest: [0, 0.5],
  'point-cloud': [0.5, 1],
  warp: [0, 0.9],
  pictures: [0.9, 0.95],
  contours: [0.95, 1],
};

function metresOf(unit: UnitOfMeasure): number {
  return (linearUnits.find(({ id }) => id === unit) ?? METRE).metres;
}

/** The original with the file that the new product is made of. Throws `transform.source-cleaned`. */
async function findSource(context: TaskContext, row: ProductRow) {
  const { db, store } = context;
  const [project] = await db.select().from(imageset).where(eq(imageset.pk, row.imagesetPk));
  const [original] = await db
    .select()
    .from(product)
    .where(eq(product.pk, row.originalPk ?? 0));
  const [file] = await db
    .select()
    .from(productFile)
    .where(and(eq(productFile.productPk, row.originalPk ?? 0), inArray(productFile.format, ['tif', 'copc'])));
  const name = project?.name ?? '';
  if (!original || !file) throw new AppError('transform.source-cleaned', { name });
  return { name, original, path: await store.localPath(file.key) };
}

/**
 * Makes a transformed product of its original and commits it with its files; each write checks the fence of the
 * lease. Rejects with `transform.source-cleaned`, the errors of `transform`, `job.lease-lost`, `AbortError`.
 */
export async function makeOrdered(
  context: TaskContext,
  lease: Lease,
  productPk: number,
  transform: RunTransform,
  signal: AbortSignal,
): Promise<void> {
  const { db, config } = context;
  const { pk } = lease.task;
  const [row] = await db.select().from(product).where(eq(product.pk, productPk));
  const request = row?.ordered;
  if (!row || !request) throw new Error('the ordered product is gone');
  const { name, original, path } = await findSource(context, row);
  const progress = throttle((report: { stage: string; fraction: number }) =>
    commitOrderedProgress(context, lease, productPk, report),
  );
  const out = join(config.dataFolder, 'work', `transform-${pk}-${lease.attempt}`);
  await mkdir(out, { recursive: true });
  try {
    const {
      product: made,
      files,
      crs,
      facts,
      warnings,
    } = await transform({
      product: request.product_type,
      source: path,
      sourceCrs: textOf(original),
      target: await readTarget(request),
      resolution: request.resolution,
      contourInterval:
        request.contour_interval === null
          ? null
          : request.contour_interval * metresOf(request.contour_interval_unit),
      hasSingleJpeg: request.single_jpg,
      out,
      name,
      signal,
      onProgress: (stage, fraction) => {
        const [from, to] = stages[stage] ?? [0, 1];
        progress.report({ stage, fraction: from + (to - from) * fraction });
      },
    });
    await progress.settle();
    signal.throwIfAborted();
    const described = describeProduct(made, files, crs);
    const meta = { ...described.meta, ...facts, warnings };
    await commitOrdered(context, lease, productPk, { ...described, meta });
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}
