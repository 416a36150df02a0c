import { times } from '#contract/limits.ts';
import { type DrawingDocument, drawingSchemaVersion, emptyDrawing } from '#domain/drawing/document.ts';
import { type DrawingOperation, operationTarget } from '#domain/drawing/operations.ts';
import { type NewerDrawing, parseDrawing, parseNewerDrawing } from '#domain/drawing/parse/parse-drawing.ts';
import { serialiseDrawing } from '#domain/drawing/serialise.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import type { Clock } from '../ports/clock.ts';
import type {
  DrawingStore,
  OtherChanges,
  PendingEdits,
  PendingStore,
  StoredDrawing,
} from '../ports/drawing-store.ts';
import { recordOf } from '../state/error-record.ts';
import type { DirtyRecords, RecordValue, Store } from '../store/store.ts';
import { createAutosave } from './autosave.ts';
import { describeContested, SavedRecords } from './saved-records.ts';

/** Keeps the saved drawing in sync with the document. A drawing that could not be read is never overwritten. */
export interface DrawingSaver {
  /** Reads the saved drawing; null where it cannot be read (the status holds the error). */
  load(): Promise<DrawingDocument | null>;
  /** The document is loaded: changes that could not be sent earlier are applied to it. */
  resume(): Promise<void>;
  /** Records were changed here. */
  changed(dirty: DirtyRecords): void;
  /** Saves now, if there is anything to save. */
  save(): Promise<void>;
  /** After a conflict: goes on from what others saved, so that the next save replaces contested records by these. */
  acceptOther(): void;
  /** Contested records as the others saved them, while there is a conflict. */
  readonly theirs: readonly RecordValue[] | null;
  readonly hasUnsaved: boolean;
  /** Keeps on this machine what was not saved yet. */
  keep(): Promise<void>;
  dispose(): void;
}

export interface SaverOptions {
  readonly store: Store;
  readonly drawings: DrawingStore;
  /** Null where nothing can be kept on this machine. */
  readonly pending: PendingStore | null;
  readonly clock: Clock;
  readonly canEdit: boolean;
  readonly firstLayerName: string;
}

const retryMs = 10_000;

