import { AppError, type ErrorParams } from '../../errors/app-error.ts';
import type { ByteSource } from '../byte-source.ts';
import { type ByteWindow, createByteWindow } from '../byte-window.ts';
import { TiffDirectory, type TiffEntry } from '../tiff/directory.ts';
import { fieldSize } from '../tiff/tags.ts';

/** More entries than any camera writes; a directory that claims more is damaged. */
const maxEntries = 1000;
/** Values longer than this (images, maker notes) are not read. */
const maxValueBytes = 65_536;
/** Values of one directory together, which may all be the same bytes of the file; those beyond are left unread. */
const maxDirectoryBytes = 1 << 20;

/** A TIFF structure open for reading directories at given offsets. */
export interface IfdReader {
  /** Offset of the first directory. */
  readonly first: number;
  /** Reads a directory; entries with values outside the file are left out. Throws `photo.exif-broken`. */
  read(offset: number): Promise<TiffDirectory>;
}

function broken(source: ByteSource, offset: number, reason: string, values: ErrorParams = {}): AppError {
  return new AppError('photo.exif-broken', { ...values, file: source.name, offset, reason });
}

async function readValue(
  window: ByteWindow,
  source: ByteSource,
  bytes: Uint8Array,
  littleEndian: boolean,
  room: number,
): Promise<TiffEntry | null> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, 12);
  const tag = view.getUint16(0, littleEndian);
  const type = view.getUint16(2, littleEndian);
  const count = view.getUint32(4, littleEndian);
  const size = fieldSize(type) * count;
  if (!(size > 0)) return null;
  if (size <= 4) return { tag, type, count, offset: 0, bytes: bytes.slice(8, 8 + size) };
  const offset = view.getUint32(8, littleEndian);
  if (offset + size > source.size) return null;
  if (size > Math.min(maxValueBytes, room)) return { tag, type, count, offset };
  return { tag, type, count, offset, bytes: (await window.read(offset, size)).slice() };
}

/**
 * Opens a TIFF structure (TIFF 6.0, 1992): EXIF inside a JPEG, or a TIFF file itself, either byte order. Nothing is
 * allocated by what the file claims. Throws `photo.exif-broken` with the offset.
 */
export async function openIfds(source: ByteSource): Promise<IfdReader> {
  const window = createByteWindow(source);
  const head = (await window.read(0, 8)).slice();
  const order = String.fromCharCode(head[0] ?? 0, head[1] ?? 0);
  if (head.length < 8 || (order !== 'II' && order !== 'MM')) throw broken(source, 0, 'no-byte-order-mark');
  const littleEndian = order === 'II';
  const view = new DataView(head.buffer, head.byteOffset, 8);
  if (view.getUint16(2, littleEndian) !== 42)
    throw broken(source, 2, 'not-the-number-42-of-a-tiff-structure');
  return {
    first: view.getUint32(4, littleEndian),
    async read(offset) {
      const lead = await window.read(offset, 2);
      if (lead.length < 2) throw broken(source, offset, 'the-directory-lies-beyond-the-end');
      const count = new DataView(lead.buffer, lead.byteOffset, 2).getUint16(0, littleEndian);
      if (count > maxEntries)
        throw broken(source, offset, 'too-many-entries-in-a-directory', { entries: count });
      const table = (await window.read(offset + 2, count * 12)).slice();
      const entries = new Map<number, TiffEntry>();
      let room = maxDirectoryBytes;
      for (let at = 0; at + 12 <= table.length; at += 12) {
        const entry = await readValue(window, source, table.subarray(at, at + 12), littleEndian, room);
        room -= entry?.bytes?.length ?? 0;
        if (entry && !entries.has(entry.tag)) entries.set(entry.tag, entry);
      }
      return new TiffDirectory(offset, littleEndian, entries);
    },
  };
}
