import { type DrawingDocument, inRankOrder } from '#domain/drawing/document.ts';
import { parseDrawing } from '#domain/drawing/parse/parse-drawing.ts';
import type { RecordChange } from '../history/edit.ts';
import type { WorkspaceState } from '../state/state.ts';
import { defineCommand, type Plan } from './command.ts';
import type { EditorContext } from './editor-context.ts';
import { canEdit } from './guards.ts';

function changeTable<T extends 'features' | 'layers' | 'views'>(
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
  const { layers, features, views } = store.views.document;
  const changes = [
    ...changeTable('layers', layers, next.layers),
    ...changeTable('features', features, next.features),
    ...changeTable('views', views, next.views),
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

/** After a conflict: saves this drawing as the newest revision; the other one is kept among the revisions. */
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

/** After a conflict: loads the other drawing; undo restores this one. */
const conflictTakeTheirs = defineCommand<null>()({
  id: 'conflict.take-theirs',
  labelKey: 'command.conflict.take-theirs',
  recording: 'record',
  enabled: (views) => views.status.save.kind === 'conflict',
  presets: [{ payload: () => null }],
  plan(context) {
    const theirs = context.saver.other;
    if (theirs === null) return null;
    const plan = planReplacement(context, parseDrawing(theirs.document));
    context.saver.acceptOther();
    return plan;
  },
});

export const documentCommands = [
  documentLoad,
  documentReplace,
  saveNow,
  conflictKeepMine,
  conflictTakeTheirs,
] as const;
