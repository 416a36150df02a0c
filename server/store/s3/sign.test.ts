import { expect, test } from 'vitest';
import { presign } from './sign.ts';

test('signs as the example of the AWS documentation', async () => {
  const settings = {
    url: 'https://examplebucket.s3.amazonaws.com',
    region: 'us-east-1',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  };
  const request = { method: 'GET', key: 'test.txt', query: {}, headers: {}, expiresSeconds: 86_400 };
  const url = new URL(await presign(settings, request, new Date('2013-05-24T00:00:00Z')));
  expect(url.searchParams.get('X-Amz-Signature')).toBe(
    'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  );
});

test('signs names, queries and headers that have to be escaped, each part of them', async () => {
  const settings = {
    url: 'https://s3.example.com/bucket/',
    region: 'eu-central-1',
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'secret/+x',
  };
  const request = {
    method: 'PUT',
    key: "a b/ü (1)!'*.tif",
    query: { partNumber: '3', uploadId: 'x+/=' },
    headers: { 'content-type': 'image/tiff' },
    expiresSeconds: 900,
  };
  const url = new URL(await presign(settings, request, new Date('2026-01-02T03:04:05Z')));
  expect(url.pathname).toBe('/bucket/a%20b/%C3%BC%20%281%29%21%27%2A.tif');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    partNumber: '3',
    uploadId: 'x+/=',
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': 'AKIDEXAMPLE/20260102/eu-central-1/s3/aws4_request',
    'X-Amz-Date': '20260102T030405Z',
    'X-Amz-Expires': '900',
    'X-Amz-SignedHeaders': 'content-type;host',
    'X-Amz-Signature': '5d0830419fbedd788fd8deb200f9be7bc1f7362285d4d5613b45c4f3ad654323',
  });
});
