import type { DrawingOperation } from '#domain/drawing/operations.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';

/** A saved drawing; revision 0 has no document. */
export interface StoredDrawing {
  readonly revision: number;
  /** As `serialiseDrawing` made it, unchecked. */
  readonly document: unknown;
  /** User who saved it; null when not known. */
  readonly savedBy: string | null;
  /** Why it cannot be changed, such as `drawing.locked`; null where it can. */
  readonly readOnlyReason: ErrorRecord | null;
}

/** What others saved since a revision. */
export interface OtherChanges {
  readonly revision: number;
  readonly savedBy: string | null;
  /** Null where they are not known one by one: the whole drawing is to be read. */
  readonly operations: readonly DrawingOperation[] | null;
}

/** Result of a save. `merged`: what others saved since the base revision and the new one has too. */
export type SaveResult =
  | { readonly status: 'saved'; readonly revision: number; readonly merged: readonly DrawingOperation[] }
  | { readonly status: 'conflict'; readonly current: OtherChanges };

/** Storage of one drawing. Failures reject with `AppError`. */
export interface DrawingStore {
  load(): Promise<StoredDrawing>;
  /** Saves a whole document. */
  save(baseRevision: number, document: Readonly<Record<string, unknown>>): Promise<SaveResult>;
  /** Saves changes of a document of the program's schema version. */
  patch(baseRevision: number, operations: readonly DrawingOperation[]): Promise<SaveResult>;
}

/** Changes that could not be sent yet. */
export interface PendingEdits {
  readonly baseRevision: number;
  readonly schemaVersion: number;
  readonly operations: readonly DrawingOperation[];
  /** The same as whole records, set or removed, which fit any version of the drawing. */
  readonly records: readonly DrawingOperation[];
}

/** Keeps changes of one drawing on this machine until they are saved. */
export interface PendingStore {
  read(): Promise<PendingEdits | null>;
  /** Null: nothing is pending. */
  keep(pending: PendingEdits | null): Promise<void>;
}
