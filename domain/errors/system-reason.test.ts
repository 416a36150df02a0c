import { expect, test } from 'vitest';
import { systemReason } from './system-reason.ts';

const failure = (code: string) => Object.assign(new Error(`${code}: read, /home/somebody/a.las`), { code });

test('the code of the system is a reason with words, also of a cause', () => {
  expect(systemReason(failure('EIO'))).toEqual({ reason: 'the-device-failed' });
  const refused = new TypeError('fetch failed', { cause: failure('ECONNREFUSED') });
  expect(systemReason(refused)).toEqual({ reason: 'the-connection-was-refused' });
  expect(systemReason(new DOMException('changed', 'NotReadableError'))).toEqual({
    reason: 'it-was-changed-or-locked',
  });
});

test('another code is given as it is, and a message never', () => {
  expect(systemReason(failure('EXDEV'))).toEqual({ reason: 'a-fault-with-a-code', fault: 'EXDEV' });
  expect(systemReason(new Error('secret'))).toEqual({ reason: 'no-reason-given' });
  expect(systemReason(new TypeError('Failed to fetch'))).toEqual({ reason: 'the-connection-failed' });
  expect(systemReason('secret')).toEqual({ reason: 'no-reason-given' });
});
