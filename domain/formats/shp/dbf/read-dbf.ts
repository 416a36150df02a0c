import type { ByteSource } from '../../byte-source.ts';
import { createByteWindow } from '../../byte-window.ts';
import type { ExchangeValue } from '../../exchange-model.ts';
import { UniqueNames } from '../../unique-names.ts';
import { type DbfField, decodeValue, isDecoded } from './fields.ts';
import { TextPage } from './text-page.ts';

/** A row of attributes; null where it is marked as deleted. */
export type DbfRow = ReadonlyMap<string, ExchangeValue> | null;

/** An open table of attributes. */
export interface DbfTable {
  /** Whole rows that the file holds. */
  readonly rows: number;
  readonly page: TextPage;
  /** Fields whose values are in another file (memos) or of an unknown type. */
  readonly skipped: readonly string[];
  /** The row at an index below `rows`. Rows are read fastest in their order. */
  row(index: number, signal?: AbortSignal): Promise<DbfRow>;
}

const headerBytes = 32;
const fieldBytes = 32;
const endOfFields = 0x0d;
const deletedMark = 0x2a;
const rowWindow = 1 << 20;

/**
 * Opens a dBASE file (III, IV, V, FoxPro) of attributes; null where its header is damaged, so that no row has a place.
 * @param declared text of the `.cpg` beside it; null without one
 */
export async function openDbf(source: ByteSource, declared: string | null): Promise<DbfTable | null> {
  const head = await source.read(0, headerBytes);
  if (head.length < headerBytes) return null;
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  const announced = view.getUint32(4, true);
  const headerLength = view.getUint16(8, true);
  const rowLength = view.getUint16(10, true);
  if (headerLength < headerBytes + 1 || rowLength < 1 || headerLength > source.size) return null;
  const page = new TextPage(declared, head[29]!);
  const all = readFields(await source.read(headerBytes, headerLength - headerBytes), rowLength, page);
  const fields = all.filter(isDecoded);
  const rows = Math.min(announced, Math.floor((source.size - headerLength) / rowLength));
  const window = createByteWindow(source, rowWindow);
  return {
    rows,
    page,
    skipped: all.filter((field) => !isDecoded(field) && field.type !== '0').map(({ name }) => name),
    async row(index, signal) {
      const bytes = await window.read(headerLength + index * rowLength, rowLength, signal);
      if (bytes[0] === deletedMark) return null;
      return new Map(fields.map((field) => [field.name, decodeValue(field, bytes, page)]));
    },
  };
}

/** Fields up to the mark of their end; those that do not fit into a row are cut, which are of later versions' headers. */
function readFields(bytes: Uint8Array, rowLength: number, page: TextPage): DbfField[] {
  const fields: DbfField[] = [];
  const names = new UniqueNames('_');
  let offset = 1;
  for (let at = 0; at + fieldBytes <= bytes.length && bytes[at] !== endOfFields; at += fieldBytes) {
    const type = String.fromCharCode(bytes[at + 11]!).toUpperCase();
    // Long texts have the upper byte of their length where numbers have their decimals.
    const length = bytes[at + 16]! + (type === 'C' ? 256 * bytes[at + 17]! : 0);
    if (offset + length > rowLength) break;
    const name = names.take(fieldName(bytes.subarray(at, at + 11), page));
    if (length > 0) fields.push({ name, type, offset, length });
    offset += length;
  }
  return fields;
}

function fieldName(bytes: Uint8Array, page: TextPage): string {
  const zero = bytes.indexOf(0);
  return page.decode(zero < 0 ? bytes : bytes.subarray(0, zero)).trim();
}
