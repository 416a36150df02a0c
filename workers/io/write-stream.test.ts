import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { writeStream } from './write-stream.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'write-stream-'));
  folders.push(folder);
  return folder;
}

it('writes a file, also from a byte on', async () => {
  const path = join(await newFolder(), 'a');
  await writeStream(path, [Readable.from([Uint8Array.of(1, 2), Uint8Array.of(3)])], { flush: true });
  await writeStream(path, [Readable.from([Uint8Array.of(9)])], { flags: 'r+', start: 1 });
  expect([...(await readFile(path))]).toEqual([1, 9, 3]);
});

it('leaves nothing behind that is removed after a failure, however early it comes', async () => {
  const folder = await newFolder();
  for (let round = 0; round < 50; round++) {
    const path = join(folder, `${round}.part`);
    const failing = new Readable({ read: () => failing.destroy(new Error('early')) });
    await expect(writeStream(path, [failing])).rejects.toThrow('early');
    await rm(path, { force: true });
  }
  expect(await readdir(folder)).toEqual([]);
});
