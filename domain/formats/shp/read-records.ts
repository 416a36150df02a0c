import type { ByteSource } from '../byte-source.ts';
import { createByteWindow } from '../byte-window.ts';
import { fileCode, headerBytes, indexEntryBytes, recordHeadBytes } from './shape-types.ts';

/** A record of a `.shp` file. */
export interface ShapeRecord {
  /** From 0, as rows of attributes are. */
  readonly number: number;
  /** Type and geometry; borrowed until the next record. */
  readonly content: DataView;
}

/** Bytes of the header that says that a file is a `.shp` or a `.shx`. */
export async function isShapeFile(source: ByteSource): Promise<boolean> {
  const head = await source.read(0, headerBytes);
  return head.length === headerBytes && new DataView(head.buffer, head.byteOffset).getInt32(0) === fileCode;
}

interface Place {
  readonly number: number;
  readonly offset: number;
}

const shapeWindow = 1 << 20;

/**
 * Places of records as a `.shx` lists them, in the order of the file; null where one of them is none, or where they
 * overlap, so that the index is damaged.
 */
export async function readIndex(shx: ByteSource, shapeBytes: number): Promise<readonly Place[] | null> {
  if (!(await isShapeFile(shx))) return null;
  const count = Math.floor((shx.size - headerBytes) / indexEntryBytes);
  const window = createByteWindow(shx, shapeWindow);
  const places: Place[] = [];
  for (let number = 0; number < count; number++) {
    const bytes = await window.read(headerBytes + number * indexEntryBytes, indexEntryBytes);
    const offset = 2 * new DataView(bytes.buffer, bytes.byteOffset, indexEntryBytes).getUint32(0);
    if (offset < headerBytes || offset + recordHeadBytes > shapeBytes) return null;
    places.push({ number, offset });
  }
  places.sort((a, b) => a.offset - b.offset);
  const overlaps = places.some(({ offset }, i) => i > 0 && offset < places[i - 1]!.offset + recordHeadBytes);
  return overlaps ? null : places;
}

/**
 * The records of a `.shp` at places of its index, or one behind the other where there is none.
 * @returns whether the file ends within a record
 */
export async function* readRecords(
  shp: ByteSource,
  index: readonly Place[] | null,
  signal?: AbortSignal,
): AsyncGenerator<ShapeRecord, boolean> {
  const window = createByteWindow(shp, shapeWindow);
  const lengthAt = async (offset: number): Promise<number> => {
    const head = await window.read(offset, recordHeadBytes, signal);
    return 2 * new DataView(head.buffer, head.byteOffset, recordHeadBytes).getUint32(4);
  };
  let isCut = false;
  let next = headerBytes;
  for (let i = 0; index ? i < index.length : next + recordHeadBytes <= shp.size; i++) {
    const place = index?.[i] ?? { number: i, offset: next };
    const length = await lengthAt(place.offset);
    const start = place.offset + recordHeadBytes;
    next = start + length;
    // A record may not reach into the next one of the index: nothing is read twice.
    if (next > (index?.[i + 1]?.offset ?? shp.size)) {
      isCut = true;
      continue;
    }
    const bytes = await window.read(start, length, signal);
    yield { number: place.number, content: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) };
  }
  return isCut || (index === null && next !== shp.size);
}
