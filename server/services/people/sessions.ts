import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { type AccountRow, account, session, signInToken } from '../../db/schema/accounts.ts';
import { hashToken, makeToken } from './secrets.ts';

/** Days from its last use until a session expires. */
export const sessionDays = 30;
/** Minutes for which a sign-in link is valid. */
export const signInLinkMinutes = 60;

/** Opens a session and returns its token; also removes expired ones. */
export async function openSession(db: Db, accountPk: number): Promise<string> {
  const token = makeToken();
  await db.delete(session).where(lt(session.expiresAt, sql`now()`));
  await db.insert(session).values({ tokenHash: hashToken(token), accountPk, expiresAt: sessionEnd() });
  return token;
}

/** The account of a session token, or null. A session past half of its lifetime is extended. */
export async function readSession(db: Db, token: string): Promise<AccountRow | null> {
  const tokenHash = hashToken(token);
  const [found] = await db
    .select({ account, expiresAt: session.expiresAt })
    .from(session)
    .innerJoin(account, eq(account.pk, session.accountPk))
    .where(and(eq(session.tokenHash, tokenHash), gt(session.expiresAt, sql`now()`)));
  if (!found) return null;
  const isOld = found.expiresAt.getTime() - Date.now() < (sessionDays * 86_400_000) / 2;
  if (isOld)
    await db.update(session).set({ expiresAt: sessionEnd() }).where(eq(session.tokenHash, tokenHash));
  return found.account;
}

/** Ends a session. */
export async function closeSession(db: Db, token: string): Promise<void> {
  await db.delete(session).where(eq(session.tokenHash, hashToken(token)));
}

/** Ends all sessions of an account, and its sign-in links. */
export async function closeSessions(db: Db, accountPk: number): Promise<void> {
  await db.delete(session).where(eq(session.accountPk, accountPk));
  await db.delete(signInToken).where(eq(signInToken.accountPk, accountPk));
}

/** Creates the token of a single-use sign-in link. */
export async function makeSignInToken(db: Db, accountPk: number): Promise<string> {
  const token = makeToken();
  const expiresAt = new Date(Date.now() + signInLinkMinutes * 60_000);
  await db.insert(signInToken).values({ tokenHash: hashToken(token), accountPk, expiresAt });
  return token;
}

/** Consumes a sign-in link; returns the account's key, or null when it was used, has expired or never existed. */
export async function useSignInToken(db: Db, token: string): Promise<number | null> {
  const [used] = await db
    .update(signInToken)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(signInToken.tokenHash, hashToken(token)),
        isNull(signInToken.usedAt),
        gt(signInToken.expiresAt, sql`now()`),
      ),
    )
    .returning({ accountPk: signInToken.accountPk });
  return used?.accountPk ?? null;
}

function sessionEnd(): Date {
  return new Date(Date.now() + sessionDays * 86_400_000);
}
