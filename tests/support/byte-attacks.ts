import { readCrsWith } from '#domain/crs/read-crs.ts';
import type { CrsTable } from '#domain/crs/table.ts';
import { openLas } from '#domain/formats/las/las-file.ts';
import { encodeVlr } from '#domain/formats/las/vlr.ts';
import { guardedSource } from './guarded-source.ts';
import { systemTexts } from './hostile-parsers.ts';
import type { Attack } from './text-attacks.ts';

/** The header of a LAS 1.2 file without points, whose records follow. */
function lasHeader(recordCount: number, pointOffset: number): Uint8Array {
  const header = new Uint8Array(227);
  const view = new DataView(header.buffer);
  header.set(new TextEncoder().encode('LASF'));
  header.set([1, 2], 24);
  view.setUint16(94, 227, true);
  view.setUint32(96, pointOffset, true);
  view.setUint32(100, recordCount, true);
  view.setUint16(105, 20, true);
  for (let axis = 0; axis < 3; axis++) view.setFloat64(131 + 8 * axis, 0.01, true);
  return header;
}

/** A LAS file of as many records as fit into `length` bytes. */
function lasOfRecords(length: number, userId: string, recordId: number, data: Uint8Array): Uint8Array {
  const record = encodeVlr({ userId, recordId, description: '', data });
  const count = Math.ceil(length / record.length);
  const bytes = new Uint8Array(227 + count * record.length);
  bytes.set(lasHeader(count, bytes.length));
  for (let i = 0; i < count; i++) bytes.set(record, 227 + i * record.length);
  return bytes;
}

const utf8 = (text: string) => new TextEncoder().encode(text);

function lasAttack(table: CrsTable, name: string, recordId: number, data: Uint8Array): Attack {
  return {
    name: `LAS of ${name}`,
    prepare(length) {
      const bytes = lasOfRecords(length, recordId === 4 ? 'LASF_Spec' : 'LASF_Projection', recordId, data);
      return async () => {
        const { crsDeclarations } = await openLas(guardedSource('a.las', bytes));
        return readCrsWith(table, crsDeclarations, { wktBit: true });
      };
    },
  };
}

/** Attacks of files that are no texts. */
export function byteAttacks(table: CrsTable): Attack[] {
  return [
    lasAttack(table, 'one system many times', 2112, utf8(systemTexts[0]!)),
    lasAttack(table, 'systems without a code', 2112, utf8('PROJCS["a"]')),
    lasAttack(table, 'systems by name', 2112, utf8('NAD83 / California zone 3 (ftUS)')),
    lasAttack(table, 'empty descriptions of extra bytes', 4, new Uint8Array(192)),
    lasAttack(table, 'empty records', 1, new Uint8Array(0)),
  ];
}
