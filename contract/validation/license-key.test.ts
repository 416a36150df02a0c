import { describe, expect, it } from 'vitest';
import { licenseKeyFault, normaliseLicenseKey } from './license-key.ts';

const format = 'validation.licenseKeyFormat';

describe('a licence key', () => {
  it.each([
    ['', 'validation.requiredField'],
    ['   ', 'validation.requiredField'],
    ['ABC-DEF-123-456', null],
    ['abc-def-123-456', null],
    ['  ABCDE-FGHIJ-12345-67890 ', null],
    ['ABCDEFGHI-ABCDEFGHI-123456789-123456789', null],
    ['AB-CDEF-1234-5678', format],
    ['ABCDEFGHIJ-CDEF-1234-5678', format],
    ['ABCD-EFGH-1234', format],
    ['ABCD-EFGH-1234-5678-9012', format],
    ['ABCD EFGH 1234 5678', format],
    ['ABCD-EFGH-12.4-5678', format],
    ['ÄBCD-EFGH-1234-5678', format],
    ['-ABCD-EFGH-1234-5678', format],
    ['ABCD--EFGH-1234', format],
  ])('"%s": %s', (key, fault) => {
    expect(licenseKeyFault(key, null)).toBe(fault);
  });

  it('must be another than the one in use, whatever its case', () => {
    expect(licenseKeyFault('abcd-efgh-1234-5678', 'ABCD-EFGH-1234-5678')).toBe('validation.licenseKeyInUse');
    expect(licenseKeyFault('abcd-efgh-1234-5679', 'ABCD-EFGH-1234-5678')).toBeNull();
    expect(normaliseLicenseKey(' abcd-efgh-1234-5678\n')).toBe('ABCD-EFGH-1234-5678');
  });
});
