import { and, eq, notExists, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { imageset, product } from '../../db/schema/projects.ts';
import { drawing } from '../../db/schema/work.ts';
import type { ServerContext } from '../context.ts';

const namespace = 0x696d70;

/** Holds a lock, in a transaction that lasts as long as an import: PostgreSQL releases it when the program ends. */
export async function holdImport(tx: Db, projectPk: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${namespace}, ${projectPk})`);
}

async function isForsaken(tx: Db, projectPk: number): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select pg_try_advisory_xact_lock(${namespace}, ${projectPk}) as granted`,
  );
  return rows[0]?.['granted'] === true;
}

/**
 * Removes the projects of interrupted command-line imports: they are incomplete, and the archive still exists. A
 * project with drawings of people is kept.
 */
export async function clearInterrupted({ db, store }: Pick<ServerContext, 'db' | 'store'>): Promise<void> {
  const drawings = db.select().from(drawing).where(eq(drawing.imagesetPk, imageset.pk));
  const found = await db
    .select({ pk: imageset.pk })
    .from(imageset)
    .innerJoin(product, eq(product.imagesetPk, imageset.pk))
    .where(
      and(
        eq(product.name, 'project_archive'),
        sql`${product.error}->>'code' = 'archive.interrupted'`,
        notExists(drawings),
      ),
    );
  for (const { pk } of found) {
    await db.transaction(async (tx) => {
      if (!(await isForsaken(tx, pk))) return;
      await store.removeProject(pk);
      await tx.delete(imageset).where(eq(imageset.pk, pk));
    });
  }
}
