import type { DrawingDocument } from '#domain/drawing/document.ts';
import {
  changedRecords,
  type DrawingOperation,
  type DrawingRecord,
  drawingTables,
  recordOperations,
  serialiseRecord,
} from '#domain/drawing/operations.ts';
import type { Contested, TableName } from '../state/state.ts';
import type { RecordValue, StoreViews } from '../store/store.ts';

type Tables = Pick<DrawingDocument, TableName>;
type Shadow = { [T in TableName]: Record<string, DrawingDocument[T][string]> };

const none = (): Shadow => ({ layers: {}, features: {}, views: {}, codes: {}, overlays: {} });

/** The records that were sent: what they become when the save succeeds. */
export interface SentRecords {
  readonly operations: readonly DrawingOperation[];
  readonly values: readonly RecordValue[];
}

/**
 * What the server has of the drawing, beside what was changed here since. Records are shared with the store: they are
 * never changed in place.
 */
export class SavedRecords {
  #saved: Shadow = none();
  #dirty: Readonly<Record<TableName, Set<string>>> = noDirty();

  /** Takes a document as saved, without changes. */
  reset(document: Tables): void {
    this.#saved = none();
    for (const table of drawingTables) this.#saved[table] = { ...document[table] } as never;
    this.#dirty = noDirty();
  }

  /** Notes records as changed here. */
  note(changed: Readonly<Record<TableName, ReadonlySet<string>>>): void {
    for (const table of drawingTables) for (const id of changed[table]) this.#dirty[table].add(id);
  }

  get isDirty(): boolean {
    return drawingTables.some((table) => this.#dirty[table].size > 0);
  }

  isDirtyRecord(table: TableName, id: string): boolean {
    return this.#dirty[table].has(id);
  }

  /** The changes since the last save; records that are as saved again are dropped from them. */
  changes(document: StoreViews['document']): SentRecords {
    const operations: DrawingOperation[] = [];
    const values: RecordValue[] = [];
    for (const table of drawingTables) {
      for (const id of [...this.#dirty[table]]) {
        const record = document[table][id] ?? null;
        const own = recordOperations(table, id, this.#of(table, id), record);
        if (own.length === 0) this.#dirty[table].delete(id);
        for (const operation of own) operations.push(operation);
        values.push({ table, id, record } as RecordValue);
      }
    }
    return { operations, values };
  }

  /** The changed records as a whole: set or removed. */
  wholeChanges(document: StoreViews['document']): DrawingOperation[] {
    return drawingTables.flatMap((table) =>
      [...this.#dirty[table]].map((id): DrawingOperation => {
        const record = document[table][id] ?? null;
        if (record === null) return { op: 'remove', table, id };
        return { op: 'set', table, record: serialiseRecord(table, record) };
      }),
    );
  }

  /** These records as they are saved. */
  saved(values: readonly RecordValue[]): RecordValue[] {
    return values.map(({ table, id }) => ({ table, id, record: this.#of(table, id) }) as RecordValue);
  }

  /** Takes records as saved; those that were changed again meanwhile stay changed. */
  settle(values: readonly RecordValue[], document: StoreViews['document']): void {
    for (const { table, id, record } of values) {
      this.#put(table, id, record);
      if ((document[table][id] ?? null) === record) this.#dirty[table].delete(id);
    }
  }

  /** The records that operations of others leave behind on the server. */
  after(operations: readonly DrawingOperation[]): RecordValue[] {
    return changedRecords(this.#saved, operations) as RecordValue[];
  }

  /** The records in which another version of the drawing differs from the saved one. */
  differences(other: Tables): RecordValue[] {
    return drawingTables.flatMap((table) => {
      const ids = new Set([...Object.keys(this.#saved[table]), ...Object.keys(other[table])]);
      return [...ids].flatMap((id) => {
        const record = other[table][id] ?? null;
        return isSameRecord(table, this.#of(table, id), record) ? [] : [{ table, id, record } as RecordValue];
      });
    });
  }

  /**
   * Takes what others saved; returns what of it was not changed here, and what was. A layer that one side removed stays
   * where the other has features on it.
   */
  merge(
    theirs: readonly RecordValue[],
    document: StoreViews['document'],
  ): { readonly free: RecordValue[]; readonly contested: RecordValue[] } {
    const [free, contested]: [RecordValue[], RecordValue[]] = [[], []];
    const removed = new Set(
      theirs.flatMap(({ table, id, record }) => (table === 'features' && !record ? [id] : [])),
    );
    for (const value of theirs) {
      const { table, id, record } = value;
      this.#put(table, id, record);
      if (this.isDirtyRecord(table, id)) contested.push(value);
      else if (table === 'layers' && record === null && isUsed(id, document, removed))
        this.#dirty.layers.add(id);
      else free.push(value);
      if (table === 'features' && record !== null) this.#restore(record.layerId, document, free);
    }
    return { free, contested };
  }

  /** Adds the saved layer of a feature of others to `free`, where it was removed here. */
  #restore(layerId: string, document: StoreViews['document'], free: RecordValue[]): void {
    const layer = this.#saved.layers[layerId];
    if (document.layers[layerId] !== undefined || !this.#dirty.layers.has(layerId) || !layer) return;
    this.#dirty.layers.delete(layerId);
    free.push({ table: 'layers', id: layerId, record: layer });
  }

  #of(table: TableName, id: string): DrawingRecord | null {
    return Object.hasOwn(this.#saved[table], id) ? this.#saved[table][id]! : null;
  }

  #put(table: TableName, id: string, record: DrawingRecord | null): void {
    const records = this.#saved[table] as Record<string, DrawingRecord>;
    if (record === null) delete records[id];
    else records[id] = record;
  }
}

function noDirty(): Record<TableName, Set<string>> {
  return {
    layers: new Set(),
    features: new Set(),
    views: new Set(),
    codes: new Set(),
    overlays: new Set(),
  };
}

/** Whether features lie on a layer, but for those that are removed. */
function isUsed(
  layerId: string,
  { features }: StoreViews['document'],
  removed: ReadonlySet<string>,
): boolean {
  return Object.values(features).some((feature) => feature.layerId === layerId && !removed.has(feature.id));
}

function isSameRecord(table: TableName, a: DrawingRecord | null, b: DrawingRecord | null): boolean {
  if (a === null || b === null) return a === b;
  return a === b || JSON.stringify(serialiseRecord(table, a)) === JSON.stringify(serialiseRecord(table, b));
}

/** Contested records as the status names them, by this drawing's names, else theirs. */
export function describeContested(
  values: readonly RecordValue[],
  document: StoreViews['document'],
): Contested[] {
  return values.map(({ table, id, record }) => {
    const known = document[table][id] ?? record;
    const name = known === null ? '' : 'code' in known && known.name === '' ? known.code : known.name;
    return {
      table,
      id,
      name: name || String(known?.rank ?? ''),
      theirs: record === null ? 'removed' : 'changed',
    };
  });
}
