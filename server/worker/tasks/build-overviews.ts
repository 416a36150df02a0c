import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import type { FileProof } from '#contract/schemas/file-proofs.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { touchProject } from '../../db/project-state.ts';
import { type FileRow, productFile } from '../../db/schema/projects.ts';
import { endTask, type Lease, passFence } from '../../queue/lease.ts';
import type { TaskContext } from '../../services/context.ts';
import { productKey } from '../../store/keys.ts';
import { fractionOf } from './tell-fraction.ts';

/** Writes a raster again as a cloud-optimised one, on the worker's task pool. */
export type WriteCog = (
  source: ByteSource,
  path: string,
  hooks: { readonly signal: AbortSignal; report(fraction: number): void },
) => Promise<FileProof>;

/** Name of the file that replaces another; each differs from the previous one, since pages cache files by name. */
function nameOfNext(name: string, { task: { pk } }: Lease): string {
  const stem = name.replace(/(-overviews-\d+)?(\.tiff?)?$/i, '');
  return `${stem.slice(0, 200)}-overviews-${pk}.tif`;
}

/**
 * Builds overviews of a product's raster: a new file replaces the old one when it is complete, with the same pixels.
 * A raster with overviews is unchanged. Rejects where the raster is missing, the errors of `writeAsCog`,
 * `job.lease-lost`, `AbortError`.
 */
export async function buildOverviews(
  context: TaskContext,
  lease: Lease,
  productPk: number,
  write: WriteCog,
  signal: AbortSignal,
): Promise<void> {
  const { db, store, config } = context;
  const { pk } = lease.task;
  const [old] = await db
    .select()
    .from(productFile)
    .where(and(eq(productFile.productPk, productPk), eq(productFile.format, 'tif')));
  if (!old) throw new Error('the product has no raster');
  const folder = join(config.dataFolder, 'work', `overviews-${pk}-${lease.attempt}`);
  const path = join(folder, nameOfNext(old.name, lease));
  await mkdir(folder, { recursive: true });
  const source = await openFileSource(await store.localPath(old.key));
  try {
    const { levels } = await openRaster(source, { signal });
    const isMissing = levels.length === 1;
    if (isMissing) {
      const progress = fractionOf(context, lease);
      const proof = await write(source, path, { signal, report: progress.report });
      await progress.settle();
      signal.throwIfAborted();
      await commit(context, lease, old, { path, proof });
    } else await commit(context, lease, old, null);
  } finally {
    await source.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Ends the task; `made`: the file that replaces the old one, which is removed once nothing refers to it. */
async function commit(
  { db, store }: TaskContext,
  lease: Lease,
  old: FileRow,
  made: { readonly path: string; readonly proof: FileProof } | null,
): Promise<void> {
  const { imagesetPk } = lease.task;
  const dropped = await db.transaction(async (tx) => {
    await passFence(tx, lease);
    if (made === null) {
      await endTask(tx, lease, 'done');
      await touchProject(tx, imagesetPk);
      return null;
    }
    const name = nameOfNext(old.name, lease);
    const { key, size, etag } = await store.putFile(productKey(imagesetPk, old.productPk, name), made.path);
    const [swapped] = await tx
      .update(productFile)
      .set({ key, name, size, etag, proof: made.proof })
      .where(and(eq(productFile.pk, old.pk), eq(productFile.key, old.key)))
      .returning({ pk: productFile.pk });
    await endTask(tx, lease, 'done');
    await touchProject(tx, imagesetPk);
    return swapped ? old.key : key;
  });
  if (dropped !== null) await store.remove(dropped);
}
