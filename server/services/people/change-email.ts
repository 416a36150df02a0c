import { randomInt } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { hasFeature } from '#contract/editions.ts';
import { type EmailFault, emailFault, isLocalEmail, normaliseEmail } from '#contract/validation/email.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { type AccountRow, account } from '../../db/schema/accounts.ts';
import type { ServerContext } from '../context.ts';
import { composeCode } from '../mail/compose-code.ts';
import { createMailer } from '../mail/create-mailer.ts';
import { findAccountByEmail } from './accounts.ts';
import { verifyPassword } from './password.ts';
import { hashToken, makeToken } from './secrets.ts';

/** Minutes for which a code is valid, and the number of wrong ones that invalidates it. */
const codeMinutes = 30;
const wrongCodes = 5;
const codeDigits = 8;

/**
 * Starts the change of an account's address: it takes effect once the code sent there is confirmed; until then the
 * account receives nothing meant for it. Without accounts it takes effect at once. Throws `api.invalid-field`,
 * `account.password-needed` where the present password is missing or wrong, `mail.not-sent`.
 */
export async function requestEmailChange(
  context: ServerContext,
  row: AccountRow,
  request: { readonly email: string; readonly password: string | undefined },
): Promise<void> {
  const email = normaliseEmail(request.email);
  if (email === normaliseEmail(row.email)) return;
  await checkAddress(context, row, email);
  if (!hasFeature(context.config.edition, 'accounts')) {
    await context.db.update(account).set({ email }).where(eq(account.pk, row.pk));
    return;
  }
  if (row.passwordHash !== null && !(await verifyPassword(request.password ?? '', row.passwordHash))) {
    throw new AppError('account.password-needed');
  }
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0');
  await context.db
    .update(account)
    .set({
      pendingEmail: email,
      pendingCodeHash: hashToken(code),
      pendingUntil: new Date(Date.now() + codeMinutes * 60_000),
      pendingTries: 0,
    })
    .where(eq(account.pk, row.pk));
  const mailer = createMailer(context.config);
  const id = `<code-${makeToken()}@plumbline>`;
  const delivery = await mailer.send({ to: email, id, when: new Date(), ...composeCode(code, codeMinutes) });
  mailer.close();
  if (delivery !== 'sent' && delivery !== 'kept') throw new AppError('mail.not-sent', { email });
}

/** Throws `api.invalid-field`. Addresses of this machine belong to accounts that the server creates. */
async function checkAddress(context: ServerContext, row: AccountRow, email: string): Promise<void> {
  const refuse = (fault: EmailFault | 'validation.existingAccount') =>
    new AppError('api.invalid-field', { field: 'email', reason: fault });
  const fault = isLocalEmail(email) ? 'validation.invalidEmail' : emailFault(email);
  if (fault) throw refuse(fault);
  const other = await findAccountByEmail(context.db, email);
  if (other && other.pk !== row.pk) throw refuse('validation.existingAccount');
}

/**
 * Completes the change of an account's address with the code sent there. Throws `account.code-wrong` where the code
 * is wrong, expired or has too many wrong tries, `api.invalid-field` where another account has taken the address.
 */
export async function verifyEmail(
  context: ServerContext,
  row: AccountRow,
  said: { readonly email: string; readonly code: string },
): Promise<AccountRow> {
  const email = normaliseEmail(said.email);
  const [tried] = await context.db
    .update(account)
    .set({ pendingTries: sql`${account.pendingTries} + 1` })
    .where(
      and(
        eq(account.pk, row.pk),
        eq(account.pendingEmail, email),
        gt(account.pendingUntil, sql`now()`),
        lt(account.pendingTries, wrongCodes),
      ),
    )
    .returning();
  if (tried?.pendingCodeHash !== hashToken(said.code.trim())) throw new AppError('account.code-wrong');
  await checkAddress(context, row, email);
  const [updated] = await context.db
    .update(account)
    .set({
      email,
      isEmailVerified: true,
      pendingEmail: null,
      pendingCodeHash: null,
      pendingUntil: null,
      pendingTries: 0,
    })
    .where(and(eq(account.pk, row.pk), eq(account.pendingEmail, email)))
    .returning();
  if (!updated) throw new AppError('account.code-wrong');
  return updated;
}
