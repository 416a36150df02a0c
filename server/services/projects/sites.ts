import { and, eq, exists, inArray, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { site as siteSchema } from '#contract/schemas/site.ts';
import type { Db } from '../../db/database.ts';
import type { AccountRow } from '../../db/schema/accounts.ts';
import { imageset, imagesetAcl, site } from '../../db/schema/projects.ts';
import type { ServerContext } from '../context.ts';
import { isStaff } from '../people/access.ts';

/** The sites among `pks` that belong to a project which the caller may see, in the requested order. */
export async function collectSites(
  context: ServerContext,
  caller: AccountRow,
  pks: readonly number[],
): Promise<z.output<typeof siteSchema>[]> {
  if (pks.length === 0) return [];
  const shared = context.db
    .select({ one: sql`1` })
    .from(imagesetAcl)
    .where(and(eq(imagesetAcl.imagesetPk, imageset.pk), eq(imagesetAcl.accountPk, caller.pk)));
  const seen = context.db
    .select({ one: sql`1` })
    .from(imageset)
    .where(
      and(
        eq(imageset.sitePk, site.pk),
        or(
          eq(imageset.ownerPk, caller.pk),
          isStaff(context, caller) ? eq(imageset.confidentiality, 0) : undefined,
          exists(shared),
        ),
      ),
    );
  const rows = await context.db
    .select({ pk: site.pk, name: site.name })
    .from(site)
    .where(and(inArray(site.pk, [...pks]), exists(seen)));
  return pks.flatMap((pk) => rows.filter((row) => row.pk === pk));
}

/** The key of an owner's site of this name, created if new. */
export async function siteOf(db: Db, ownerPk: number, name: string): Promise<number> {
  await db.insert(site).values({ ownerPk, name }).onConflictDoNothing();
  const [row] = await db
    .select({ pk: site.pk })
    .from(site)
    .where(and(eq(site.ownerPk, ownerPk), eq(site.name, name)));
  if (!row) throw new Error('the site was not returned');
  return row.pk;
}
