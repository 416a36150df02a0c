import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { setting } from '../../db/schema/accounts.ts';

/** A secret by its name: made once a database, shared by all its servers. */
export async function readSecret(db: Db, key: 'cookie-key' | 'license-seal'): Promise<string> {
  await db
    .insert(setting)
    .values({ key, value: randomBytes(48).toString('base64url') })
    .onConflictDoNothing();
  const [row] = await db.select().from(setting).where(eq(setting.key, key));
  return String(row?.value);
}

/** A token that cannot be guessed, for cookies and links. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored in place of a token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
