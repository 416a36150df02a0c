import { unzlibSync } from 'fflate';
import { expect, it } from 'vitest';
import { deflate } from './deflate.ts';

it('makes a zlib stream that others expand, in a buffer of its own', () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, k) => (k * k) >> 7);
  const stream = deflate(bytes, 6);
  expect(unzlibSync(stream)).toEqual(bytes);
  expect(stream.length).toBeLessThan(bytes.length / 2);
  expect(stream.buffer.byteLength).toBe(stream.length);
});
