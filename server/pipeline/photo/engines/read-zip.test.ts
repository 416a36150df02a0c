import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memorySource } from '#domain/formats/byte-source.ts';
import { extractEntry, listZip } from './read-zip.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zip-'));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

const content = Uint8Array.from({ length: 3_000_000 }, (_, at) => (at * at) >> 7);
const archive = zipSync({
  'a/b.bin': content,
  'stored.txt': [new TextEncoder().encode('as it is'), { level: 0 }],
});
const source = (bytes: Uint8Array) => memorySource('all.zip', bytes);

describe('ZIP archives', () => {
  it('lists and unpacks packed and stored files, in any order', async () => {
    const entries = await listZip(source(archive));
    expect(entries.map(({ name, size }) => [name, size])).toEqual([
      ['a/b.bin', content.length],
      ['stored.txt', 8],
    ]);
    await extractEntry(source(archive), entries[1]!, join(folder, 's'));
    await extractEntry(source(archive), entries[0]!, join(folder, 'b'));
    expect(await readFile(join(folder, 's'), 'utf8')).toBe('as it is');
    expect(Buffer.compare(await readFile(join(folder, 'b')), content)).toBe(0);
  });

  it('leaves nothing behind of a file whose bytes are wrong', async () => {
    const entries = await listZip(source(archive));
    for (const at of [100, 2000]) {
      const damaged = archive.slice();
      damaged[at] = damaged[at]! ^ 0x55;
      const run = extractEntry(source(damaged), entries[0]!, join(folder, 'bad'));
      await expect(run).rejects.toMatchObject({ code: 'engine.bad-archive' });
    }
    const lies = extractEntry(source(archive), { ...entries[1]!, size: 3 }, join(folder, 'bad'));
    await expect(lies).rejects.toMatchObject({ code: 'engine.bad-archive' });
    expect((await readdir(folder)).filter((name) => name.startsWith('bad'))).toEqual([]);
  });

  it('refuses a directory that is larger than the limit before it is read', async () => {
    const size = 2 * 46 + 'a/b.bin'.length + 'stored.txt'.length;
    expect(await listZip(source(archive), size)).toHaveLength(2);
    await expect(listZip(source(archive), size - 1)).rejects.toMatchObject({
      code: 'engine.bad-archive',
      params: { reason: 'a-directory-of-so-many-bytes', bytes: size },
    });
  });

  it('reads 64-bit sizes from the extra field', async () => {
    const plain = zipSync({ x: [Uint8Array.of(9, 8, 7), { level: 0 }] });
    const central = plain.length - 22 - 47;
    const extra = new Uint8Array(20);
    const view = new DataView(extra.buffer);
    view.setUint16(0, 1, true);
    view.setUint16(2, 16, true);
    view.setBigUint64(4, 3n, true);
    view.setBigUint64(12, 3n, true);
    const wide = new Uint8Array(plain.length + 20);
    wide.set(plain.subarray(0, central + 47));
    wide.set(extra, central + 47);
    wide.set(plain.subarray(central + 47), central + 67);
    const edit = new DataView(wide.buffer);
    edit.setUint16(central + 30, 20, true);
    edit.setUint32(central + 20, 0xffffffff, true);
    edit.setUint32(central + 24, 0xffffffff, true);
    edit.setUint32(wide.length - 22 + 12, 67, true);
    const entries = await listZip(source(wide));
    expect(entries).toMatchObject([{ name: 'x', size: 3, compressedSize: 3 }]);
    await extractEntry(source(wide), entries[0]!, join(folder, 'x'));
    expect([...(await readFile(join(folder, 'x')))]).toEqual([9, 8, 7]);
  });

  it('refuses what is no archive, or one cut short', async () => {
    await expect(listZip(source(new Uint8Array(0)))).rejects.toMatchObject({ code: 'engine.bad-archive' });
    await expect(listZip(source(archive.subarray(0, 5000)))).rejects.toMatchObject({
      code: 'engine.bad-archive',
    });
    const tail = archive.slice(archive.length - 200);
    await expect(listZip(source(tail))).rejects.toMatchObject({ code: 'engine.bad-archive' });
  });
});
