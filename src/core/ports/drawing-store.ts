/** A saved drawing; revision 0 has no document. */
export interface StoredDrawing {
  readonly revision: number;
  /** As `serialiseDrawing` made it, unchecked. */
  readonly document: unknown;
  /** User who saved it; null when not known. */
  readonly savedBy: string | null;
}

/** Result of a save: done, or refused because someone else saved since the base revision. */
export type SaveResult =
  | { readonly status: 'saved'; readonly revision: number }
  | { readonly status: 'conflict'; readonly current: StoredDrawing };

/** Storage of the drawing of one project. Failures reject with `AppError`. */
export interface DrawingStore {
  load(): Promise<StoredDrawing>;
  save(baseRevision: number, document: Readonly<Record<string, unknown>>): Promise<SaveResult>;
}
