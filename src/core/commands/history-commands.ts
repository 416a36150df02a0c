import { inRankOrder } from '#domain/drawing/document.ts';
import type { WorkspaceState } from '../state/state.ts';
import type { StoreViews } from '../store/store.ts';
import { defineCommand } from './command.ts';
import { canEdit } from './guards.ts';

/** The selection and the active layer, limited to what still exists. */
export function dropGone({ document, workspace }: StoreViews): Partial<WorkspaceState> {
  const isLayerGone = document.layers[workspace.activeLayerId] === undefined;
  const { overlayEditing } = workspace;
  const isOverlayGone = overlayEditing !== null && document.overlays[overlayEditing.id] === undefined;
  return {
    selection: workspace.selection.filter((id) => document.features[id]),
    selectedVertex: null,
    ...(isOverlayGone ? { overlayEditing: null, tool: 'select' as const } : {}),
    ...(isLayerGone ? { activeLayerId: inRankOrder(document.layers)[0]?.id ?? '' } : {}),
  };
}

const historyUndo = defineCommand<null>()({
  id: 'history.undo',
  labelKey: 'command.history.undo',
  recording: 'skip',
  enabled: (views) => canEdit(views) && views.workspace.history.undo !== null,
  presets: [
    {
      keys: ['Ctrl Z'],
      icon: 'undo-2',
      strip: 'window',
      payload: () => null,
      subjectKey: ({ workspace }) => workspace.history.undo,
    },
  ],
  async plan({ history, store }) {
    return (await history.undo()) ? { workspace: dropGone(store.views) } : null;
  },
});

const historyRedo = defineCommand<null>()({
  id: 'history.redo',
  labelKey: 'command.history.redo',
  recording: 'skip',
  enabled: (views) => canEdit(views) && views.workspace.history.redo !== null,
  presets: [
    {
      keys: ['Ctrl Y', 'Ctrl Shift Z'],
      icon: 'redo-2',
      strip: 'window',
      payload: () => null,
      subjectKey: ({ workspace }) => workspace.history.redo,
    },
  ],
  async plan({ history, store }) {
    return (await history.redo()) ? { workspace: dropGone(store.views) } : null;
  },
});

const historyClear = defineCommand<null>()({
  id: 'history.clear',
  labelKey: 'command.history.clear',
  recording: 'skip',
  plan({ history }) {
    history.clear();
    return null;
  },
});

const gestureBegin = defineCommand<{ readonly labelKey: string }>()({
  id: 'gesture.begin',
  labelKey: 'command.gesture.begin',
  recording: 'skip',
  plan({ history }, { labelKey }) {
    history.beginGesture(labelKey);
    return null;
  },
});

const gestureCommit = defineCommand<null>()({
  id: 'gesture.commit',
  labelKey: 'command.gesture.commit',
  recording: 'skip',
  plan({ history }) {
    history.commitGesture();
    return null;
  },
});

const gestureCancel = defineCommand<null>()({
  id: 'gesture.cancel',
  labelKey: 'command.gesture.cancel',
  recording: 'skip',
  async plan({ history }) {
    await history.cancelGesture();
    return null;
  },
});

export const historyCommands = [
  historyUndo,
  historyRedo,
  historyClear,
  gestureBegin,
  gestureCommit,
  gestureCancel,
] as const;
