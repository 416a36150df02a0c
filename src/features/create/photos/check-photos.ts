import type { TaskRunner } from '#core/ports/tasks.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import { rejectionRecord } from '#domain/photogrammetry/model/rejection.ts';
import { assessQuality } from '#domain/photogrammetry/quality/assess-quality.ts';
import { qualitySide } from '#domain/photogrammetry/quality/measure-quality.ts';
import type { ReadablePhoto } from '../choose/image-preflight.ts';

/** A photo that is unfit for measuring, and why. */
export interface UnfitPhoto {
  readonly photo: ReadablePhoto;
  readonly reason: ErrorRecord;
}

interface CheckOptions {
  readonly tasks: TaskRunner;
  readonly signal: AbortSignal;
  /** Called after each checked photo. */
  onChecked(unfit: UnfitPhoto | null): void;
}

/** Number of photos decoded at a time: decoded ones are large, and the page keeps a core for itself. */
const lanes = 3;

/** Whether browsers decode a file of this name; only the server checks the others. */
const isDecodable = ({ file }: ReadablePhoto): boolean => /\.jpe?g$/i.test(file.name);

async function checkOne(photo: ReadablePhoto, { tasks, signal }: CheckOptions): Promise<ErrorRecord | null> {
  const { file, info } = photo;
  const { name, width, height } = info;
  try {
    const wanted = { file, name, width, height, maxSide: qualitySide, channels: 1 } as const;
    const image = await tasks.run('photo.decode', wanted, { signal });
    const transfer = [image.pixels.buffer];
    const verdict = assessQuality(await tasks.run('photo.assess', { image }, { signal, transfer }));
    return verdict && rejectionRecord({ name, ...verdict });
  } catch (error) {
    if (signal.aborted) throw error;
    return error instanceof AppError && error.code === 'photo.corrupt' ? error.toRecord() : null;
  }
}

/**
 * Checks the pixels of photos as the server will: blur, exposure, covered lens, damage. Photos that this browser cannot
 * decode count as fit, since the server checks again. Rejects with `AbortError`.
 */
export async function checkPhotos(photos: readonly ReadablePhoto[], options: CheckOptions): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < photos.length) {
      const photo = photos[next++]!;
      options.signal.throwIfAborted();
      const reason = isDecodable(photo) ? await checkOne(photo, options) : null;
      options.onChecked(reason && { photo, reason });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
