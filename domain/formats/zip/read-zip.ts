/*
 * The one reader of ZIP archives. It is ours since packages read from files or from memory: this one reads ranges of any
 * byte source (a file, an object of a bucket), bounds a directory before it is read, and walks an archive whose end is
 * missing (`walkZip`), which none does. `workers/io/read-zip-entry.ts` unpacks entries.
 */
import { AppError } from '../../errors/app-error.ts';
import type { ByteSource } from '../byte-source.ts';
import {
  descriptorLength,
  escape16,
  escape32,
  flags,
  lengths,
  methods,
  signatures,
  zip64Field,
} from './records.ts';

/** An entry of an archive as in its directory; nothing was checked against the data. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly crc: number;
  readonly compressedSize: number;
  readonly size: number;
  /** Offset of the local header. */
  readonly offset: number;
}

/** Bytes of an end record with the longest comment. */
const endSearch = lengths.end + 0xffff;
/** Entries that a reader takes; a directory of more is refused before it is read. */
export const maxEntries = 200_000;
const maxDirectory = 32 * 1024 * 1024;

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const wide = (view: DataView, at: number): number => Number(view.getBigUint64(at, true));

/** Whether the bytes begin as an archive does. */
export async function beginsAsZip(source: ByteSource): Promise<boolean> {
  const head = await source.read(0, 4);
  return head.byteLength === 4 && viewOf(head).getUint32(0, true) === signatures.local;
}

/**
 * The directory at the end of an archive; null where there is none, or one that is broken, as in an archive that was
 * cut short. Throws `archive.too-many-entries`.
 */
export async function readDirectory(source: ByteSource): Promise<ZipEntry[] | null> {
  const place = await findDirectory(source);
  if (place === null) return null;
  const { count, size } = place;
  if (count > maxEntries || size > maxDirectory) {
    throw new AppError('archive.too-many-entries', { file: source.name, count, limit: maxEntries });
  }
  return readDirectoryAt(source, place);
}

/** The entries of a directory that was found, however many; null where it is broken. */
export async function readDirectoryAt(
  source: ByteSource,
  { count, size, offset }: DirectoryPlace,
): Promise<ZipEntry[] | null> {
  if (offset + size > source.size) return null;
  return parseDirectory(await source.read(offset, size), count);
}

/** Offset, length and number of entries of a directory. */
export interface DirectoryPlace {
  readonly count: number;
  readonly size: number;
  readonly offset: number;
}

/** The directory's location as stated at the end of an archive; null where it has no end. */
export async function findDirectory(source: ByteSource): Promise<DirectoryPlace | null> {
  const start = Math.max(0, source.size - endSearch);
  const bytes = await source.read(start, endSearch);
  const view = viewOf(bytes);
  for (let at = bytes.byteLength - lengths.end; at >= 0; at--) {
    if (view.getUint32(at, true) !== signatures.end) continue;
    const count = view.getUint16(at + 10, true);
    const size = view.getUint32(at + 12, true);
    const offset = view.getUint32(at + 16, true);
    if (count !== escape16 && size !== escape32 && offset !== escape32) return { count, size, offset };
    return findEnd64(source, start + at);
  }
  return null;
}

async function findEnd64(source: ByteSource, endAt: number): Promise<DirectoryPlace | null> {
  if (endAt < lengths.locator64) return null;
  const locator = await source.read(endAt - lengths.locator64, lengths.locator64);
  if (locator.byteLength < lengths.locator64) return null;
  if (viewOf(locator).getUint32(0, true) !== signatures.locator64) return null;
  const record = await source.read(wide(viewOf(locator), 8), lengths.end64);
  if (record.byteLength < lengths.end64) return null;
  const view = viewOf(record);
  if (view.getUint32(0, true) !== signatures.end64) return null;
  return { count: wide(view, 32), size: wide(view, 40), offset: wide(view, 48) };
}

