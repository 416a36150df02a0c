import { z } from 'zod';
import { licenseProblems } from '#domain/errors/license-codes.ts';
import { limits } from '../limits.ts';
import { queryFlag } from './common.ts';

const seconds = z.number().int().nullable();

/** `definitely-offline` is confirmed by a probe of the licence service; `none` where no service is configured. */
export const licenseServices = ['maybe-online', 'definitely-offline', 'none'] as const;

/**
 * Whose signatures count: those of the release, or of a key that a developer named, which the interface says; `none` where
 * neither is there.
 */
export const licenseAnchors = ['release', 'developer', 'none'] as const;

export type LicenseAnchor = (typeof licenseAnchors)[number];

/** The licence of a desktop installation. Times in seconds since 1970. Without a licence `key` is null. */
export const licenseInfo = z.object({
  key: z.string().nullable(),
  addons: z.record(z.string(), z.boolean()),
  activated_at: seconds,
  /** End of the trial, or of the maintenance of a paid licence. */
  expires_at: seconds,
  grace_end: seconds,
  all_users: z.boolean(),
  trial: z.boolean(),
  ok: z.boolean(),
  status: z.number().int(),
  /** The problem that `status` is the number of; null when ok. */
  problem: z.enum(licenseProblems).nullable(),
  service: z.enum(licenseServices),
  anchor: z.enum(licenseAnchors),
});

export type LicenseInfo = z.output<typeof licenseInfo>;

export const activateQuery = z.object({
  license: z.string().max(limits.nameLength),
  for_all_users: queryFlag.optional(),
});

export const trialQuery = z.object({
  email: z.string().trim().max(limits.nameLength),
  /** First and last name joined. */
  name: z
    .string()
    .trim()
    .max(2 * limits.nameLength)
    .optional(),
  company: z.string().trim().max(limits.nameLength).optional(),
});

/** What became of a licence call. `message` is the English text of `problem`. */
export const licenseOutcome = z.object({
  ok: z.boolean(),
  status: z.number().int(),
  problem: z.enum(licenseProblems).nullable(),
  message: z.string().nullable(),
});

export type LicenseOutcome = z.output<typeof licenseOutcome>;

/** The projects folder. `enabled` false: the person chose to work without one. */
export const exportDirectory = z.object({
  path: z.string().max(4096).nullable(),
  enabled: z.boolean(),
});

export type ExportDirectory = z.output<typeof exportDirectory>;
