import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { hasFeature } from '#contract/editions.ts';
import type { Account, accountUpdate } from '#contract/schemas/account.ts';
import { normaliseEmail } from '#contract/validation/email.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ServerConfig } from '../../config/config.ts';
import type { Db } from '../../db/database.ts';
import { type AccountRow, account } from '../../db/schema/accounts.ts';
import { freeProcessing, remainingProcessing } from '../processing/metering.ts';
import { hashPassword, verifyPassword } from './password.ts';

export async function findAccountByEmail(db: Db, email: string): Promise<AccountRow | null> {
  const [row] = await db
    .select()
    .from(account)
    .where(eq(sql`lower(${account.email})`, normaliseEmail(email)));
  return row ?? null;
}

export interface NewAccount {
  readonly email: string;
  readonly password?: string;
  readonly firstName?: string;
  readonly isSuperuser?: boolean;
}

/** Creates an account; an existing one with that address is returned unchanged. */
export async function ensureAccount(db: Db, wanted: NewAccount): Promise<AccountRow> {
  const passwordHash = wanted.password === undefined ? null : await hashPassword(wanted.password);
  const [made] = await db
    .insert(account)
    .values({
      email: normaliseEmail(wanted.email),
      passwordHash,
      firstName: wanted.firstName ?? '',
      isSuperuser: wanted.isSuperuser ?? false,
    })
    .onConflictDoNothing()
    .returning();
  const row = made ?? (await findAccountByEmail(db, wanted.email));
  if (!row) throw new Error(`account ${wanted.email} vanished while it was made`);
  return row;
}

/** An account by its key. Throws `api.unauthenticated` where it was removed. */
export async function requireAccount(db: Db, pk: number): Promise<AccountRow> {
  const [row] = await db.select().from(account).where(eq(account.pk, pk));
  if (!row) throw new AppError('api.unauthenticated');
  return row;
}

/** The account of an address and a password. Throws `api.login-failed`, `api.email-unverified`. */
export async function authenticate(db: Db, email: string, password: string): Promise<AccountRow> {
  const row = await findAccountByEmail(db, email);
  const isRight = await verifyPassword(password, row?.passwordHash ?? null);
  if (!row || !isRight) throw new AppError('api.login-failed');
  if (!row.isEmailVerified) throw new AppError('api.email-unverified');
  return row;
}

/** Changes a person's own data, all but the address (`change-email.ts`). */
export async function updateAccount(
  db: Db,
  row: AccountRow,
  change: z.output<typeof accountUpdate>,
): Promise<AccountRow> {
  const [updated] = await db
    .update(account)
    .set({
      firstName: change.first_name ?? row.firstName,
      lastName: change.last_name ?? row.lastName,
      company: change.company ?? row.company,
      phone: change.phone ?? row.phone,
    })
    .where(eq(account.pk, row.pk))
    .returning();
  return updated ?? row;
}

/** A person's own account data. */
export function viewAccount(row: AccountRow, config: ServerConfig): Account {
  return {
    pk: row.pk,
    email: row.email,
    pending_email: row.pendingEmail,
    first_name: row.firstName,
    last_name: row.lastName,
    company: row.company,
    phone: row.phone,
    white_label: row.whiteLabel,
    available_processing: remainingProcessing(row, config),
    free_processing: freeProcessing(row, config),
    used_processing: row.usedProcessing,
    unlimited_processing_until: row.unlimitedProcessingUntil?.toISOString() ?? null,
    is_superuser: row.isSuperuser && hasFeature(config.edition, 'superView'),
    is_support_setup: config.edition === 'cloud' || row.email !== 'desktop',
    is_in_grace_period: false,
    next_billing_date: null,
    registration_approved: row.registrationApproved,
    trial_days_left: null,
    active_plans: [],
  };
}
