import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { plainTif } from '#contract/rules/products.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { touchProject } from '../../db/project-state.ts';
import { productFile } from '../../db/schema/projects.ts';
import { writePlainTiff } from '../../pipeline/write-plain-tiff.ts';
import { endTask, type Lease, passFence } from '../../queue/lease.ts';
import type { TaskContext } from '../../services/context.ts';
import { productKey } from '../../store/keys.ts';

/**
 * Writes a product's image as a plain GeoTIFF and adds it to the product's files; an earlier one is replaced. Rejects
 * where the image is missing, the errors of `writePlainTiff`, `job.lease-lost`, `AbortError`.
 */
export async function writeDownload(
  context: TaskContext,
  lease: Lease,
  productPk: number,
  signal: AbortSignal,
): Promise<void> {
  const { imagesetPk, pk } = lease.task;
  const [source] = await context.db
    .select()
    .from(productFile)
    .where(and(eq(productFile.productPk, productPk), eq(productFile.format, 'tif')));
  if (!source) throw new Error('the product has no picture');
  const folder = join(context.config.dataFolder, 'work', `download-${pk}-${lease.attempt}`);
  const name = source.name.replace(/(\.tiff?)?$/i, '-plain.tif');
  const path = join(folder, name);
  await mkdir(folder, { recursive: true });
  const input = await openFileSource(await context.store.localPath(source.key));
  try {
    const proof = await writePlainTiff(input, path, signal);
    await context.db.transaction(async (tx) => {
      await passFence(tx, lease);
      const { key, size, etag } = await context.store.putFile(productKey(imagesetPk, productPk, name), path);
      const values = {
        imagesetPk,
        productPk,
        key,
        name,
        format: plainTif,
        tag: 'exportable',
        size,
        etag,
        proof,
      } as const;
      await tx
        .insert(productFile)
        .values(values)
        .onConflictDoUpdate({ target: productFile.key, set: { size, etag, proof } });
      await endTask(tx, lease, 'done');
      await touchProject(tx, imagesetPk);
    });
  } finally {
    await input.close();
    await rm(folder, { recursive: true, force: true });
  }
}
