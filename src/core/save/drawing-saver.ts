import { times } from '#contract/limits.ts';
import { type DrawingDocument, drawingSchemaVersion, emptyDrawing } from '#domain/drawing/document.ts';
import { parseDrawing } from '#domain/drawing/parse/parse-drawing.ts';
import { serialiseDrawing } from '#domain/drawing/serialise.ts';
import type { Clock } from '../ports/clock.ts';
import type { DrawingStore, StoredDrawing } from '../ports/drawing-store.ts';
import { recordOf } from '../state/error-record.ts';
import type { Store } from '../store/store.ts';
import { createAutosave } from './autosave.ts';

/** Keeps the saved drawing in sync with the document. A drawing that could not be read is never overwritten. */
export interface DrawingSaver {
  /** Reads the saved drawing; null where it cannot be read (the status holds the error). */
  load(): Promise<DrawingDocument | null>;
  /** The document was changed. */
  changed(): void;
  /** Saves now, if there is anything to save. */
  save(): Promise<void>;
  /** After a conflict: bases on the other revision, so that the next save replaces it. */
  acceptOther(): void;
  /** The drawing that someone else saved, while there is a conflict. */
  readonly other: StoredDrawing | null;
  readonly hasUnsaved: boolean;
  dispose(): void;
}

export interface SaverOptions {
  readonly store: Store;
  readonly drawings: DrawingStore;
  readonly clock: Clock;
  readonly canEdit: boolean;
  readonly firstLayerName: string;
}

const retryMs = 10_000;

/** Creates the saver of one project's drawing. */
export function createDrawingSaver(options: SaverOptions): DrawingSaver {
  const { store, drawings, clock } = options;
  let revision = 0;
  let isDirty = false;
  let isReadOnly = true;
  let other: StoredDrawing | null = null;
  let running: Promise<void> | null = null;
  let cancelRetry: (() => void) | null = null;
  const plan = createAutosave(clock, { idleMs: times.autosaveIdle, activeMs: times.autosaveActive }, () => {
    void saver.save();
  });

  async function send(): Promise<void> {
    isDirty = false;
    store.setStatus({ save: { kind: 'saving' } });
    try {
      const { layers, features, views, codes } = store.views.document;
      const document = { schemaVersion: drawingSchemaVersion, layers, features, views, codes } as const;
      const answer = await drawings.save(revision, serialiseDrawing(document));
      if (answer.status === 'saved') {
        revision = answer.revision;
        store.setStatus({ save: { kind: isDirty ? 'unsaved' : 'saved' } });
        return;
      }
      other = answer.current;
      isDirty = true;
      const { savedBy } = answer.current;
      store.setStatus({ save: { kind: 'conflict', savedBy, revision: answer.current.revision } });
    } catch (error) {
      isDirty = true;
      store.setStatus({ save: { kind: 'failed', error: recordOf(error, 'save.now') } });
      cancelRetry = clock.after(retryMs, () => void saver.save());
    }
  }

  const saver: DrawingSaver = {
    async load() {
      try {
        const stored = await drawings.load();
        const document =
          stored.document === null ? emptyDrawing(options.firstLayerName) : parseDrawing(stored.document);
        revision = stored.revision;
        isReadOnly = !options.canEdit;
        store.setStatus({ save: isReadOnly ? { kind: 'read-only', error: null } : { kind: 'saved' } });
        return document;
      } catch (error) {
        store.setStatus({ save: { kind: 'read-only', error: recordOf(error, 'document.load') } });
        return null;
      }
    },
    changed() {
      if (isReadOnly) return;
      isDirty = true;
      if (other !== null) return;
      if (store.views.status.save.kind !== 'saving') store.setStatus({ save: { kind: 'unsaved' } });
      plan.touch();
    },
    async save() {
      plan.cancel();
      cancelRetry?.();
      cancelRetry = null;
      while (running !== null) await running;
      if (!isDirty || isReadOnly || other !== null) return;
      running = send().finally(() => {
        running = null;
      });
      await running;
      if (isDirty && store.views.status.save.kind === 'unsaved') plan.touch();
    },
    acceptOther() {
      if (other === null) return;
      revision = other.revision;
      other = null;
      store.setStatus({ save: { kind: isDirty ? 'unsaved' : 'saved' } });
    },
    get other() {
      return other;
    },
    get hasUnsaved() {
      return isDirty || running !== null;
    },
    dispose() {
      plan.cancel();
      cancelRetry?.();
      isReadOnly = true;
    },
  };
  return saver;
}
