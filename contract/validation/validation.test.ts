import { describe, expect, it } from 'vitest';
import { emailFault, normaliseEmail } from './email.ts';
import { projectNameFault } from './project-name.ts';
import { parsePk, reservedSegments } from './reserved-words.ts';

describe('an e-mail address', () => {
  it.each(['a@b.co', 'first.last+tag@sub.example.com', 'owner@localhost'])('%s is good', (email) => {
    expect(emailFault(email)).toBeNull();
  });
  it.each(['a@b', 'a b@c.de', 'a@@b.co', 'a@b.co ', '@b.co', 'a@', 'a@b.', `${'x'.repeat(251)}@b.co`])(
    '%s is not',
    (email) => {
      expect(emailFault(email)).toBe('validation.invalidEmail');
    },
  );
  it('must be given, and is compared without case and outer spaces', () => {
    expect(emailFault('  ')).toBe('validation.requiredField');
    expect(normaliseEmail(' A@B.Co ')).toBe('a@b.co');
  });
});

describe('a project name', () => {
  it.each([
    ['a'.repeat(256), 'validation.windows.error-length'],
    ['a/b', 'validation.windows.error-reserved-character'],
    ['a\u0007b', 'validation.windows.error-reserved-character'],
    ['what?', 'validation.windows.error-reserved-character'],
    ['..', 'validation.windows.error-reserved-name'],
    ['CON', 'validation.windows.error-reserved-name'],
    ['lpt0', 'validation.windows.error-reserved-name'],
    ['com9.txt', 'validation.windows.error-reserved-name'],
    ['com10', null],
    ['console', null],
    ['Quarry 3', null],
  ])('%s on the desktop: %s', (name, fault) => {
    expect(projectNameFault(name, 'desktop', null)).toBe(fault);
  });
  it('may hold anything on cloud but must be given, not too long, and new', () => {
    expect(projectNameFault('a/b?', 'cloud', null)).toBeNull();
    expect(projectNameFault('  ', 'cloud', null)).toBe('validation.requiredField');
    expect(projectNameFault('a'.repeat(256), 'cloud', null)).toBe('validation.windows.error-length');
    expect(projectNameFault(' Pit ', 'cloud', 'Pit')).toBe('validation.nameIdenticalToExisting');
    expect(projectNameFault('pit', 'cloud', 'Pit')).toBeNull();
    expect(projectNameFault('pit', 'desktop', 'Pit')).toBe('validation.nameIdenticalToExisting');
  });
});

describe('a segment of an address', () => {
  it('is a key when it is a positive integer in its shortest form', () => {
    expect(parsePk('42')).toBe(42);
    for (const text of ['0', '-1', '042', '4.2', '1e3', '', ' 1', '9999999999', ...reservedSegments]) {
      expect(parsePk(text), text).toBeNull();
    }
  });
});
