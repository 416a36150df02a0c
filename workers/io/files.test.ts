import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { AppError } from '#domain/errors/app-error.ts';
import { openFileSource } from './file-source.ts';
import { createOutputFile } from './output-file.ts';
import { readPrjBeside } from './prj-file.ts';

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-io-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('a file is read by position, cut at its end', async () => {
  const path = join(await createFolder(), 'a.bin');
  await writeFile(path, Uint8Array.from([1, 2, 3, 4, 5]));
  const source = await openFileSource(path);
  onTestFinished(() => source.close());
  expect(source).toMatchObject({ name: path, size: 5 });
  expect(Array.from(await source.read(1, 3))).toEqual([2, 3, 4]);
  expect(Array.from(await source.read(4, 3))).toEqual([5]);
  expect(await source.read(9, 3)).toHaveLength(0);
  await truncate(path, 2);
  await expect(source.read(0, 5)).rejects.toMatchObject({ code: 'io.changed' });
});

test('what cannot be opened is named', async () => {
  const folder = await createFolder();
  await expect(openFileSource(join(folder, 'none'))).rejects.toMatchObject({ code: 'io.not-found' });
  await expect(openFileSource(folder)).rejects.toMatchObject({ code: 'io.not-a-file' });
});

test('an output file appears when it is committed and replaces the old one', async () => {
  const folder = await createFolder();
  const path = join(folder, 'out.bin');
  await writeFile(path, 'old');
  const output = await createOutputFile(path);
  await output.append(Uint8Array.from([0, 0, 3]));
  await output.append(Uint8Array.from([4]));
  await output.writeAt(0, Uint8Array.from([1, 2]));
  expect(output.length).toBe(4);
  expect(await readFile(path, 'utf8')).toBe('old');
  await output.commit(async () => {});
  expect(Array.from(await readFile(path))).toEqual([1, 2, 3, 4]);
  expect(await readdir(folder)).toEqual(['out.bin']);
});

test('an output that is not what it should be does not appear, and the old one stays', async () => {
  const folder = await createFolder();
  const path = join(folder, 'out.bin');
  await writeFile(path, 'old');
  const output = await createOutputFile(path);
  await output.append(Uint8Array.from([7, 8]));
  const seen: number[] = [];
  const prove = async (draft: string) => {
    seen.push(...(await readFile(draft)));
    throw new AppError('product.bytes-differ', { file: path });
  };
  await expect(output.commit(prove)).rejects.toMatchObject({ code: 'product.bytes-differ' });
  await output.discard();
  expect(seen).toEqual([7, 8]);
  expect(await readFile(path, 'utf8')).toBe('old');
  expect(await readdir(folder)).toEqual(['out.bin']);
});

test('a discarded output leaves nothing; a missing folder is named', async () => {
  const folder = await createFolder();
  const output = await createOutputFile(join(folder, 'out.bin'));
  await output.append(Uint8Array.from([1]));
  await output.discard();
  expect(await readdir(folder)).toEqual([]);
  await expect(createOutputFile(join(folder, 'none', 'out.bin'))).rejects.toMatchObject({
    code: 'io.not-found',
  });
});

test('the .prj beside a file is found under the usual names', async () => {
  const folder = await createFolder();
  expect(await readPrjBeside(join(folder, 'a.las'))).toBeUndefined();
  await writeFile(join(folder, 'a.prj'), '\ufeffPROJCS["x"]\n');
  expect(await readPrjBeside(join(folder, 'a.las'))).toBe('PROJCS["x"]');
  expect(await readPrjBeside(join(folder, 'a.copc.laz'))).toBe('PROJCS["x"]');
  expect(await readPrjBeside('http://x/a.las')).toBeUndefined();
});
