import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { and, eq, inArray } from 'drizzle-orm';
import type { RefusedEntry } from '#contract/schemas/archive.ts';
import type { Db } from '../../db/database.ts';
import { inputSlot, product, productFile } from '../../db/schema/projects.ts';
import { translate } from '../../messages.ts';
import { productKey } from '../../store/keys.ts';
import type { ObjectStore } from '../../store/object-store.ts';

/** Number of entries named in the message; the report names all. */
const namedEntries = 5;

/** What was left out of a project, as text for its reader. */
export function describeRefusal({ path, reason }: RefusedEntry): string {
  return `${path}: ${translate(`importReason.${reason}`)}`;
}

interface ImportReport {
  readonly projectPk: number;
  readonly file: string;
  readonly refused: readonly RefusedEntry[];
}

/**
 * Ends the product that an archive was uploaded as: removes it where everything was intact, else leaves it failed,
 * with a message and a list of everything that was left out.
 */
export async function writeImportReport(tx: Db, store: ObjectStore, report: ImportReport): Promise<void> {
  const { projectPk, refused } = report;
  const isArchive = and(eq(product.imagesetPk, projectPk), eq(product.name, 'project_archive'));
  if (refused.length === 0) {
    await tx.delete(product).where(isArchive);
    return;
  }
  const lines = refused.map(describeRefusal);
  const files = lines.slice(0, namedEntries).join('; ');
  const params = { file: basename(report.file), count: refused.length, files };
  const [row] = await tx
    .update(product)
    .set({
      status: 'Failed',
      stage: null,
      error: { code: 'archive.partial', params },
      whenCompleted: new Date(),
    })
    .where(isArchive)
    .returning({ pk: product.pk });
  if (!row) return;
  await tx.delete(inputSlot).where(inArray(inputSlot.productPk, [row.pk]));
  const name = 'import-report.txt';
  const text = Readable.from([Buffer.from(`${lines.join('\n')}\n`)]);
  const { key, size, etag } = await store.put(productKey(projectPk, row.pk, name), text);
  const kind = { name, format: 'txt', tag: 'exportable' } as const;
  await tx
    .insert(productFile)
    .values({ imagesetPk: projectPk, productPk: row.pk, ...kind, key, size, etag })
    .onConflictDoUpdate({ target: productFile.key, set: { size, etag } });
}
