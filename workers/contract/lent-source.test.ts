import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#domain/errors/app-error.ts';
import { type ByteSource, memorySource } from '#domain/formats/byte-source.ts';
import { borrowSource, lendSource } from './lent-source.ts';

const bytes = Uint8Array.from({ length: 100 }, (_, i) => i);

function lend(source: ByteSource) {
  const ending = new AbortController();
  const { lent, end } = lendSource('a', source, ending.signal);
  return { borrowed: borrowSource(lent, ending.signal), end, ending };
}

describe('a byte source that was lent to another thread', () => {
  it('reads what the source reads, several pieces at a time', async () => {
    const { borrowed, end } = lend(memorySource('a.tif', bytes));
    const pieces = await Promise.all([borrowed.read(10, 5), borrowed.read(0, 3), borrowed.read(95, 20)]);
    expect(pieces.map((piece) => [...piece])).toEqual([
      [10, 11, 12, 13, 14],
      [0, 1, 2],
      [95, 96, 97, 98, 99],
    ]);
    expect(borrowed).toMatchObject({ name: 'a.tif', size: 100 });
    end();
  });

  it('fails as the source does: with its code, or with what it says', async () => {
    const failing = (error: Error): ByteSource => ({ name: 'a', size: 9, read: () => Promise.reject(error) });
    const known = lend(failing(new AppError('io.changed', { file: 'a.tif' })));
    await expect(known.borrowed.read(0, 1)).rejects.toMatchObject({
      code: 'io.changed',
      params: { file: 'a.tif' },
    });
    const unknown = lend(failing(new Error('gone')));
    await expect(unknown.borrowed.read(0, 1)).rejects.toThrow('gone');
    known.end();
    unknown.end();
  });

  it('listens to the signal once, however many reads wait', async () => {
    const { signal } = new AbortController();
    const listen = vi.spyOn(signal, 'addEventListener');
    const { lent, end } = lendSource('a', memorySource('a.tif', bytes), new AbortController().signal);
    const borrowed = borrowSource(lent, signal);
    await Promise.all(Array.from({ length: 40 }, (_, at) => borrowed.read(at, 1)));
    expect(listen).toHaveBeenCalledTimes(1);
    end();
  });

  it('lets go of readers that give up, whether or not the source hears of it', async () => {
    const { borrowed, end, ending } = lend({ name: 'a', size: 9, read: () => new Promise(() => {}) });
    const reading = borrowed.read(0, 1);
    ending.abort(new Error('given up'));
    await expect(reading).rejects.toThrow('given up');
    await expect(borrowed.read(0, 1)).rejects.toThrow('given up');
    end();
  });
});
