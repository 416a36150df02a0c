import { inflateSync } from 'fflate';
import { AppError } from '../../errors/app-error.ts';
import { sizeLimits } from '../../math/size-limits.ts';
import type { ByteSource } from '../byte-source.ts';
import { crc32 } from '../crc32.ts';
import { findData, readDirectory, type ZipEntry } from './read-zip.ts';
import { methods } from './records.ts';

/** Times that the entries of an archive may be larger than the archive, beside what small ones may have. */
const maxRatio = 200;
const freeBytes = 4 << 20;

/** Entries of an archive of files that are read whole. */
export interface WholeEntries {
  readonly entries: readonly ZipEntry[];
  /**
   * The checked bytes of an entry.
   * @throws archive.too-large, archive.entry-unreadable
   */
  read(entry: ZipEntry): Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Opens an archive. What all reads unpack to together is bounded before anything is allocated, by a fixed number and by
 * the size of the archive, so that neither a small file nor entries that share their bytes fill the memory.
 * @throws archive.unreadable, archive.too-many-entries
 */
export async function openWholeEntries(
  source: ByteSource,
  maxBytes = sizeLimits['archive.unpackedBytes'].value,
): Promise<WholeEntries> {
  const entries = await readDirectory(source);
  if (entries === null) throw new AppError('archive.unreadable', { file: source.name });
  const limit = Math.min(maxBytes, freeBytes + maxRatio * source.size);
  let left = limit;
  return {
    entries,
    async read(entry) {
      left -= entry.size;
      if (!(left >= 0)) {
        throw new AppError('archive.too-large', { file: source.name, entry: entry.name, limit });
      }
      return await readEntry(source, entry);
    },
  };
}

async function readEntry(source: ByteSource, entry: ZipEntry): Promise<Uint8Array<ArrayBuffer>> {
  const { size, compressedSize, method } = entry;
  const unreadable = (cause?: unknown) =>
    new AppError('archive.entry-unreadable', { file: source.name, entry: entry.name }, { cause });
  const isKnown = method === methods.stored || method === methods.deflated;
  const dataAt = entry.isEncrypted || !isKnown ? null : await findData(source, entry);
  if (dataAt === null || !(dataAt + compressedSize <= source.size)) throw unreadable();
  const packed = await source.read(dataAt, compressedSize);
  let bytes = packed;
  if (method === methods.deflated) {
    try {
      bytes = inflateSync(packed, { out: new Uint8Array(size) }) as Uint8Array<ArrayBuffer>;
    } catch (error) {
      throw unreadable(error);
    }
  }
  if (bytes.length !== size || crc32(bytes) !== entry.crc) throw unreadable();
  return bytes;
}