/** Creates the saver of one drawing. */
export function createDrawingSaver(options: SaverOptions): DrawingSaver {
  const { store, drawings, pending, clock } = options;
  const records = new SavedRecords();
  let revision = 0;
  /** The saved form has another schema version, or there is none: operations do not fit it. */
  let needsWhole = true;
  let isReadOnly = true;
  let theirs: readonly RecordValue[] | null = null;
  let running: Promise<void> | null = null;
  let cancelRetry: (() => void) | null = null;
  const plan = createAutosave(clock, { idleMs: times.autosaveIdle, activeMs: times.autosaveActive }, () => {
    void saver.save();
  });

  async function send(): Promise<void> {
    const { document } = store.views;
    const sent = records.changes(document);
    if (sent.operations.length === 0) {
      store.setStatus({ save: { kind: 'saved' } });
      return;
    }
    store.setStatus({ save: { kind: 'saving' } });
    try {
      const answer = needsWhole
        ? await drawings.save(revision, serialiseDrawing(wholeOf(store)))
        : await drawings.patch(revision, sent.operations);
      if (answer.status === 'conflict') return await meetConflict(answer.current);
      revision = answer.revision;
      needsWhole = false;
      const merged = records.after(answer.merged);
      records.settle(sent.values, document);
      await pending?.keep(null);
      takeTheirs(merged, null);
      if (theirs === null) store.setStatus({ save: { kind: records.isDirty ? 'unsaved' : 'saved' } });
    } catch (error) {
      store.setStatus({ save: { kind: 'failed', error: recordOf(error, 'save.now') } });
      await saver.keep();
      cancelRetry = clock.after(retryMs, () => void saver.save());
    }
  }

  /** Merges what others saved, and goes on or asks. */
  async function meetConflict(other: OtherChanges): Promise<void> {
    const isKnown = other.operations !== null && !needsWhole;
    const changes = isKnown ? records.after(other.operations ?? []) : await differences();
    if (isKnown) revision = other.revision;
    takeTheirs(changes, other.savedBy);
    if (theirs === null) await send();
  }

  async function differences(): Promise<RecordValue[]> {
    const stored = await drawings.load();
    const changes = records.differences(parseDrawing(stored.document));
    revision = stored.revision;
    needsWhole = isOlder(stored);
    return changes;
  }

  function takeTheirs(changes: readonly RecordValue[], savedBy: string | null): void {
    const { free, contested } = records.merge(changes, store.views.document);
    if (free.length > 0) store.setRecords(free, true);
    if (contested.length === 0) return;
    theirs = contested;
    const named = describeContested(contested, store.views.document);
    store.setStatus({ save: { kind: 'conflict', savedBy, revision, contested: named } });
  }

  /** Applies what could not be sent earlier, merged with what others saved since. */
  async function takeKept(kept: PendingEdits): Promise<void> {
    const isSame = kept.baseRevision === revision;
    const fits = kept.schemaVersion === drawingSchemaVersion && !needsWhole && kept.operations.length > 0;
    const answer = !isSame && fits ? await drawings.patch(kept.baseRevision, kept.operations) : null;
    if (answer?.status === 'saved') {
      await pending?.keep(null);
      takeTheirs(await differences(), null);
      return;
    }
    const mine = records.after(kept.records);
    store.setRecords(mine);
    if (isSame) return;
    const { operations = null, savedBy = null } = answer?.current ?? {};
    const others = operations && new Set(operations.map(targetKey));
    const isContested = ({ table, id }: RecordValue) => others === null || others.has(`${table} ${id}`);
    takeTheirs(records.saved(mine.filter(isContested)), savedBy);
  }

  const saver: DrawingSaver = {
    async load() {
      try {
        const stored = await drawings.load();
        revision = stored.revision;
        needsWhole = isOlder(stored);
        const { document, error } = readStored(stored, options.firstLayerName);
        isReadOnly = !options.canEdit || error !== null;
        records.reset(document);
        store.setStatus({ save: isReadOnly ? { kind: 'read-only', error } : { kind: 'saved' } });
        return document;
      } catch (error) {
        store.setStatus({ save: { kind: 'read-only', error: recordOf(error, 'document.load') } });
        return null;
      }
    },
    async resume() {
      if (isReadOnly) return;
      try {
        const kept = await pending?.read();
        if (kept) await takeKept(kept);
      } catch (error) {
        // What is kept stays as it is, and is tried again when the drawing is opened next.
        isReadOnly = true;
        store.setStatus({ save: { kind: 'read-only', error: recordOf(error, 'document.load') } });
      }
    },
    changed(dirty) {
      if (isReadOnly) return;
      records.note(dirty);
      if (theirs !== null) return;
      if (store.views.status.save.kind !== 'saving') store.setStatus({ save: { kind: 'unsaved' } });
      plan.touch();
    },
    async save() {
      plan.cancel();
      cancelRetry?.();
      cancelRetry = null;
      while (running !== null) await running;
      if (isReadOnly || theirs !== null) return;
      if (!records.isDirty) {
        if (store.views.status.save.kind === 'unsaved') store.setStatus({ save: { kind: 'saved' } });
        return;
      }
      running = send().finally(() => {
        running = null;
      });
      await running;
      if (records.isDirty && store.views.status.save.kind === 'unsaved') plan.touch();
    },
    acceptOther() {
      if (theirs === null) return;
      theirs = null;
      store.setStatus({ save: { kind: records.isDirty ? 'unsaved' : 'saved' } });
    },
    get theirs() {
      return theirs;
    },
    get hasUnsaved() {
      return running !== null || records.changes(store.views.document).operations.length > 0;
    },
    async keep() {
      if (isReadOnly) return;
      const { operations } = records.changes(store.views.document);
      if (operations.length === 0) return;
      await pending?.keep({
        baseRevision: revision,
        schemaVersion: drawingSchemaVersion,
        operations,
        records: records.wholeChanges(store.views.document),
      });
    },
    dispose() {
      plan.cancel();
      cancelRetry?.();
      isReadOnly = true;
    },
  };
  return saver;
}

function wholeOf(store: Store): DrawingDocument {
  const { layers, features, views, codes, overlays } = store.views.document;
  return { schemaVersion: drawingSchemaVersion, layers, features, views, codes, overlays };
}

/** Whether operations of this program fit a saved document. */
function isOlder({ document }: StoredDrawing): boolean {
  return (document as { schemaVersion?: unknown } | null)?.schemaVersion !== drawingSchemaVersion;
}

function targetKey(operation: DrawingOperation): string {
  const { table, id } = operationTarget(operation);
  return `${table} ${id}`;
}

/** The document of a saved drawing, and why it cannot be changed. */
function readStored(
  { document, readOnlyReason }: StoredDrawing,
  firstLayerName: string,
): { readonly document: DrawingDocument; readonly error: ErrorRecord | null } {
  if (document === null) return { document: emptyDrawing(firstLayerName), error: readOnlyReason };
  try {
    return { document: parseDrawing(document), error: readOnlyReason };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'drawing.too-new') throw error;
    const newer = readNewer(document);
    if (newer === null) throw error;
    const params = { ...error.params, skipped: newer.skipped };
    return { document: newer.document, error: { code: 'drawing.newer-shown', params } };
  }
}

/** A newer drawing as far as it is known; null where nothing of it is. */
function readNewer(document: unknown): NewerDrawing | null {
  try {
    return parseNewerDrawing(document);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
