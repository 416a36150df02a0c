import { differenceOf, type PointSums } from '#domain/cloud/point-sums.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { describeRecord } from '../../messages.ts';

/** Errors of the system or of the proof itself, which are no fault of a reader. */
function isPassing({ code }: AppError): boolean {
  return code === 'task.crashed' || code === 'task.pool-closed' || /^(?:io|product)\./.test(code);
}

/** Why a file could not be read: what a typed error says; the log has the cause of others. */
function reasonOf(error: unknown): string {
  const cause = error instanceof AppError && error.code === 'task.failed' ? error.cause : error;
  return cause instanceof AppError ? describeRecord(cause.toRecord()) : 'its-content-is-not-as-written';
}

/** Runs the proof of a file. A reader's errors about the file become `product.unreadable`. */
export async function readingAgain<T>(file: string, body: () => Promise<T>): Promise<T> {
  try {
    return await body();
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error;
    if (error instanceof AppError && isPassing(error)) throw error;
    throw new AppError('product.unreadable', { file, reason: reasonOf(error) }, { cause: error });
  }
}

/** Opens a written file with its name in errors, and runs its proof as `readingAgain` does. */
export async function readingFile(
  path: string,
  name: string,
  body: (source: ByteSource) => Promise<void>,
): Promise<void> {
  const opened = await openFileSource(path);
  try {
    await readingAgain(name, () => body({ ...opened, name }));
  } finally {
    await opened.close();
  }
}

/** Error: `product.points-differ` where the sums of two sets of points differ. */
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
 * Compares the points that were sorted on disk with those read, and with those passed on with other classes or
 * colours, whose places must be unchanged. Error: `product.spool-differs`.
 */
export function compareSpool(file: string, came: PointSums, stored: PointSums, handedOn: PointSums): void {
  const moved = differenceOf(stored, handedOn);
  const what = differenceOf(came, stored) ?? (moved === 'attributes' ? null : moved);
  if (what === null) return;
  throw new AppError('product.spool-differs', { file, what, expected: came.count, found: stored.count });
}
