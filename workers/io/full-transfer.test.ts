import { describe, expect, test } from 'vitest';
import {
  type ReadableHandle,
  readExactly,
  readFully,
  type WritableHandle,
  writeFully,
} from './full-transfer.ts';

const content = Uint8Array.from({ length: 1000 }, (_, at) => (at * 7) % 251);

/** A handle that moves at most `most` bytes a call, as pipes, network folders and full disks do. */
function slowHandle(held: Uint8Array, most: number): ReadableHandle & WritableHandle {
  const transfer = {
    async read(target: Uint8Array, at: number, length: number, position: number) {
      const bytesRead = Math.max(0, Math.min(most, length, held.length - position));
      target.set(held.subarray(position, position + bytesRead), at);
      return { bytesRead, buffer: target };
    },
    async write(bytes: Uint8Array, at: number, length: number, position: number) {
      const bytesWritten = Math.min(most, length);
      held.set(bytes.subarray(at, at + bytesWritten), position);
      return { bytesWritten, buffer: bytes };
    },
  };
  return transfer as unknown as ReadableHandle & WritableHandle;
}

describe('transfers of files that move fewer bytes than asked for', () => {
  test.each([1, 7, 999, 1000, 5000])('all bytes are read, %i at a time', async (most) => {
    const target = new Uint8Array(900);
    expect(await readFully(slowHandle(content, most), target, 100)).toBe(900);
    expect(target).toEqual(content.subarray(100));
  });

  test('a file that ends early is told by the count', async () => {
    expect(await readFully(slowHandle(content, 64), new Uint8Array(500), 900)).toBe(100);
  });

  test('a file of our own that ends early is a failure', async () => {
    expect(await readExactly(slowHandle(content, 64), 100, 900, 'a.tiles')).toEqual(content.subarray(900));
    await expect(readExactly(slowHandle(content, 64), 101, 900, 'a.tiles')).rejects.toMatchObject({
      code: 'io.changed',
      params: { file: 'a.tiles' },
    });
  });

  test.each([1, 7, 999, 1000, 5000])('all bytes are written, %i at a time', async (most) => {
    const held = new Uint8Array(1100);
    await writeFully(slowHandle(held, most), content, 100);
    expect(held.subarray(100)).toEqual(content);
  });
});
