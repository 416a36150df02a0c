import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { findData, type ZipEntry } from '#domain/formats/zip/read-zip.ts';
import { methods } from '#domain/formats/zip/records.ts';
import { fastCrc32 } from './fast-crc32.ts';

/** What is wrong with an entry: `size` not as announced, a method that is not known, unpacked far larger than packed. */
export type EntryProblem = 'size' | 'checksum' | 'encrypted' | 'method' | 'too-compressed' | 'unreadable';

/** Why the bytes of an entry cannot be trusted. */
export class EntryFault extends Error {
  override readonly name = 'EntryFault';
  readonly reason: EntryProblem;

  constructor(reason: EntryProblem) {
    super(reason);
    this.reason = reason;
  }
}

/** Bytes read at once. */
const pieceBytes = 1024 * 1024;
/** What an entry should be. */
export interface ExpectedEntry {
  readonly size: number;
  /** Null where it is not known. */
  readonly sha256: string | null;
  /** Times that an entry of more than a MiB may be larger than its compressed bytes; any where left out. */
  readonly maxRatio?: number;
}

/**
 * The bytes of an entry in pieces, with checks while streaming: no more than `size`, and the checksums at the end.
 * CRC-32 is always checked. Throws `EntryFault`; the caller must not commit the bytes before the end.
 */
export async function* readEntry(
  source: ByteSource,
  entry: ZipEntry,
  expected: ExpectedEntry,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const dataAt = await checkHead(source, entry, expected);
  const hash = createHash('sha256');
  let crc = 0;
  let passed = 0;
  for await (const piece of unpack(source, entry, dataAt, signal)) {
    passed += piece.byteLength;
    if (passed > expected.size) throw new EntryFault('size');
    hash.update(piece);
    crc = fastCrc32(piece, crc);
    yield piece;
  }
  if (passed !== expected.size) throw new EntryFault('size');
  const isSame = expected.sha256 === null || hash.digest('hex') === expected.sha256;
  if (crc !== entry.crc || !isSame) throw new EntryFault('checksum');
}

async function checkHead(
  source: ByteSource,
  entry: ZipEntry,
  { size, maxRatio = Number.POSITIVE_INFINITY }: ExpectedEntry,
): Promise<number> {
  if (entry.isEncrypted) throw new EntryFault('encrypted');
  const { method, compressedSize } = entry;
  if (method !== methods.stored && method !== methods.deflated) throw new EntryFault('method');
  const isStored = method === methods.stored;
  if (entry.size !== size || (isStored && compressedSize !== size)) throw new EntryFault('size');
  if (size > pieceBytes && size > maxRatio * compressedSize) throw new EntryFault('too-compressed');
  const dataAt = await findData(source, entry);
  if (dataAt === null) throw new EntryFault('unreadable');
  return dataAt;
}

async function* unpack(
  source: ByteSource,
  entry: ZipEntry,
  dataAt: number,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const packed = readPieces(source, dataAt, entry.compressedSize, signal);
  if (entry.method === methods.stored) {
    yield* packed;
    return;
  }
  const inflate = createInflateRaw();
  const fed = pipeline(Readable.from(packed), inflate);
  fed.catch(() => {});
  try {
    yield* inflate;
    await fed;
  } catch (error) {
    const isDamaged = ((error as NodeJS.ErrnoException).code ?? '').startsWith('Z_');
    throw isDamaged ? new EntryFault('unreadable') : error;
  }
}

async function* readPieces(
  source: ByteSource,
  start: number,
  length: number,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (let done = 0; done < length; done += pieceBytes) {
    yield await source.read(start + done, Math.min(pieceBytes, length - done), signal);
  }
}

/** A small entry as a whole. Throws `EntryFault`. */
export async function readWhole(...from: Parameters<typeof readEntry>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of readEntry(...from)) pieces.push(piece);
  return Buffer.concat(pieces);
}
