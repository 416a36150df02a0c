import { describe, expect, test } from 'vitest';
import type { PointSums } from '#domain/cloud/point-sums.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { compareSpool, readingAgain } from './failures.ts';

const sums = (over: Partial<PointSums> = {}): PointSums => ({
  count: 9,
  places: [1, 2],
  records: [3, 4],
  ...over,
});

describe('points between the steps', () => {
  test('may get other classes and colours, and nothing else', () => {
    expect(() => compareSpool('a', sums(), sums(), sums({ records: [5, 6] }))).not.toThrow();
    const refused = (what: string) =>
      expect.objectContaining({ code: 'product.spool-differs', params: expect.objectContaining({ what }) });
    expect(() => compareSpool('a', sums(), sums(), sums({ places: [5, 6] }))).toThrow(refused('coordinates'));
    expect(() => compareSpool('a', sums(), sums(), sums({ count: 8 }))).toThrow(refused('number'));
    expect(() => compareSpool('a', sums(), sums({ records: [5, 6] }), sums({ records: [5, 6] }))).toThrow(
      refused('attributes'),
    );
  });
});

describe('what a reader throws', () => {
  const thrown = (error: unknown) =>
    readingAgain('a.tif', async () => {
      throw error;
    });

  test('is that the file cannot be read, in one line', async () => {
    const unreadable = (reason: unknown) => ({
      code: 'product.unreadable',
      params: { file: 'a.tif', reason },
    });
    await expect(thrown(new RangeError('no such tile'))).rejects.toMatchObject(
      unreadable('its-content-is-not-as-written'),
    );
    const failed = new AppError(
      'task.failed',
      { task: 'cloud.sumChunk' },
      { cause: new Error('bad chunk\n    at x') },
    );
    await expect(thrown(failed)).rejects.toMatchObject(unreadable('its-content-is-not-as-written'));
    const params = { file: 'a', offset: 3, reason: 'a-page-of-so-many-bytes', bytes: 1 };
    const hierarchy = new AppError('copc.hierarchy', params);
    await expect(thrown(hierarchy)).rejects.toMatchObject(
      unreadable(expect.stringContaining('a page of 1 bytes')),
    );
  });

  test('stays what it is where the system or the caller is at fault', async () => {
    const passing = [
      new AppError('io.read-failed', { file: 'a', reason: 'EIO' }),
      new AppError('task.crashed', {}),
      new DOMException('stopped', 'AbortError'),
    ];
    for (const error of passing) await expect(thrown(error)).rejects.toBe(error);
  });
});
