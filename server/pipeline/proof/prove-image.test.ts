import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FileProof } from '#contract/schemas/file-proofs.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';
import { writeImage } from '../write-image.ts';
import { proveContent } from './publish.ts';

const pool = createLocalPool();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-picture-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const pixelsOf = (channels: number) =>
  Uint8Array.from({ length: 61 * 40 * channels }, (_, k) => (k * 7919) % 251);

describe.each([3, 4] as const)('a picture of %i channels', (channels) => {
  const picture = { width: 61, height: 40, channels, pixels: pixelsOf(channels) };
  let path: string;
  let proof: FileProof;
  beforeAll(async () => {
    path = join(folder, `${channels}.png`);
    proof = await writeImage(path, picture, pool);
  });

  test('is what was written', async () => {
    expect(proof).toMatchObject({ kind: 'picture', width: 61, height: 40 });
    await expect(proveContent(path, path, proof, { pool })).resolves.toBeUndefined();
  });

  test('is refused where a pixel is another, or two changed places', async () => {
    const other = join(folder, `other-${channels}.png`);
    const pixels = pixelsOf(channels);
    pixels[500]! ^= 1;
    await writeImage(other, { ...picture, pixels }, pool);
    const refused = { code: 'product.pixels-differ', params: { file: 'a.png', what: 'values' } };
    await expect(proveContent(other, 'a.png', proof, { pool })).rejects.toMatchObject(refused);
    const swapped = pixelsOf(channels);
    swapped.copyWithin(0, channels, 2 * channels);
    swapped.set(pixelsOf(channels).subarray(0, channels), channels);
    await writeImage(other, { ...picture, pixels: swapped }, pool);
    await expect(proveContent(other, 'a.png', proof, { pool })).rejects.toMatchObject(refused);
  });

  test('is refused with another size, or its end cut off', async () => {
    const other = join(folder, `size-${channels}.png`);
    await writeImage(other, { ...picture, width: 40, height: 61 }, pool);
    await expect(proveContent(other, 'a.png', proof, { pool })).rejects.toMatchObject({
      code: 'product.levels-differ',
    });
    const whole = await readFile(path);
    await writeFile(other, whole.subarray(0, whole.length / 2));
    await expect(proveContent(other, 'a.png', proof, { pool })).rejects.toMatchObject({
      code: 'product.unreadable',
    });
  });
});
