import { expect, it } from 'vitest';
import { memorySource } from './byte-source.ts';
import { readPictureSize } from './picture-size.ts';

const png = Uint8Array.from([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 3, 32, 0, 0, 2,
  88,
]);

const sizeOf = (bytes: Uint8Array<ArrayBuffer>) => readPictureSize(memorySource('plan', bytes));

it('reads the size of a PNG', async () => {
  expect(await sizeOf(png)).toEqual({ kind: 'png', width: 800, height: 600 });
});

it('refuses what is damaged, empty or another kind, and says so', async () => {
  const damaged = { code: 'overlay.bad-image', params: { file: 'plan', reason: 'its-data-are-damaged' } };
  await expect(sizeOf(png.slice(0, 20))).rejects.toMatchObject(damaged);
  await expect(sizeOf(Uint8Array.from([...png.slice(0, 16), ...new Uint8Array(8)]))).rejects.toMatchObject(
    damaged,
  );
  await expect(sizeOf(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 4]))).rejects.toMatchObject(damaged);
  const other = { params: { reason: 'no-picture-of-a-known-kind' } };
  await expect(sizeOf(new TextEncoder().encode('hello, I am no picture at all'))).rejects.toMatchObject(
    other,
  );
  await expect(sizeOf(new Uint8Array(0))).rejects.toMatchObject(other);
});
