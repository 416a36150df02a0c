import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { setting } from '../../db/schema/accounts.ts';

/** A secret by its name: created once per database, shared by all its servers. */
export async function readSecret(db: Db, key: 'cookie-key' | 'license-seal'): Promise<string> {
  await db
    .insert(setting)
    .values({ key, value: randomBytes(48).toString('base64url') })
    .onConflictDoNothing();
  const [row] = await db.select().from(setting).where(eq(setting.key, key));
  return String(row?.value);
}

/** A random token for cookies and links. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
