import { inRankOrder } from '#domain/drawing/document.ts';
import type { WorkspaceState } from '../state/state.ts';
import type { StoreViews } from '../store/store.ts';
import { defineCommand } from './command.ts';
import { canEdit } from './guards.ts';

/** Keeps the selection and the active layer to what still exists. */
function dropGone({ document, workspace }: StoreViews): Partial<WorkspaceState> {
  const isLayerGone = document.layers[workspace.activeLayerId] === undefined;
  return {
    selection: workspace.selection.filter((id) => document.features[id]),
    selectedVertex: null,
    ...(isLayerGone ? { activeLayerId: inRankOrder(document.layers)[0]?.id ?? '' } : {}),
  };
}

export const historyUndo = defineCommand({
  id: 'history.undo',
  labelKey: 'command.history.undo',
  recording: 'skip',
  enabled: (views) => canEdit(views) && views.workspace.history.undo !== null,
  presets: [{ keys: ['Ctrl Z'], payload: () => null }],
  async run({ history, store }) {
    if (await history.undo()) store.setWorkspace(dropGone(store.views));
    return null;
  },
});

export const historyRedo = defineCommand({
  id: 'history.redo',
  labelKey: 'command.history.redo',
  recording: 'skip',
  enabled: (views) => canEdit(views) && views.workspace.history.redo !== null,
  presets: [{ keys: ['Ctrl Y', 'Ctrl Shift Z'], payload: () => null }],
  async run({ history, store }) {
    if (await history.redo()) store.setWorkspace(dropGone(store.views));
    return null;
  },
});

export const historyClear = defineCommand({
  id: 'history.clear',
  labelKey: 'command.history.clear',
  recording: 'skip',
  run({ history }) {
    history.clear();
    return null;
  },
});

export const gestureBegin = defineCommand({
  id: 'gesture.begin',
  labelKey: 'command.gesture.begin',
  recording: 'skip',
  run({ history }, { labelKey }) {
    history.beginGesture(labelKey);
    return null;
  },
});

export const gestureCommit = defineCommand({
  id: 'gesture.commit',
  labelKey: 'command.gesture.commit',
  recording: 'skip',
  run({ history }) {
    history.commitGesture();
    return null;
  },
});

export const gestureCancel = defineCommand({
  id: 'gesture.cancel',
  labelKey: 'command.gesture.cancel',
  recording: 'skip',
  async run({ history }) {
    await history.cancelGesture();
    return null;
  },
});
