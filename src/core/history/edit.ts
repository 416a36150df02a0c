import type { TableName } from '../state/state.ts';
import type { DocumentTables, RecordValue, Store } from '../store/store.ts';

/** One record before and after; null where it does not exist. */
export type RecordChange = {
  [T in TableName]: {
    readonly table: T;
    readonly id: string;
    readonly before: DocumentTables[T] | null;
    readonly after: DocumentTables[T] | null;
  };
}[TableName];

/** Before and after of small records. */
export interface PatchEdit {
  readonly kind: 'patch';
  readonly changes: readonly RecordChange[];
}

/** A change with its inverse, holding as little as it can. */
export interface OperationEdit {
  readonly kind: 'operation';
  apply(): void | Promise<void>;
  revert(): void | Promise<void>;
  /** Releases what it holds; called once, when history drops it. */
  dispose(): void;
  readonly byteSize: number;
  /** Merges the change with a later one; null where they cannot be merged. */
  join?(later: OperationEdit): OperationEdit | null;
}

export type Edit = PatchEdit | OperationEdit;

/** Applies a change (again). */
export function applyEdit(edit: Edit, store: Store): void | Promise<void> {
  if (edit.kind === 'operation') return edit.apply();
  store.setRecords(edit.changes.map((change) => recordValue(change, change.after)));
}

/** Reverts a change. */
export function revertEdit(edit: Edit, store: Store): void | Promise<void> {
  if (edit.kind === 'operation') return edit.revert();
  store.setRecords([...edit.changes].reverse().map((change) => recordValue(change, change.before)));
}

function recordValue({ table, id }: RecordChange, record: RecordChange['after']): RecordValue {
  return { table, id, record } as RecordValue;
}

/** Approximate bytes that an edit keeps alive. */
export function editBytes(edit: Edit): number {
  if (edit.kind === 'operation') return edit.byteSize;
  return edit.changes.reduce(
    (sum, change) => sum + recordBytes(change.before) + recordBytes(change.after),
    0,
  );
}

function recordBytes(record: RecordChange['after']): number {
  if (record === null) return 8;
  return 128 + ('coordinates' in record ? 8 * record.coordinates.length : 0);
}

/** Disposes of an edit. */
export function disposeEdit(edit: Edit): void {
  if (edit.kind === 'operation') edit.dispose();
}
