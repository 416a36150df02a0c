import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import { appendAll } from '#domain/math/extremes.ts';
import type { RejectedPhoto } from '#domain/photogrammetry/model/reconstruction.ts';
import { readPhotoInfo } from '#domain/photogrammetry/photos/read-photo-info.ts';
import { assessQuality } from '#domain/photogrammetry/quality/assess-quality.ts';
import { qualitySide } from '#domain/photogrammetry/quality/measure-quality.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import type { InputFile } from '../../inputs.ts';
import { hashOf } from '../../steps.ts';
import type { ProjectPhoto } from '../context.ts';
import { type NamedFile, nameFiles } from '../photo-names.ts';
import { decodeGrey, maxPhotoPixels } from './decode.ts';

export interface OpenPhotosOptions {
  /** Measures sharpness and exposure. */
  readonly pool: TaskPool;
  /** Called after each photo, share done 0 to 1. */
  onProgress?(fraction: number): void;
}

/** The usable photos of a project, the rejected ones with the reason, and warnings. */
export interface OpenedPhotos {
  readonly photos: readonly ProjectPhoto[];
  readonly rejected: readonly RejectedPhoto[];
  readonly warnings: readonly ErrorRecord[];
}

/** Photos with a shorter side are thumbnails or icons. */
const minSide = 200;
const identityBytes = 65_536;

/** A photo before its pixels are decoded. */
type ReadPhoto = Omit<ProjectPhoto, 'sharpness'>;

interface Opened {
  readonly photo: ReadPhoto;
  /** Equal for files with the same ends and length. */
  readonly ends: string;
  readonly warnings: readonly ErrorRecord[];
}

async function readOne(file: NamedFile, signal?: AbortSignal): Promise<Opened> {
  const source = await openFileSource(file.path);
  try {
    const { info, warnings } = await readPhotoInfo(source, file.name, signal);
    const { mtimeMs } = await stat(file.path);
    const head = await source.read(0, identityBytes, signal);
    const tail = await source.read(Math.max(0, source.size - identityBytes), identityBytes, signal);
    const ends = hashOf([source.size, ...[head, tail].map((bytes) => Buffer.from(bytes).toString('latin1'))]);
    const identity = hashOf([file.name, mtimeMs, ends]);
    return { photo: { info, path: file.path, identity }, ends, warnings };
  } finally {
    await source.close();
  }
}

function unreadable(name: string, error: unknown): RejectedPhoto {
  if (!(error instanceof AppError)) throw error;
  const params = Object.entries(error.params).map(([key, value]) => [
    key,
    typeof value === 'boolean' ? String(value) : value,
  ]);
  return { name, reason: 'unreadable', params: { ...Object.fromEntries(params), code: error.code } };
}

function tooSmall({ info }: ReadPhoto): RejectedPhoto | null {
  const { width, height, name } = info;
  if (width * height > maxPhotoPixels) {
    const megapixels = Math.round((width * height) / 1e6);
    const params = { code: 'photo.too-large', file: name, megapixels, limit: maxPhotoPixels / 1e6 };
    return { name, reason: 'unreadable', params };
  }
  if (Math.min(width, height) >= minSide) return null;
  return { name, reason: 'too-small', params: { width, height, limit: minSide } };
}

async function fileHash(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash, { signal: signal as AbortSignal });
  return hash.digest('hex');
}

/** Rejects photos whose bytes equal those of an earlier one: they add weight without information. */
async function dropCopies(
  opened: readonly Opened[],
  rejected: RejectedPhoto[],
  signal?: AbortSignal,
): Promise<Opened[]> {
  const counts = new Map<string, number>();
  for (const { ends } of opened) counts.set(ends, (counts.get(ends) ?? 0) + 1);
  const firsts = new Map<string, string>();
  const kept: Opened[] = [];
  for (const one of opened) {
    if (counts.get(one.ends)! > 1) {
      const { name } = one.photo.info;
      const hash = await fileHash(one.photo.path, signal);
      const first = firsts.get(hash);
      if (first !== undefined) {
        rejected.push({ name, reason: 'duplicate', params: { other: first } });
        continue;
      }
      firsts.set(hash, name);
    }
    kept.push(one);
  }
  return kept;
}

