import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../byte-source.ts';
import { crc32 } from '../crc32.ts';
import { openWholeEntries } from './read-whole-entry.ts';
import { writeZip } from './write-zip.ts';

async function archiveOf(...files: { name: string; bytes: Uint8Array }[]): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const part of writeZip(files)) parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}

/** An archive whose only entry is deflated, and says that it unpacks to `size` bytes. */
async function deflatedArchive(content: Uint8Array, size = content.length): Promise<Uint8Array> {
  const packed = new Uint8Array(deflateRawSync(content));
  const archive = await archiveOf({ name: 'a', bytes: packed });
  const view = new DataView(archive.buffer);
  const central = archive.length - 22 - 47;
  view.setUint16(central + 10, 8, true);
  view.setUint32(central + 16, crc32(content), true);
  view.setUint32(central + 24, size, true);
  return archive;
}

async function readFirst(bytes: Uint8Array, limit?: number): Promise<Uint8Array> {
  const archive = await openWholeEntries(memorySource('a.zip', bytes), limit);
  return await archive.read(archive.entries[0]!);
}

const text = new TextEncoder().encode('points, lines and areas '.repeat(50));

describe('entries of an archive', () => {
  it('are read as they were put in', async () => {
    expect(await readFirst(await archiveOf({ name: 'a', bytes: text }))).toEqual(text);
    expect(await readFirst(await deflatedArchive(text))).toEqual(text);
  });

  it('are refused where the bytes are others than the archive states', async () => {
    const unreadable = { code: 'archive.entry-unreadable' };
    await expect(readFirst(await deflatedArchive(text, text.length + 1))).rejects.toMatchObject(unreadable);
    await expect(readFirst(await deflatedArchive(text, text.length - 1))).rejects.toMatchObject(unreadable);
    const damaged = await archiveOf({ name: 'a', bytes: text });
    damaged[40]! ^= 1;
    await expect(readFirst(damaged)).rejects.toMatchObject(unreadable);
  });

  it('are refused before they unpack to more than an archive of its size may hold', async () => {
    const bomb = await deflatedArchive(new Uint8Array(64 << 20));
    expect(bomb.length).toBeLessThan(100_000);
    await expect(readFirst(bomb)).rejects.toMatchObject({ code: 'archive.too-large' });
  });

  it('are counted together', async () => {
    const archive = await openWholeEntries(memorySource('a.zip', await deflatedArchive(text)), 2000);
    await archive.read(archive.entries[0]!);
    await expect(archive.read(archive.entries[0]!)).rejects.toMatchObject({ code: 'archive.too-large' });
  });

  it('are none where there is no directory', async () => {
    await expect(readFirst(text)).rejects.toMatchObject({ code: 'archive.unreadable' });
  });
});
