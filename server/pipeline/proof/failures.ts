import { differenceOf, type PointSums } from '#domain/cloud/point-sums.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { describeRecord } from '../../messages.ts';

/** Errors that say something of the system or of the caller, not of the file. */
const passingAreas: readonly string[] = ['io', 'product', 'task'];

/**
 * Runs the proof of a file. What a reader throws because it cannot make sense of the file becomes `product.unreadable`.
 */
export async function readingAgain<T>(file: string, body: () => Promise<T>): Promise<T> {
  try {
    return await body();
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error;
    const isTyped = error instanceof AppError;
    if (isTyped && passingAreas.includes(error.code.split('.')[0]!)) throw error;
    const reason = isTyped
      ? describeRecord(error.toRecord())
      : error instanceof Error
        ? error.message
        : String(error);
    throw new AppError('product.unreadable', { file, reason }, { cause: error });
  }
}

/** Error: `product.points-differ` where two sets of points do not add up to the same. */
export function compareSums(file: string, expected: PointSums, found: PointSums): void {
  const what = differenceOf(expected, found);
  if (what === null) return;
  throw new AppError('product.points-differ', {
    file,
    what,
    expected: expected.count,
    found: found.count,
  });
}

/**
 * Holds the points that were sorted on disk against those that came in, and against those that are handed on with other
 * classes or colours, which stay at their places. Error: `product.spool-differs`.
 */
export function compareSpool(file: string, came: PointSums, stored: PointSums, handedOn: PointSums): void {
  const moved = differenceOf(stored, handedOn);
  const what = differenceOf(came, stored) ?? (moved === 'attributes' ? null : moved);
  if (what === null) return;
  throw new AppError('product.spool-differs', { file, what, expected: came.count, found: stored.count });
}
