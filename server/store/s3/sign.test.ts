import { expect, test } from 'vitest';
import { presign } from './sign.ts';

test('signs as the example of the AWS documentation', () => {
  const settings = {
    url: 'https://examplebucket.s3.amazonaws.com',
    region: 'us-east-1',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  };
  const request = { method: 'GET', key: 'test.txt', query: {}, headers: {}, expiresSeconds: 86_400 };
  const url = new URL(presign(settings, request, new Date('2013-05-24T00:00:00Z')));
  expect(url.searchParams.get('X-Amz-Signature')).toBe(
    'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  );
});
