import { AppError } from '../../errors/app-error.ts';
import { crc32 } from '../crc32.ts';
import {
  centralHeader,
  dataDescriptor,
  descriptorLength,
  endRecords,
  localHeader,
  type PlacedEntry,
  type WrittenEntry,
} from './records.ts';

/** A file to be put into an archive as it is, without compressing it. */
export type ZipInput =
  /** Bytes in memory, borrowed. */
  | { readonly name: string; readonly bytes: Uint8Array }
  /** A file of a known size; `open` is called when its turn comes, and must give exactly as many bytes. */
  | { readonly name: string; readonly size: number; open(): AsyncIterable<Uint8Array> };

/** Computes CRC-32 as `crc32` does. */
export type Checksum = (bytes: Uint8Array, before: number) => number;

const sizeOf = (input: ZipInput): number => ('bytes' in input ? input.bytes.byteLength : input.size);

/** Length in bytes of the archive that `writeZip` makes of these, known before any file is read. */
export function zipLength(inputs: readonly ZipInput[]): number {
  let offset = 0;
  let directory = 0;
  for (const input of inputs) {
    const size = sizeOf(input);
    const entry: WrittenEntry = { name: input.name, size, crc: 'bytes' in input ? 0 : null };
    directory += centralHeader({ ...entry, crc: 0, hasDescriptor: false, offset }).byteLength;
    const tail = 'bytes' in input ? 0 : descriptorLength(size);
    offset += localHeader(entry).byteLength + size + tail;
  }
  return offset + directory + endRecords(inputs.length, directory, offset).byteLength;
}

/**
 * Writes an archive from front to back, holding one piece of one file at a time; ZIP64 where a size or offset needs
 * it. An input may be a function, called when the entries before it are written. Throws `archive.changed` where a file
 * gives another number of bytes than it was said to have.
 */
export async function* writeZip(
  inputs: readonly (ZipInput | (() => ZipInput))[],
  checksum: Checksum = crc32,
): AsyncGenerator<Uint8Array> {
  const placed: PlacedEntry[] = [];
  let offset = 0;
  for (const given of inputs) {
    const input = typeof given === 'function' ? given() : given;
    const { name } = input;
    const size = sizeOf(input);
    const hasDescriptor = !('bytes' in input);
    let crc = 'bytes' in input ? checksum(input.bytes, 0) : 0;
    const header = localHeader({ name, size, crc: hasDescriptor ? null : crc });
    yield header;
    let tail = 0;
    if ('bytes' in input) yield input.bytes;
    else {
      let passed = 0;
      for await (const piece of input.open()) {
        crc = checksum(piece, crc);
        passed += piece.byteLength;
        if (passed > size) break;
        yield piece;
      }
      if (passed !== size) throw new AppError('archive.changed', { file: name });
      const descriptor = dataDescriptor(size, crc);
      tail = descriptor.byteLength;
      yield descriptor;
    }
    placed.push({ name, size, crc, hasDescriptor, offset });
    offset += header.byteLength + size + tail;
  }
  let directory = 0;
  for (const entry of placed) {
    const header = centralHeader(entry);
    directory += header.byteLength;
    yield header;
  }
  yield endRecords(placed.length, directory, offset);
}
