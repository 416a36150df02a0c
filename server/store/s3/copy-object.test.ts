import { expect, it } from 'vitest';
import { bucketOf } from './copy-object.ts';

it.each([
  ['http://127.0.0.1:9000/surveys', 'surveys'],
  ['https://s3.eu-central-1.amazonaws.com/surveys/', 'surveys'],
  ['https://surveys.s3.amazonaws.com', 'surveys'],
  ['https://our.surveys.s3-eu-west-1.amazonaws.com/', 'our.surveys'],
  ['https://surveys.storage.example.com', 'surveys'],
])('the bucket at %s is %s', (url, bucket) => {
  expect(bucketOf(url)).toBe(bucket);
});
