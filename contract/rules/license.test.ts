import { describe, expect, it } from 'vitest';
import { licenseProblems } from '#domain/errors/license-codes.ts';
import {
  graceEndOf,
  type LicenseFacts,
  licenseProblemAt,
  licenseProblemOf,
  licenseStatusOf,
  nearnessOf,
  needsForcedCheck,
} from './license.ts';

const day = 86_400;
const issued = 1_700_000_000;

function createFacts(change: Partial<LicenseFacts> = {}): LicenseFacts {
  return {
    status: 0,
    trial: false,
    expiresAt: issued + 365 * day,
    graceEnd: issued + 30 * day,
    issuedAt: issued,
    lastSeen: issued,
    ...change,
  };
}

describe('the table of licence errors', () => {
  it.each([
    [-1, 'unknown'],
    [1, 'generic'],
    [20, 'license-expired'],
    [21, 'suspended'],
    [22, 'grace-period-expired'],
    [25, 'trial-expired'],
    [44, 'system-permissions'],
    [47, 'time'],
    [48, 'network'],
    [53, 'revoked'],
    [54, 'invalid-key'],
    [58, 'activation-limit'],
    [59, 'activation-not-found'],
    [77, 'release-not-allowed'],
    [80, 'virtualization'],
    [81, 'geofence'],
    [83, 'virtualization'],
    [91, 'server'],
    [92, 'client'],
    [749, 'maintenance-expired'],
    [12_345, 'unknown'],
    [0, null],
  ])('%d is %s', (status, problem) => {
    expect(licenseProblemOf(status)).toBe(problem);
  });

  it('leads back from every problem to a number that is not "in force"', () => {
    for (const problem of licenseProblems) expect(licenseStatusOf(problem), problem).not.toBe(0);
    expect(licenseStatusOf('time')).toBe(47);
    expect(licenseStatusOf('virtualization')).toBe(80);
    expect(licenseStatusOf('unknown')).toBe(-1);
    expect(licenseStatusOf(null)).toBe(0);
  });
});

describe('a licence', () => {
  it('is valid until its grace period ends, to the second', () => {
    const facts = createFacts();
    expect(licenseProblemAt(facts, issued + 30 * day - 1)).toBeNull();
    expect(licenseProblemAt(facts, issued + 30 * day)).toBe('grace-period-expired');
  });

  it('must be checked every 90 days, whatever grace it grants', () => {
    const facts = createFacts({ graceEnd: issued + 1000 * day, expiresAt: null });
    expect(graceEndOf(facts)).toBe(issued + 90 * day);
    expect(licenseProblemAt(facts, issued + 90 * day - 1)).toBeNull();
    expect(licenseProblemAt(facts, issued + 90 * day)).toBe('grace-period-expired');
  });

  it('ends with its trial, but goes on without maintenance when it is paid for', () => {
    const expiresAt = issued + 5 * day;
    const trial = createFacts({ trial: true, expiresAt });
    expect(licenseProblemAt(trial, expiresAt - 1)).toBeNull();
    expect(licenseProblemAt(trial, expiresAt)).toBe('trial-expired');
    expect(licenseProblemAt(createFacts({ expiresAt }), expiresAt + day)).toBeNull();
    expect(nearnessOf(expiresAt, expiresAt + day, 5 * day)).toBe('expired');
  });

  it('is not valid with a clock put back behind its issue or a time seen before', () => {
    expect(licenseProblemAt(createFacts(), issued - 3600)).toBeNull();
    expect(licenseProblemAt(createFacts(), issued - 3601)).toBe('time');
    const seen = createFacts({ lastSeen: issued + 10 * day });
    expect(licenseProblemAt(seen, issued + 10 * day - 3601)).toBe('time');
    expect(licenseProblemAt(seen, issued + 10 * day)).toBeNull();
  });

  it('has the problem that its service signed', () => {
    expect(licenseProblemAt(createFacts({ status: 53 }), issued)).toBe('revoked');
    expect(licenseProblemAt(createFacts({ status: 7 }), issued)).toBe('unknown');
  });
});

describe('what is about to end', () => {
  it('is nearing below the threshold only', () => {
    expect(nearnessOf(null, issued, day)).toBe('valid');
    expect(nearnessOf(issued + day, issued, day)).toBe('valid');
    expect(nearnessOf(issued + day - 1, issued, day)).toBe('nearing');
    expect(nearnessOf(issued, issued, day)).toBe('expired');
  });

  it('forces a check with less than 21.6 hours of grace, online only', () => {
    const edge = issued + 21.6 * 3600;
    expect(needsForcedCheck(edge, issued, true)).toBe(false);
    expect(needsForcedCheck(edge - 1, issued, true)).toBe(true);
    expect(needsForcedCheck(edge - 1, issued, false)).toBe(false);
    expect(needsForcedCheck(null, issued, true)).toBe(false);
  });
});
