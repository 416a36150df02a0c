import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AppError, type ErrorParams } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { findDirectory, readDirectoryAt, type ZipEntry } from '#domain/formats/zip/read-zip.ts';
import { sizeLimits } from '#domain/math/size-limits.ts';
import { EntryFault, type EntryProblem, readEntry } from '#workers/io/read-zip-entry.ts';
import { writeStream } from '#workers/io/write-stream.ts';

function damaged(source: ByteSource, offset: number, reason: string, values: ErrorParams = {}): AppError {
  return new AppError('engine.bad-archive', { ...values, file: source.name, offset, reason });
}

/** The files of a service's archive, from its directory. Throws `engine.bad-archive`. */
export async function listZip(
  source: ByteSource,
  maxBytes: number = sizeLimits['engine.directoryBytes'].value,
): Promise<ZipEntry[]> {
  const place = await findDirectory(source);
  if (place === null) throw damaged(source, source.size, 'no-end-of-an-archive-it-was-cut-short');
  const { size, offset } = place;
  if (size > maxBytes) throw damaged(source, offset, 'a-directory-of-so-many-bytes', { bytes: size });
  const entries = await readDirectoryAt(source, place);
  if (entries === null) throw damaged(source, offset, 'the-directory-is-broken-or-cut-short');
  return entries;
}

/** Keys of `reasons` in the locale. */
const problems: Readonly<Record<EntryProblem, string>> = {
  size: 'not-as-many-bytes-as-announced',
  checksum: 'the-checksum-differs',
  encrypted: 'it-is-encrypted',
  method: 'it-is-not-packed-by-deflate',
  'too-compressed': 'it-is-packed-too-much',
  unreadable: 'it-cannot-be-unpacked',
};

/**
 * Writes a file of an archive to a given path atomically, streaming its bytes. Throws `engine.bad-archive`, and the
 * errors of writing.
 */
export async function extractEntry(
  source: ByteSource,
  entry: ZipEntry,
  path: string,
  signal?: AbortSignal,
): Promise<void> {
  const draft = `${path}.part`;
  try {
    const bytes = readEntry(source, entry, { size: entry.size, sha256: null }, signal);
    await writeStream(draft, [Readable.from(bytes)], { signal });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    if (!(error instanceof EntryFault)) throw error;
    const file = `${source.name}/${entry.name}`;
    throw new AppError('engine.bad-archive', { file, offset: entry.offset, reason: problems[error.reason] });
  }
}
