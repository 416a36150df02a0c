import { AppError, type ErrorParams, type ErrorRecord } from '#domain/errors/app-error.ts';
import { sizeLimits } from '#domain/math/size-limits.ts';
import type { ByteSource } from '../byte-source.ts';
import { TiffDirectory, type TiffEntry } from './directory.ts';
import { createRangeCache } from './range-cache.ts';
import { fieldSize, tiffTag } from './tags.ts';

/** Directories with more entries than this are refused, as libtiff does. */
const maxEntries = 4096;
/** Directories read from one file; pages beyond are not looked at. */
const maxDirectories = 4096;
/** Values larger than this are not loaded with their directory (profiles, previews). */
const maxLoadedBytes = 1 << 20;
/** Values of all directories together, which may all be the same bytes of the file. */
const maxLoadedTotal: number = sizeLimits['tiff.loadedBytes'].value;

/** Tables of one value per block: read in pieces when blocks are requested. */
const blockTables = new Set<number>([
  tiffTag.stripOffsets,
  tiffTag.stripByteCounts,
  tiffTag.tileOffsets,
  tiffTag.tileByteCounts,
]);

const loadedTags = new Set<number>(Object.values(tiffTag).filter((tag) => !blockTables.has(tag)));

/** A parsed TIFF: its directories in file order, over a caching source. */
export interface TiffFile {
  readonly source: ByteSource;
  readonly littleEndian: boolean;
  readonly bigTiff: boolean;
  readonly directories: readonly TiffDirectory[];
  /** Damage that was ignored. */
  readonly warnings: readonly ErrorRecord[];
  /** The 4 KiB after the header at most, where COG writers leave their structural metadata. */
  readonly ghost: Uint8Array;
}

interface Header {
  littleEndian: boolean;
  bigTiff: boolean;
  firstDirectory: number;
}

/**
 * Reads the header and every directory of a classic or BigTIFF file of either byte order. The number of directories,
 * entries and loaded bytes is bounded regardless of the file's counts. A damaged first directory is an error; damage
 * in a later one ends the list with a warning. Errors: tiff.not-tiff, tiff.truncated, tiff.directory-damaged,
 * tiff.directory-loop.
 */
export async function readTiff(
  source: ByteSource,
  signal?: AbortSignal,
  maxBytes: number = maxLoadedTotal,
): Promise<TiffFile> {
  const cached = createRangeCache(source);
  const header = await readHeader(cached, signal);
  const directories: TiffDirectory[] = [];
  const warnings: ErrorRecord[] = [];
  const seen = new Set<number>();
  const room = { left: maxBytes };
  let next = header.firstDirectory;
  while (next !== 0 && directories.length < maxDirectories) {
    try {
      if (seen.has(next)) throw new AppError('tiff.directory-loop', { file: source.name, offset: next });
      seen.add(next);
      const read = await readDirectory(cached, next, header, room, warnings, signal);
      directories.push(read.directory);
      next = read.next;
    } catch (error) {
      if (directories.length === 0 || !(error instanceof AppError)) throw error;
      warnings.push(error.toRecord());
      break;
    }
  }
  if (directories.length === 0) throw damaged(source, header.firstDirectory, 'no-directory');
  const ghost = await cached.read(header.bigTiff ? 16 : 8, 4096, signal);
  const { littleEndian, bigTiff } = header;
  return { source: cached, littleEndian, bigTiff, directories, warnings, ghost };
}

