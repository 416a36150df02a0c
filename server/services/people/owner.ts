import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { type AccountRow, account, setting } from '../../db/schema/accounts.ts';
import { ensureAccount } from './accounts.ts';

/** The setting with the key of the owner's account: an address may change, a key does not. */
const ownerKey = 'owner';

const firstAddress = 'owner@localhost';

/**
 * The account of the server's owner, created at the first start. It owns the projects of a desktop installation, and
 * the sign-in link of each start is for it.
 */
export async function readOwner(db: Db): Promise<AccountRow> {
  const [known] = await db
    .select({ account })
    .from(setting)
    .innerJoin(account, eq(account.pk, sql`(${setting.value} #>> '{}')::int`))
    .where(eq(setting.key, ownerKey));
  if (known) return known.account;
  const row = await findOrMake(db);
  await db
    .insert(setting)
    .values({ key: ownerKey, value: row.pk })
    .onConflictDoUpdate({
      target: setting.key,
      set: { value: row.pk },
    });
  return row;
}

/** The superuser of an installation from before the key was stored, else a new account. */
async function findOrMake(db: Db): Promise<AccountRow> {
  const [oldest] = await db
    .select()
    .from(account)
    .where(eq(account.isSuperuser, true))
    .orderBy(asc(account.pk))
    .limit(1);
  if (oldest) return oldest;
  for (let count = 1; ; count++) {
    const email = count === 1 ? firstAddress : firstAddress.replace('@', `-${count}@`);
    const row = await ensureAccount(db, { email, firstName: 'Owner', isSuperuser: true });
    // The address may belong to another account that is no superuser.
    if (row.isSuperuser) return row;
  }
}
