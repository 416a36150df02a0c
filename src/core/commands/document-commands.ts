import { type DrawingDocument, inRankOrder } from '#domain/drawing/document.ts';
import { parseDrawing } from '#domain/drawing/parse-drawing.ts';
import type { PatchEdit, RecordChange } from '../history/edit.ts';
import { defineCommand } from './command.ts';
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

function replaceEdit({ store }: EditorContext, next: DrawingDocument): PatchEdit {
  const { layers, features, views } = store.views.document;
  store.setWorkspace({
    selection: [],
    selectedVertex: null,
    activeLayerId: inRankOrder(next.layers)[0]?.id ?? '',
  });
  const changes = [
    ...changeTable('layers', layers, next.layers),
    ...changeTable('features', features, next.features),
    ...changeTable('views', views, next.views),
  ];
  return { kind: 'patch', changes };
}

export const documentLoad = defineCommand({
  id: 'document.load',
  labelKey: 'command.document.load',
  recording: 'skip',
  run({ store, history }, { document }) {
    history.clear();
    store.loadDocument(document);
    const activeLayerId = inRankOrder(document.layers)[0]?.id ?? '';
    store.setWorkspace({ selection: [], selectedVertex: null, activeLayerId });
    return null;
  },
});

export const documentReplace = defineCommand({
  id: 'document.replace',
  labelKey: 'command.document.replace',
  recording: 'record',
  enabled: canEdit,
  run: (context, { document }) => replaceEdit(context, document),
});

export const saveNow = defineCommand({
  id: 'save.now',
  labelKey: 'command.save.now',
  recording: 'skip',
  enabled: canEdit,
  presets: [{ keys: ['Ctrl S'], payload: () => null }],
  run({ saver }) {
    // Not waited for: the line goes on while the server writes.
    void saver.save();
    return null;
  },
});

export const conflictKeepMine = defineCommand({
  id: 'conflict.keep-mine',
  labelKey: 'command.conflict.keep-mine',
  recording: 'skip',
  enabled: (views) => views.status.save.kind === 'conflict',
  presets: [{ payload: () => null }],
  run({ saver }) {
    saver.acceptOther();
    void saver.save();
    return null;
  },
});

export const conflictTakeTheirs = defineCommand({
  id: 'conflict.take-theirs',
  labelKey: 'command.conflict.take-theirs',
  recording: 'record',
  enabled: (views) => views.status.save.kind === 'conflict',
  presets: [{ payload: () => null }],
  run(context) {
    const theirs = context.saver.other;
    if (theirs === null) return null;
    const edit = replaceEdit(context, parseDrawing(theirs.document));
    context.saver.acceptOther();
    return edit;
  },
});