async function readHeader(source: ByteSource, signal?: AbortSignal): Promise<Header> {
  const bytes = await source.read(0, 16, signal);
  const magic = [...bytes.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  const order = bytes.length >= 8 ? bytes[0]! * 256 + bytes[1]! : 0;
  if (order !== 0x4949 && order !== 0x4d4d) throw new AppError('tiff.not-tiff', { file: source.name, magic });
  const littleEndian = order === 0x4949;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint16(2, littleEndian);
  if (version === 42)
    return { littleEndian, bigTiff: false, firstDirectory: view.getUint32(4, littleEndian) };
  if (version !== 43) throw new AppError('tiff.not-tiff', { file: source.name, magic });
  if (bytes.length < 16) {
    throw new AppError('tiff.truncated', {
      file: source.name,
      size: source.size,
      what: 'the-header',
      offset: 0,
    });
  }
  return { littleEndian, bigTiff: true, firstDirectory: Number(view.getBigUint64(8, littleEndian)) };
}

function damaged(source: ByteSource, offset: number, reason: string, values: ErrorParams = {}): AppError {
  return new AppError('tiff.directory-damaged', { ...values, file: source.name, offset, reason });
}

async function readDirectory(
  source: ByteSource,
  offset: number,
  header: Header,
  room: { left: number },
  warnings: ErrorRecord[],
  signal?: AbortSignal,
): Promise<{ directory: TiffDirectory; next: number }> {
  const { littleEndian, bigTiff } = header;
  const countSize = bigTiff ? 8 : 2;
  const entrySize = bigTiff ? 20 : 12;
  const truncated = (what: string, at: number) =>
    new AppError('tiff.truncated', { file: source.name, size: source.size, what, offset: at });
  const head = await source.read(offset, countSize, signal);
  if (head.length < countSize) throw truncated('a-directory', offset);
  const headView = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const count = bigTiff
    ? Number(headView.getBigUint64(0, littleEndian))
    : headView.getUint16(0, littleEndian);
  if (count > maxEntries) throw damaged(source, offset, 'it-claims-so-many-entries', { entries: count });
  const body = await source.read(offset + countSize, count * entrySize + (bigTiff ? 8 : 4), signal);
  if (body.length < count * entrySize) throw truncated('a-directory', offset);
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const entries = new Map<number, TiffEntry>();
  for (let i = 0; i < count; i++) {
    const entry = parseEntry(view, i * entrySize, offset + countSize + i * entrySize, header);
    if (entries.has(entry.tag)) continue;
    const loaded = await loadEntry(source, entry, signal);
    room.left -= loaded?.bytes?.length ?? 0;
    if (room.left < 0) throw damaged(source, offset, 'values-are-too-long');
    if (loaded) entries.set(entry.tag, loaded);
    else warnings.push(damaged(source, offset, 'a-tag-cannot-be-read', { tag: entry.tag }).toRecord());
  }
  const at = count * entrySize;
  if (body.length < at + (bigTiff ? 8 : 4)) {
    return { directory: new TiffDirectory(offset, littleEndian, entries), next: 0 };
  }
  const next = bigTiff ? Number(view.getBigUint64(at, littleEndian)) : view.getUint32(at, littleEndian);
  return { directory: new TiffDirectory(offset, littleEndian, entries), next };
}

function parseEntry(view: DataView, at: number, fileOffset: number, header: Header): TiffEntry {
  const { littleEndian, bigTiff } = header;
  const tag = view.getUint16(at, littleEndian);
  const type = view.getUint16(at + 2, littleEndian);
  const count = bigTiff
    ? Number(view.getBigUint64(at + 4, littleEndian))
    : view.getUint32(at + 4, littleEndian);
  const valueAt = bigTiff ? 12 : 8;
  if (fieldSize(type) * count <= (bigTiff ? 8 : 4)) {
    return { tag, type, count, offset: fileOffset + valueAt };
  }
  const offset = bigTiff
    ? Number(view.getBigUint64(at + valueAt, littleEndian))
    : view.getUint32(at + valueAt, littleEndian);
  return { tag, type, count, offset };
}

/** The entry with its bytes where they are wanted; undefined when its values are not in the file. */
async function loadEntry(
  source: ByteSource,
  entry: TiffEntry,
  signal?: AbortSignal,
): Promise<TiffEntry | undefined> {
  const length = fieldSize(entry.type) * entry.count;
  if (!loadedTags.has(entry.tag)) return entry;
  if (length === 0) return undefined;
  if (length > maxLoadedBytes) return entry;
  if (entry.offset + length > source.size) return undefined;
  return { ...entry, bytes: await source.read(entry.offset, length, signal) };
}
