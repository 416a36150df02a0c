import { type DrawingDocument, inRankOrder } from '#domain/drawing/document.ts';
import type { RecordChange } from '../history/edit.ts';
import type { TableName, WorkspaceState } from '../state/state.ts';
import { defineCommand, type Plan } from './command.ts';
import type { EditorContext } from './editor-context.ts';
import { canEdit } from './guards.ts';

function changeTable<T extends TableName>(
  table: T,
  before: DrawingDocument[T],
  after: DrawingDocument[T],
): RecordChange[] {
  const ids = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...ids].map((id) => {
    return { table, id, before: before[id] ?? null, after: after[id] ?? null } as RecordChange;
  });
}

/** Clears the selection of a drawing that replaces another, and activates its first layer. */
const freshWorkspace = ({ layers }: DrawingDocument): Partial<WorkspaceState> => ({
  selection: [],
  selectedVertex: null,
  activeLayerId: inRankOrder(layers)[0]?.id ?? '',
});

function planReplacement({ store }: EditorContext, next: DrawingDocument): Plan {
  const { layers, features, views, codes } = store.views.document;
  const changes = [
    ...changeTable('layers', layers, next.layers),
    ...changeTable('features', features, next.features),
    ...changeTable('views', views, next.views),
    ...changeTable('codes', codes, next.codes),
  ];
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