/** Quality measures from the pixels of a photo. */
interface Assessment {
  readonly sharpness: number | null;
  readonly rejected: RejectedPhoto | null;
}

/** Decodes a photo at a small size, which reads all its bytes, and measures it. */
async function assess(photo: ReadPhoto, pool: TaskPool, signal?: AbortSignal): Promise<Assessment> {
  const { name } = photo.info;
  try {
    const image = await decodeGrey(photo.path, qualitySide, name);
    const options = { transfer: [image.pixels.buffer], ...(signal ? { signal } : {}) };
    const quality = await pool.run('photo.assess', { image }, options);
    const verdict = assessQuality(quality);
    return { sharpness: quality.sharpness, rejected: verdict && { name, ...verdict } };
  } catch (error) {
    if (signal?.aborted) throw error;
    return { sharpness: null, rejected: unreadable(name, error) };
  }
}

async function assessAll(
  opened: readonly Opened[],
  options: OpenPhotosOptions,
  signal?: AbortSignal,
): Promise<Assessment[]> {
  const found: Assessment[] = [];
  let next = 0;
  let done = 0;
  const lane = async () => {
    while (next < opened.length) {
      const at = next++;
      signal?.throwIfAborted();
      found[at] = await assess(opened[at]!.photo, options.pool, signal);
      options.onProgress?.(++done / opened.length);
    }
  };
  await Promise.all(Array.from({ length: options.pool.size + 1 }, lane));
  return found;
}

/**
 * Opens the images of a project: reads their metadata, decodes each once at a small size to check completeness,
 * sharpness and exposure, and drops copies. A bad photo is rejected with the reason and never stops the run. The
 * order is that of `files`. Errors: `photo.none` where no photo is left, `photo.too-few` where only one is,
 * `AbortError`.
 */
export async function openPhotos(
  files: readonly InputFile[],
  options: OpenPhotosOptions,
  signal?: AbortSignal,
): Promise<OpenedPhotos> {
  const rejected: RejectedPhoto[] = [];
  const warnings: ErrorRecord[] = [];
  const read: Opened[] = [];
  for (const file of nameFiles(files)) {
    signal?.throwIfAborted();
    try {
      const opened = await readOne(file, signal);
      const small = tooSmall(opened.photo);
      if (small) rejected.push(small);
      else read.push(opened);
      if (file.renamedFrom !== null) {
        warnings.push({ code: 'photo.renamed', params: { file: file.path, name: file.name } });
      }
    } catch (error) {
      if (signal?.aborted) throw error;
      rejected.push(unreadable(file.name, error));
    }
  }
  const unique = await dropCopies(read, rejected, signal);
  const assessed = await assessAll(unique, options, signal);
  const good = unique.flatMap((one, at) => {
    const { sharpness, rejected: reason } = assessed[at]!;
    return reason ? [] : [{ ...one, sharpness }];
  });
  appendAll(
    rejected,
    assessed.flatMap((one) => one.rejected ?? []),
  );
  const photos = good.map(({ photo, sharpness }) => ({ ...photo, sharpness }));
  appendAll(
    warnings,
    good.flatMap((one) => one.warnings),
  );
  if (photos.length === 0) throw new AppError('photo.none', noneParams(files.length, rejected));
  if (photos.length === 1) {
    throw new AppError('photo.too-few', { file: photos[0]!.info.name, rejected: rejected.length });
  }
  return { photos, rejected, warnings };
}

function noneParams(total: number, rejected: readonly RejectedPhoto[]): { total: number; reasons: string } {
  const counts = new Map<string, number>();
  for (const { reason } of rejected) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return {
    total,
    reasons: [...counts].map(([reason, count]) => `${count} ${reason}`).join(', ') || 'no files',
  };
}
