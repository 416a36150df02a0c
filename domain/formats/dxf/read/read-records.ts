import { AppError } from '../../../errors/app-error.ts';
import type { ByteSource } from '../../byte-source.ts';
import { BinaryGroups, binarySentinel } from './binary-groups.ts';
import type { Groups } from './record.ts';
import { RecordFeed } from './record-feed.ts';
import { type GroupSplitter, TextGroups } from './text-groups.ts';

const chunkBytes = 1 << 20;

export interface RecordOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told how much of the file was read, 0 to 1. */
  readonly report?: ((fraction: number) => void) | undefined;
  /** Takes each object, borrowed until it returns. Returns whether the objects from here on are passed over. */
  take(groups: Groups): boolean;
}

/** How a file ended. */
export interface RecordEnd {
  /** Whether the end of the drawing is marked (`EOF`). */
  readonly isMarked: boolean;
  /** Line of a text, byte offset of a binary file. */
  readonly place: number;
  /** Kind of the last object of a file without its end, which may be cut and is left out; null where there is none. */
  readonly cut: string | null;
}

/**
 * Reads the objects of a DXF file, text or binary, in pieces of 1 MiB.
 * @throws dxf.empty, dxf.is-dwg, dxf.not-dxf, dxf.bad-group, dxf.too-long-line, dxf.object-too-large
 */
export async function readRecords(source: ByteSource, options: RecordOptions): Promise<RecordEnd> {
  if (source.size === 0) throw new AppError('dxf.empty', { file: source.name });
  const feed: RecordFeed = new RecordFeed(source.name, (groups) => {
    feed.isSkipping = options.take(groups);
  });
  let groups: GroupSplitter | undefined;
  let goesOn = true;
  for (let offset = 0; offset < source.size && goesOn; offset += chunkBytes) {
    options.signal?.throwIfAborted();
    let bytes: Uint8Array = await source.read(offset, chunkBytes, options.signal);
    if (!groups) {
      groups = splitterOf(source.name, bytes, feed);
      if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3);
    }
    goesOn = groups.feed(bytes, offset + chunkBytes >= source.size);
    options.report?.(Math.min(1, (offset + chunkBytes) / source.size));
  }
  const place = groups?.place ?? 0;
  const last = feed.current?.kind ?? 'ENDSEC';
  if (goesOn && last !== 'ENDSEC') return { isMarked: false, place, cut: last };
  feed.complete();
  return { isMarked: !goesOn, place, cut: null };
}

function splitterOf(file: string, bytes: Uint8Array, feed: RecordFeed): GroupSplitter {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  if (start.startsWith(binarySentinel)) return new BinaryGroups(file, feed);
  if (/^AC10\d\d/.test(start) || /^AC1\.\d|^AC2\.\d/.test(start)) throw new AppError('dxf.is-dwg', { file });
  if (!/^(?:ï»¿)?\s*(?:0|999)\s*[\r\n]/.test(start)) throw new AppError('dxf.not-dxf', { file });
  return new TextGroups(file, feed);
}