function parseDirectory(bytes: Uint8Array, count: number): ZipEntry[] | null {
  const view = viewOf(bytes);
  const entries: ZipEntry[] = [];
  let at = 0;
  while (entries.length < count) {
    if (at + lengths.central > bytes.byteLength) return null;
    if (view.getUint32(at, true) !== signatures.central) return null;
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const extraAt = at + lengths.central + nameLength;
    const next = extraAt + extraLength + view.getUint16(at + 32, true);
    if (next > bytes.byteLength) return null;
    const sizes = wideSizes(bytes.subarray(extraAt, extraAt + extraLength), [
      view.getUint32(at + 24, true),
      view.getUint32(at + 20, true),
      view.getUint32(at + 42, true),
    ]);
    if (sizes === null) return null;
    const [size, compressedSize, offset] = sizes;
    entries.push({
      name: decode(bytes.subarray(at + lengths.central, extraAt)),
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & flags.encrypted) !== 0,
      crc: view.getUint32(at + 16, true),
      size,
      compressedSize,
      offset,
    });
    at = next;
  }
  return entries;
}

/** 32-bit values, each replaced by the next one of the ZIP64 field where it says so; null where that is missing. */
function wideSizes(
  extra: Uint8Array,
  values: readonly [number, number, number],
): [number, number, number] | null {
  if (!values.includes(escape32)) return [...values];
  const field = findField(extra);
  let at = 0;
  const read = values.map((value) => {
    if (value !== escape32) return value;
    at += 8;
    return field !== null && at <= field.byteLength ? wide(viewOf(field), at - 8) : Number.NaN;
  });
  const [size = Number.NaN, compressedSize = Number.NaN, offset = Number.NaN] = read;
  return read.every(Number.isSafeInteger) ? [size, compressedSize, offset] : null;
}

function findField(extra: Uint8Array): Uint8Array | null {
  const view = viewOf(extra);
  for (let at = 0; at + 4 <= extra.byteLength; ) {
    const length = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === zip64Field) return extra.subarray(at + 4, at + 4 + length);
    at += 4 + length;
  }
  return null;
}

/** The start of an entry's data; null where no local header of its name is there, or the data pass the end. */
export async function findData(source: ByteSource, entry: ZipEntry): Promise<number | null> {
  const head = await readLocal(source, entry.offset);
  if (head === null || head.name !== entry.name) return null;
  return head.dataAt + entry.compressedSize <= source.size ? head.dataAt : null;
}

interface LocalEntry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly size: number;
  readonly dataAt: number;
}

async function readLocal(source: ByteSource, offset: number): Promise<LocalEntry | null> {
  const fixed = await source.read(offset, lengths.local);
  if (fixed.byteLength < lengths.local) return null;
  const view = viewOf(fixed);
  if (view.getUint32(0, true) !== signatures.local) return null;
  const nameLength = view.getUint16(26, true);
  const dataAt = offset + lengths.local + nameLength + view.getUint16(28, true);
  if (dataAt > source.size) return null;
  return {
    name: decode(await source.read(offset + lengths.local, nameLength)),
    flags: view.getUint16(6, true),
    method: view.getUint16(8, true),
    crc: view.getUint32(14, true),
    size: view.getUint32(22, true),
    dataAt,
  };
}

/**
 * Entries of an archive without a directory, from its beginning: complete stored ones. `sizeOf` returns the size of
 * an entry whose own header does not state it, or null to end there; it is called after the entries before were
 * yielded.
 */
export async function* walkZip(
  source: ByteSource,
  sizeOf: (name: string) => number | null,
): AsyncGenerator<ZipEntry> {
  let offset = 0;
  for (;;) {
    const head = await readLocal(source, offset);
    if (head === null || head.method !== methods.stored || head.flags & flags.encrypted) return;
    const hasDescriptor = (head.flags & flags.descriptor) !== 0;
    const size = hasDescriptor ? sizeOf(head.name) : head.size;
    if (size === null || head.dataAt + size > source.size) return;
    let { crc } = head;
    let next = head.dataAt + size;
    if (hasDescriptor) {
      const length = descriptorLength(size);
      const descriptor = await source.read(next, length);
      if (descriptor.byteLength < length) return;
      if (viewOf(descriptor).getUint32(0, true) !== signatures.descriptor) return;
      crc = viewOf(descriptor).getUint32(4, true);
      next += length;
    }
    const { name, method } = head;
    yield { name, method, isEncrypted: false, crc, size, compressedSize: size, offset };
    offset = next;
  }
}
