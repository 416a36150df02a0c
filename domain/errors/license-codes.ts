/** What can be wrong with a desktop licence; the spec's numbers for them are in `contract/rules/license.ts`. */
export const licenseProblems = [
  'unknown',
  'generic',
  'license-expired',
  'suspended',
  'grace-period-expired',
  'trial-expired',
  'system-permissions',
  'time',
  'network',
  'revoked',
  'invalid-key',
  'activation-limit',
  'activation-not-found',
  'release-not-allowed',
  'virtualization',
  'geofence',
  'server',
  'client',
  'maintenance-expired',
  'none',
  'altered',
  'no-service',
  'bad-answer',
] as const;

export type LicenseProblem = (typeof licenseProblems)[number];

/** Failures of the desktop edition: its licence and its projects folder. */
export const licenseErrorCodes = [
  'license.required',
  ...licenseProblems.map((problem) => `license.${problem}` as const),
  'projects-folder.relative',
  'projects-folder.missing',
  'projects-folder.not-a-folder',
  'projects-folder.not-writable',
  'projects-folder.inside-data',
  'projects-folder.none',
  'projects-folder.cannot-open',
] as const;
