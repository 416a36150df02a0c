import { compareDrawings } from '#domain/drawing/compare-drawings.ts';
import { type DrawingDocument, inRankOrder } from '#domain/drawing/document.ts';
import type { RecordChange } from '../history/edit.ts';
import type { WorkspaceState } from '../state/state.ts';
import { defineCommand, type Plan } from './command.ts';
import type { EditorContext } from './editor-context.ts';
import { canEdit } from './guards.ts';

/** Clears the selection of a drawing that replaces another, and activates its first layer. */
const freshWorkspace = ({ layers }: DrawingDocument): Partial<WorkspaceState> => ({
  selection: [],
  selectedVertex: null,
  activeLayerId: inRankOrder(layers)[0]?.id ?? '',
});

function planReplacement({ store }: EditorContext, next: DrawingDocument): Plan {
  const { document } = store.views;
  const changes = compareDrawings(document, next).map(({ table, id }) => {
    return {
      table,
      id,
      before: document[table][id] ?? null,
      after: next[table][id] ?? null,
    } as RecordChange;
  });
  return { workspace: freshWorkspace(next), edit: { kind: 'patch', changes } };
}

/** Loads a document that was saved elsewhere; history is reset. */
const documentLoad = defineCommand<{ readonly document: DrawingDocument }>()({
  id: 'document.load',
  labelKey: 'command.document.load',
  recording: 'skip',
  plan({ store, history }, { document }) {
    history.clear();
    store.loadDocument(document);
    return { workspace: freshWorkspace(document) };
  },
});

/** Replaces the drawing in a step that can be undone. */
const documentReplace = defineCommand<{ readonly document: DrawingDocument }>()({
  id: 'document.replace',
  labelKey: 'command.document.replace',
  recording: 'record',
  enabled: canEdit,
  plan: (context, { document }) => planReplacement(context, document),
});

const saveNow = defineCommand<null>()({
  id: 'save.now',
  labelKey: 'command.save.now',
  recording: 'skip',
  enabled: canEdit,
  presets: [{ keys: ['Ctrl S'], payload: () => null }],
  plan({ saver }) {
    // Not awaited: the queue continues while the server writes.
    void saver.save();
    return null;
  },
});

/** After a conflict: saves the contested records as they are here; the others' are kept among the revisions. */
const conflictKeepMine = defineCommand<null>()({
  id: 'conflict.keep-mine',
  labelKey: 'command.conflict.keep-mine',
  recording: 'skip',
  enabled: (views) => views.status.save.kind === 'conflict',
  presets: [{ payload: () => null }],
  plan({ saver }) {
    saver.acceptOther();
    void saver.save();
    return null;
  },
});

/** After a conflict: takes the contested records as others saved them; undo restores these. */
const conflictTakeTheirs = defineCommand<null>()({
  id: 'conflict.take-theirs',
  labelKey: 'command.conflict.take-theirs',
  recording: 'record',
  enabled: (views) => views.status.save.kind === 'conflict',
  presets: [{ payload: () => null }],
  plan(context) {
    const { store, saver } = context;
    const { theirs } = saver;
    if (theirs === null) return null;
    const changes = theirs.map(({ table, id, record }) => {
      return { table, id, before: store.views.document[table][id] ?? null, after: record } as RecordChange;
    });
    saver.acceptOther();
    return { edit: { kind: 'patch', changes } };
  },
});

export const documentCommands = [
  documentLoad,
  documentReplace,
  saveNow,
  conflictKeepMine,
  conflictTakeTheirs,
] as const;
