import type { LicenseProblem } from '#domain/errors/license-codes.ts';

/** `status` of a licence in force, and of a call that succeeded. */
export const licenseOk = 0;

/** Licence error codes of spec part 1, section 4. */
export const licenseErrors = {
  [-1]: 'unknown',
  1: 'generic',
  20: 'license-expired',
  21: 'suspended',
  22: 'grace-period-expired',
  25: 'trial-expired',
  44: 'system-permissions',
  47: 'time',
  48: 'network',
  53: 'revoked',
  54: 'invalid-key',
  58: 'activation-limit',
  59: 'activation-not-found',
  77: 'release-not-allowed',
  80: 'virtualization',
  81: 'geofence',
  83: 'virtualization',
  91: 'server',
  92: 'client',
  749: 'maintenance-expired',
} as const satisfies Record<number, LicenseProblem>;

/** Problems that have no number of their own, with the one they are answered under. */
const ownProblems = {
  none: 1,
  altered: 1,
  'no-service': 91,
  'bad-answer': 91,
} as const satisfies Partial<Record<LicenseProblem, number>>;

/** The problem of a status: null for one in force, `unknown` for numbers that the table lacks. */
export function licenseProblemOf(status: number): LicenseProblem | null {
  if (status === licenseOk) return null;
  return (licenseErrors as Readonly<Record<number, LicenseProblem>>)[status] ?? 'unknown';
}

/** The status under which a problem is answered; the lowest where two numbers mean the same. */
export function licenseStatusOf(problem: LicenseProblem | null): number {
  if (problem === null) return licenseOk;
  const own = (ownProblems as Readonly<Partial<Record<LicenseProblem, number>>>)[problem];
  if (own !== undefined) return own;
  const found = Object.entries(licenseErrors).find(([, name]) => name === problem);
  return Number(found?.[0] ?? -1);
}

/** Times of licences, in seconds (spec part 1, sections 4 and 9). */
export const licenseTimes = {
  /** A licence that was not checked online for so long needs internet. */
  checkIn: 90 * 86_400,
  graceNear: 86_400,
  maintenanceNear: 5 * 86_400,
  /** With so little left of the grace period a check is forced. */
  forcedCheck: 21.6 * 3600,
  /** A clock may go back so far without being called wrong. */
  clockTolerance: 3600,
  /** How long a probe of the connection holds. */
  probe: 30,
  infoRefetch: 3600,
} as const;

/** What a licence says, and the latest time that is known to have passed. Times in seconds since 1970. */
export interface LicenseFacts {
  /** 0 in force, else a number of the table. */
  readonly status: number;
  readonly trial: boolean;
  /** End of a trial, or of the maintenance of a paid licence; null for never. */
  readonly expiresAt: number | null;
  /** End of work without a check, as the licence grants it. */
  readonly graceEnd: number;
  readonly issuedAt: number;
  readonly lastSeen: number;
}

/** The end of work without a check: what the licence grants, at most 90 days from its issue. */
export function graceEndOf(facts: Pick<LicenseFacts, 'graceEnd' | 'issuedAt'>): number {
  return Math.min(facts.graceEnd, facts.issuedAt + licenseTimes.checkIn);
}

/**
 * What keeps a licence from being valid at `now`, or null. A paid licence stays valid when its maintenance has run
 * out. A clock behind the licence's issue or behind a time seen before is `time`.
 */
export function licenseProblemAt(facts: LicenseFacts, now: number): LicenseProblem | null {
  const problem = licenseProblemOf(facts.status);
  if (problem !== null) return problem;
  const passed = Math.max(facts.issuedAt, facts.lastSeen);
  if (now < passed - licenseTimes.clockTolerance) return 'time';
  if (facts.trial && facts.expiresAt !== null && now >= facts.expiresAt) return 'trial-expired';
  return now >= graceEndOf(facts) ? 'grace-period-expired' : null;
}

export type Nearness = 'valid' | 'nearing' | 'expired';

/** The state of a time limit at `now`: nearing when under `near` seconds remain. */
export function nearnessOf(end: number | null, now: number, near: number): Nearness {
  if (end === null || end - now >= near) return 'valid';
  return now >= end ? 'expired' : 'nearing';
}

/** Whether a check must be made now that the machine is online: little or nothing is left of the grace period. */
export function needsForcedCheck(graceEnd: number | null, now: number, isOnline: boolean): boolean {
  return isOnline && graceEnd !== null && graceEnd - now < licenseTimes.forcedCheck;
}
