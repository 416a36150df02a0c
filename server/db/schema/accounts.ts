import { boolean, doublePrecision, integer, pgTable } from 'drizzle-orm/pg-core';
import { jsonb, text, time } from './columns.ts';

/** Values that all servers of a database share, including the cookie key. */
export const setting = pgTable('setting', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
});

export const account = pgTable('account', {
  pk: integer('pk').primaryKey().generatedAlwaysAsIdentity(),
  email: text('email').notNull(),
  passwordHash: text('password_hash'),
  firstName: text('first_name').notNull().default(''),
  lastName: text('last_name').notNull().default(''),
  company: text('company').notNull().default(''),
  phone: text('phone').notNull().default(''),
  whiteLabel: text('white_label').notNull().default('plumbline'),
  isSuperuser: boolean('is_superuser').notNull().default(false),
  isEmailVerified: boolean('is_email_verified').notNull().default(true),
  registrationApproved: boolean('registration_approved').notNull().default(true),
  freeProcessing: doublePrecision('free_processing'),
  usedProcessing: doublePrecision('used_processing').notNull().default(0),
  unlimitedProcessingUntil: time('unlimited_processing_until'),
  /** A new address, valid once the code sent there is confirmed. */
  pendingEmail: text('pending_email'),
  pendingCodeHash: text('pending_code_hash'),
  pendingUntil: time('pending_until'),
  /** Wrong codes entered. */
  pendingTries: integer('pending_tries').notNull().default(0),
  whenCreated: time('when_created').notNull().defaultNow(),
});

/** A row of `account`. */
export type AccountRow = typeof account.$inferSelect;

/** Signed-in browsers. Only hashes of tokens are kept. */
export const session = pgTable('session', {
  tokenHash: text('token_hash').primaryKey(),
  accountPk: integer('account_pk').notNull(),
  whenCreated: time('when_created').notNull().defaultNow(),
  expiresAt: time('expires_at').notNull(),
});

/** One-time sign-in links. */
export const signInToken = pgTable('sign_in_token', {
  tokenHash: text('token_hash').primaryKey(),
  accountPk: integer('account_pk').notNull(),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
});
