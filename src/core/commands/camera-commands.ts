import { type DrawingDocument, nextRank } from '#domain/drawing/document.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { CameraMove } from '#viewport/viewport-types.ts';
import type { Store } from '../store/store.ts';
import { paneInSpace, showViewState, syncCameraState, viewStateOf } from '../view/view-modes.ts';
import { defineCommand, type Plan } from './command.ts';
import { canEdit } from './guards.ts';

/** Viewing direction of a standard view. */
export type LookFrom = 'top' | 'south' | 'west' | 'north' | 'east';

const level = { pitchRad: 0 };

/** Direction of the line of sight of a standard view: from the south it looks north. */
const looks: Readonly<Record<LookFrom, { readonly yawRad: number; readonly pitchRad: number }>> = {
  top: { yawRad: 0, pitchRad: Math.PI / 2 },
  south: { yawRad: 0, ...level },
  west: { yawRad: Math.PI / 2, ...level },
  north: { yawRad: Math.PI, ...level },
  east: { yawRad: (3 * Math.PI) / 2, ...level },
};

/** Switches 3D to orthographic projection, or back to perspective. */
const cameraParallel = defineCommand<{ readonly isParallel: boolean }>()({
  id: 'camera.parallel',
  labelKey: 'command.camera.parallel',
  recording: 'skip',
  presets: [
    {
      keys: ['O'],
      icon: 'box',
      payload: ({ workspace }) => ({ isParallel: !workspace.isParallel }),
      isOn: ({ workspace }) => workspace.cameraMode === '3d' && workspace.isParallel,
    },
  ],
  plan({ store, ports }, { isParallel }) {
    const pane = paneInSpace(store, ports.viewport);
    ports.viewport.setCamera({ isParallel }, pane);
    syncCameraState(store, ports.viewport);
    return null;
  },
});

/** Turns the camera to a standard view of what is shown now. */
const cameraLook = defineCommand<{ readonly from: LookFrom }>()({
  id: 'camera.look',
  labelKey: 'command.camera.look',
  recording: 'skip',
  presets: (Object.keys(looks) as LookFrom[]).map((from) => ({
    labelKey: `views.look.${from}`,
    payload: () => ({ from }),
  })),
  plan({ store, ports }, { from }) {
    const pane = paneInSpace(store, ports.viewport);
    ports.viewport.setCamera(looks[from], pane);
    syncCameraState(store, ports.viewport);
    return null;
  },
});

const cameraMove = defineCommand<{ readonly move: CameraMove }>()({
  id: 'camera.move',
  labelKey: 'command.camera.move',
  recording: 'skip',
  plan({ ports }, { move }) {
    ports.viewport.moveCamera(move);
    return null;
  },
});

const cameraFly = defineCommand<{ readonly isFlying: boolean }>()({
  id: 'camera.fly',
  labelKey: 'command.camera.fly',
  recording: 'skip',
  presets: [{ payload: ({ workspace }) => ({ isFlying: !workspace.isFlying }) }],
  plan({ store, ports }, { isFlying }) {
    // An orthographic camera does not approach; its scale changes.
    if (isFlying) {
      const pane = paneInSpace(store, ports.viewport);
      ports.viewport.setCamera({ isParallel: false }, pane);
      syncCameraState(store, ports.viewport);
    }
    return { workspace: { isFlying } };
  },
});

/** Moves to the previous or next view of the history. */
const viewBack = defineCommand<null>()({
  id: 'view.back',
  labelKey: 'command.view.back',
  recording: 'skip',
  enabled: ({ workspace }) => workspace.viewHistory.canGoBack,
  presets: [{ keys: ['['], icon: 'arrow-left', payload: () => null }],
  plan({ viewHistory }) {
    viewHistory.go(-1);
    return null;
  },
});

const viewForward = defineCommand<null>()({
  id: 'view.forward',
  labelKey: 'command.view.forward',
  recording: 'skip',
  enabled: ({ workspace }) => workspace.viewHistory.canGoForward,
  presets: [{ keys: [']'], icon: 'arrow-right', payload: () => null }],
  plan({ viewHistory }) {
    viewHistory.go(1);
    return null;
  },
});

type SavedView = DrawingDocument['views'][string];

const changeView = (id: string, before: SavedView | null, after: SavedView | null): Plan => ({
  edit: { kind: 'patch', changes: [{ table: 'views', id, before, after }] },
});

function viewOf(store: Store, id: string): SavedView {
  const view = store.views.document.views[id];
  if (view === undefined) throw new AppError('drawing.unknown-view', { id });
  return view;
}

/** Saves the view under a name. */
const viewSave = defineCommand<{ readonly name: string }>()({
  id: 'view.save',
  labelKey: 'command.view.save',
  recording: 'record',
  enabled: canEdit,
  plan({ store, ports }, { name }) {
    const state = viewStateOf(store, ports.viewport);
    const view = { id: ports.createId(), name, ...state, rank: nextRank(store.views.document.views) };
    return changeView(view.id, null, view);
  },
});

const viewRename = defineCommand<{ readonly id: string; readonly name: string }>()({
  id: 'view.rename',
  labelKey: 'command.view.rename',
  recording: 'record',
  enabled: canEdit,
  plan({ store }, { id, name }) {
    const before = viewOf(store, id);
    return changeView(id, before, { ...before, name });
  },
});

const viewDelete = defineCommand<{ readonly id: string }>()({
  id: 'view.delete',
  labelKey: 'command.view.delete',
  recording: 'record',
  enabled: canEdit,
  plan({ store }, { id }) {
    return changeView(id, viewOf(store, id), null);
  },
});

const viewShow = defineCommand<{ readonly id: string }>()({
  id: 'view.show',
  labelKey: 'command.view.show',
  recording: 'skip',
  plan({ store, ports }, { id }) {
    showViewState(store, ports.viewport, viewOf(store, id));
    return null;
  },
});

export const cameraCommands = [
  cameraParallel,
  cameraLook,
  cameraMove,
  cameraFly,
  viewBack,
  viewForward,
  viewSave,
  viewRename,
  viewDelete,
  viewShow,
] as const;
