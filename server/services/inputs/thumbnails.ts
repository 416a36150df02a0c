import { AppError } from '#domain/errors/app-error.ts';
import type { BoxOptions } from '../../box/box.ts';
import { createBoxPool } from '../../box/box-pool.ts';
import { boxTimes } from '../../box/rules.ts';
import { installation } from '../../runtime/paths.ts';

/** A photo to be made small; its longer side is then at most `side` pixels. */
export interface ThumbnailRequest {
  readonly path: string;
  readonly side: number;
  /** What errors call it. */
  readonly name: string;
}

/** Makes photos small, apart from the server, since they are files of somebody's. */
export interface Thumbnails {
  /**
   * A small JPEG. Throws `photo.corrupt`, `photo.unsupported`, `photo.too-large`, `photo.too-slow`, and
   * `photo.too-much-memory`.
   */
  shrink(request: ThumbnailRequest): Promise<Uint8Array>;
  close(): Promise<void>;
}

/**
 * What making one photo small may take: a photo of the largest size whose JPEG comes in several passes is held whole;
 * the decoder has a time of its own, shorter than this.
 */
const rules = { ...boxTimes, memoryMib: 2048, standstillMs: 180_000 };

/** What is said of a photo whose process had to be ended. */
function describeEnd(error: unknown, file: string): unknown {
  if (!(error instanceof AppError)) return error;
  const { allowed = 0, seconds = 0, reason = '' } = error.params;
  switch (error.code) {
    case 'task.too-much-memory':
      return new AppError('photo.too-much-memory', { file, allowed }, { cause: error });
    case 'task.took-too-long':
      return new AppError('photo.too-slow', { file, seconds }, { cause: error });
    case 'task.crashed':
      return new AppError('photo.corrupt', { file, reason }, { cause: error });
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
