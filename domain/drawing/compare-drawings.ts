import type { DrawingDocument } from './document.ts';
import { type DrawingRecord, type DrawingTable, drawingTables, serialiseRecord } from './operations.ts';
import type { SavedField } from './serialise.ts';

/** A record in which two versions of a drawing differ. */
export interface RecordDifference {
  readonly table: DrawingTable;
  readonly id: string;
  /** The record's name, else its code; empty where it has neither. */
  readonly name: string;
  readonly change: 'added' | 'removed' | 'changed';
  /** Of changed records: the saved fields that differ, in their order. */
  readonly fields: readonly SavedField[];
}

/**
 * What has to be added, removed and changed to make `after` of `before`: layers, then features, views, codes and overlays, each in
 * the order of `after`, removed ones last.
 */
export function compareDrawings(
  before: Pick<DrawingDocument, DrawingTable>,
  after: Pick<DrawingDocument, DrawingTable>,
): RecordDifference[] {
  return drawingTables.flatMap((table) => {
    const ids = new Set([...Object.keys(after[table]), ...Object.keys(before[table])]);
    return [...ids].flatMap((id) => {
      const [old, next] = [recordOf(before, table, id), recordOf(after, table, id)];
      const shown = next ?? old;
      const found = shown && differenceOf(table, old, next);
      return shown && found ? [{ table, id, name: nameOf(shown), ...found }] : [];
    });
  });
}

function recordOf(
  document: Pick<DrawingDocument, DrawingTable>,
  table: DrawingTable,
  id: string,
): DrawingRecord | null {
  return Object.hasOwn(document[table], id) ? document[table][id]! : null;
}

function nameOf(record: DrawingRecord): string {
  return record.name === '' && 'code' in record ? record.code : record.name;
}

function differenceOf(
  table: DrawingTable,
  before: DrawingRecord | null,
  after: DrawingRecord | null,
): Pick<RecordDifference, 'change' | 'fields'> | null {
  if (before === after) return null;
  if (before === null) return { change: 'added', fields: [] };
  if (after === null) return { change: 'removed', fields: [] };
  const [old, next] = [serialiseRecord(table, before), serialiseRecord(table, after)];
  const names = new Set([...Object.keys(next), ...Object.keys(old)]);
  const fields = [...names].filter((name) => JSON.stringify(old[name]) !== JSON.stringify(next[name]));
  return fields.length === 0 ? null : { change: 'changed', fields: fields as SavedField[] };
}
