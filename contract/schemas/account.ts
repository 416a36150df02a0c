import { z } from 'zod';
import { limits } from '../limits.ts';
import { timestamp } from './common.ts';

/** The signed-in person. Amounts of processing in GiB; null where they have no limit. */
export const account = z.object({
  pk: z.number().int(),
  email: z.string(),
  /** An address that is to take the place of `email`: once the code that was sent there comes back. */
  pending_email: z.string().nullable(),
  first_name: z.string(),
  last_name: z.string(),
  company: z.string(),
  phone: z.string(),
  white_label: z.string(),
  available_processing: z.number().nullable(),
  free_processing: z.number().nullable(),
  used_processing: z.number(),
  unlimited_processing_until: timestamp.nullable(),
  is_superuser: z.boolean(),
  is_support_setup: z.boolean(),
  is_in_grace_period: z.boolean(),
  next_billing_date: timestamp.nullable(),
  registration_approved: z.boolean(),
  trial_days_left: z.number().nullable(),
  active_plans: z.array(z.string()),
});

export type Account = z.output<typeof account>;

const name = z.string().trim().max(limits.nameLength);

/** `password`: the present one, required to change the address. */
export const accountUpdate = z.object({
  email: z.string().max(limits.nameLength).optional(),
  password: z.string().max(limits.passwordMax).optional(),
  first_name: name.optional(),
  last_name: name.optional(),
  company: name.optional(),
  phone: name.optional(),
});

export const loginBody = z.object({
  email: z.string().max(limits.nameLength),
  password: z.string().max(limits.passwordMax),
  white_label: z.string().max(limits.nameLength).optional(),
});

/** What a one-time link carries. */
export const signInBody = z.object({ token: z.string().max(limits.nameLength) });

export const existenceBody = z.object({
  email: z.string().max(limits.nameLength).optional(),
  username: z.string().max(limits.nameLength).optional(),
});

/** The code that was sent to an address. */
export const emailVerification = z.object({
  email: z.string().max(limits.nameLength),
  verification_code: z.string().max(limits.nameLength),
});

/** Ends the other sessions of the account, too. */
export const logoutQuery = z.object({ everywhere: z.stringbool().default(false) });
