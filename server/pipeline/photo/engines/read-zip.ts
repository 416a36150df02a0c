import { rename, rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { AppError } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { crc32 } from '#domain/formats/crc32.ts';
import { sizeLimits } from '#domain/math/size-limits.ts';
import { writeStream } from '#workers/io/write-stream.ts';

/** A file in an archive. */
export interface ZipEntry {
  /** As the archive says; never used as a path. */
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  readonly headerOffset: number;
}

const endLength = 22;
const longestComment = 65_535;
const readBytes = 1 << 20;

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function damaged(source: ByteSource, offset: number, reason: string): AppError {
  return new AppError('engine.bad-archive', { file: source.name, offset, reason });
}

interface Directory {
  readonly offset: number;
  readonly size: number;
  readonly count: number;
}

/** The end record's facts, from its 64-bit twin where the archive has one. */
async function findDirectory(source: ByteSource, signal?: AbortSignal): Promise<Directory> {
  const tailAt = Math.max(0, source.size - endLength - longestComment);
  const tail = await source.read(tailAt, source.size - tailAt, signal);
  const view = viewOf(tail);
  let at = tail.length - endLength;
  while (at >= 0 && view.getUint32(at, true) !== 0x06054b50) at--;
  if (at < 0) throw damaged(source, source.size, 'no-end-of-an-archive-it-was-cut-short');
  const directory = {
    count: view.getUint16(at + 10, true),
    size: view.getUint32(at + 12, true),
    offset: view.getUint32(at + 16, true),
  };
  if (directory.offset !== 0xffffffff && directory.count !== 0xffff && directory.size !== 0xffffffff)
    return directory;
  const locator = at - 20;
  if (locator < 0 || view.getUint32(locator, true) !== 0x07064b50) return directory;
  const longAt = Number(view.getBigUint64(locator + 8, true));
  const long = await source.read(longAt, 56, signal);
  if (long.length < 56 || viewOf(long).getUint32(0, true) !== 0x06064b50) {
    throw damaged(source, longAt, 'no-64-bit-end-record-where-it-should-be');
  }
  const longView = viewOf(long);
  return {
    count: Number(longView.getBigUint64(32, true)),
    size: Number(longView.getBigUint64(40, true)),
    offset: Number(longView.getBigUint64(48, true)),
  };
}

/** Sizes and offset of an entry: those that do not fit 32 bits stand in an extra field, in this order. */
function wideFields(view: DataView, at: number, nameLength: number, extraLength: number) {
  const fields = [
    view.getUint32(at + 24, true),
    view.getUint32(at + 20, true),
    view.getUint32(at + 42, true),
  ];
  let extra = at + 46 + nameLength;
  const end = extra + extraLength;
  while (extra + 4 <= end) {
    const length = view.getUint16(extra + 2, true);
    if (view.getUint16(extra, true) === 1) {
      let value = extra + 4;
      for (let field = 0; field < 3; field++) {
        if (fields[field] !== 0xffffffff || value + 8 > Math.min(end, extra + 4 + length)) continue;
        fields[field] = Number(view.getBigUint64(value, true));
        value += 8;
      }
    }
    extra += 4 + length;
  }
  const [size = 0, packedSize = 0, headerOffset = 0] = fields;
  return { size, packedSize, headerOffset };
}

/**
 * Lists the files of a ZIP archive (PKWARE APPNOTE 6.3, with 64-bit sizes) from its central directory.
 * Throws `engine.bad-archive`.
 */
export async function listZip(
  source: ByteSource,
  signal?: AbortSignal,
  maxBytes: number = sizeLimits['engine.directoryBytes'].value,
): Promise<ZipEntry[]> {
  const directory = await findDirectory(source, signal);
  if (directory.size > maxBytes) {
    throw damaged(source, directory.offset, `a directory of ${directory.size} bytes`);
  }
  if (directory.offset + directory.size > source.size) {
    throw damaged(source, directory.offset, 'the-directory-lies-beyond-the-end');
  }
  const bytes = await source.read(directory.offset, directory.size, signal);
  const view = viewOf(bytes);
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let index = 0; index < directory.count; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) {
      throw damaged(source, directory.offset + at, 'no-directory-entry-where-one-should-be');
    }
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const next = at + 46 + nameLength + extraLength + view.getUint16(at + 32, true);
    if (next > bytes.length) throw damaged(source, directory.offset + at, 'a-directory-entry-is-cut-short');
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      ...wideFields(view, at, nameLength, extraLength),
    });
    at = next;
  }
  return entries;
}

async function* packedBytes(source: ByteSource, entry: ZipEntry, signal?: AbortSignal) {
  const { headerOffset, packedSize } = entry;
  const header = await source.read(headerOffset, 30, signal);
  if (header.length < 30 || viewOf(header).getUint32(0, true) !== 0x04034b50) {
    throw damaged(source, headerOffset, `no file header for ${entry.name}`);
  }
  const view = viewOf(header);
  const start = headerOffset + 30 + view.getUint16(26, true) + view.getUint16(28, true);
  if (start + packedSize > source.size) throw damaged(source, start, `${entry.name} is cut short`);
  for (let at = 0; at < packedSize; at += readBytes) {
    yield await source.read(start + at, Math.min(readBytes, packedSize - at), signal);
  }
}

/** Passes bytes on and fails where they are not those that the directory announced. */
function createCheck(source: ByteSource, entry: ZipEntry): Transform {
  let [size, crc] = [0, 0];
  const fail = (reason: string) => damaged(source, entry.headerOffset, `${entry.name}: ${reason}`);
  return new Transform({
    transform(chunk: Uint8Array, _, done) {
      size += chunk.length;
      crc = crc32(chunk, crc);
      if (size > entry.size) done(fail('more-bytes-than-announced'));
      else done(null, chunk);
    },
    flush(done) {
      if (size < entry.size) done(fail('fewer-bytes-than-announced'));
      else done(crc === entry.crc ? null : fail('the-checksum-differs'));
    },
  });
}

/**
 * Writes a file of an archive to a path of the caller's choice, whole or not at all; its bytes pass through in
 * pieces. Throws `engine.bad-archive`, and what writing throws.
 */
export async function extractEntry(
  source: ByteSource,
  entry: ZipEntry,
  path: string,
  signal?: AbortSignal,
): Promise<void> {
  if (entry.method !== 0 && entry.method !== 8) {
    throw damaged(
      source,
      entry.headerOffset,
      `${entry.name} is packed by method ${entry.method}, not deflate`,
    );
  }
  const draft = `${path}.part`;
  const check = createCheck(source, entry);
  try {
    const bytes = Readable.from(packedBytes(source, entry, signal));
    await writeStream(draft, entry.method === 8 ? [bytes, createInflateRaw(), check] : [bytes, check], {
      signal,
    });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    const code = (error as { code?: unknown } | null)?.code;
    if (typeof code === 'string' && code.startsWith('Z_')) {
      throw damaged(source, entry.headerOffset, `${entry.name} cannot be unpacked`);
    }
    throw error;
  }
}
