import { AppError } from '#domain/errors/app-error.ts';
import type { BoxOptions } from '../../box/box.ts';
import { createBoxPool } from '../../box/box-pool.ts';
import { boxTimes } from '../../box/rules.ts';
import { installation } from '../../runtime/paths.ts';

/** A photo for a thumbnail whose longer side is at most `side` pixels. */
export interface ThumbnailRequest {
  readonly path: string;
  readonly side: number;
  /** Its name in errors. */
  readonly name: string;
}

/** Makes thumbnails outside the server's process, since photos are untrusted files. */
export interface Thumbnails {
  /**
   * A small JPEG. Throws `photo.corrupt`, `photo.unsupported`, `photo.too-large`, `photo.too-slow`, and
   * `photo.too-much-memory`.
   */
  shrink(request: ThumbnailRequest): Promise<Uint8Array>;
  close(): Promise<void>;
}

/**
 * Limits of making one thumbnail: a progressive JPEG of the largest size is held in memory as a whole; the decoder
 * has its own, shorter timeout.
 */
const rules = { ...boxTimes, memoryMib: 2048, standstillMs: 180_000 };

/** The error of a photo whose process had to be ended. */
function describeEnd(error: unknown, file: string): unknown {
  if (!(error instanceof AppError)) return error;
  const { allowed = 0, seconds = 0 } = error.params;
  switch (error.code) {
    case 'task.too-much-memory':
      return new AppError('photo.too-much-memory', { file, allowed }, { cause: error });
    case 'task.took-too-long':
      return new AppError('photo.too-slow', { file, seconds }, { cause: error });
    case 'task.crashed':
      return new AppError('photo.corrupt', { ...error.params, file }, { cause: error });
    default:
      return error;
  }
}

export function createThumbnails(options: BoxOptions = { entry: installation.boxEntry, rules }): Thumbnails {
  const boxes = createBoxPool(options);
  return {
    shrink: async (request) => {
      try {
        return (await boxes.call('shrink', request.name, request)) as Uint8Array;
      } catch (error) {
        throw describeEnd(error, request.name);
      }
    },
    close: () => boxes.close(),
  };
}
