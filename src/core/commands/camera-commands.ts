import { type DrawingDocument, nextRank } from '#domain/drawing/document.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { Store } from '../store/store.ts';
import { paneInSpace, showViewState, syncCameraState, viewStateOf } from '../view/view-modes.ts';
import { defineCommand } from './command.ts';
import { canEdit } from './guards.ts';
import type { LookFrom } from './payloads.ts';

const level = { pitchRad: 0 };

/** Where the line of sight of a standard view goes: from the south it looks north. */
const looks: Readonly<Record<LookFrom, { readonly yawRad: number; readonly pitchRad: number }>> = {
  top: { yawRad: 0, pitchRad: Math.PI / 2 },
  south: { yawRad: 0, ...level },
  west: { yawRad: Math.PI / 2, ...level },
  north: { yawRad: Math.PI, ...level },
  east: { yawRad: (3 * Math.PI) / 2, ...level },
};

export const cameraParallel = defineCommand({
  id: 'camera.parallel',
  labelKey: 'command.camera.parallel',
  recording: 'skip',
  presets: [{ keys: ['O'], payload: ({ workspace }) => ({ isParallel: !workspace.isParallel }) }],
  run({ store, ports }, { isParallel }) {
    const pane = paneInSpace(store, ports.viewport);
    ports.viewport.setCamera({ isParallel }, pane);
    syncCameraState(store, ports.viewport);
    return null;
  },
});

export const cameraLook = defineCommand({
  id: 'camera.look',
  labelKey: 'command.camera.look',
  recording: 'skip',
  presets: (Object.keys(looks) as LookFrom[]).map((from) => ({
    labelKey: `views.look.${from}`,
    payload: () => ({ from }),
  })),
  run({ store, ports }, { from }) {
    const pane = paneInSpace(store, ports.viewport);
    ports.viewport.setCamera(looks[from], pane);
    syncCameraState(store, ports.viewport);
    return null;
  },
});

export const cameraMove = defineCommand({
  id: 'camera.move',
  labelKey: 'command.camera.move',
  recording: 'skip',
  run({ ports }, { move }) {
    ports.viewport.moveCamera(move);
    return null;
  },
});

export const cameraFly = defineCommand({
  id: 'camera.fly',
  labelKey: 'command.camera.fly',
  recording: 'skip',
  presets: [{ payload: ({ workspace }) => ({ isFlying: !workspace.isFlying }) }],
  run({ store, ports }, { isFlying }) {
    // Without perspective nothing comes nearer.
    if (isFlying) {
      const pane = paneInSpace(store, ports.viewport);
      ports.viewport.setCamera({ isParallel: false }, pane);
      syncCameraState(store, ports.viewport);
    }
    store.setWorkspace({ isFlying });
    return null;
  },
});

export const viewBack = defineCommand({
  id: 'view.back',
  labelKey: 'command.view.back',
  recording: 'skip',
  enabled: ({ workspace }) => workspace.viewHistory.canGoBack,
  presets: [{ keys: ['['], payload: () => null }],
  run({ viewHistory }) {
    viewHistory.go(-1);
    return null;
  },
});

export const viewForward = defineCommand({
  id: 'view.forward',
  labelKey: 'command.view.forward',
  recording: 'skip',
  enabled: ({ workspace }) => workspace.viewHistory.canGoForward,
  presets: [{ keys: [']'], payload: () => null }],
  run({ viewHistory }) {
    viewHistory.go(1);
    return null;
  },
});

function viewOf(store: Store, id: string): DrawingDocument['views'][string] {
  const view = store.views.document.views[id];
  if (view === undefined) throw new AppError('drawing.unknown-view', { id });
  return view;
}

export const viewSave = defineCommand({
  id: 'view.save',
  labelKey: 'command.view.save',
  recording: 'record',
  enabled: canEdit,
  run({ store, ports }, { name }) {
    const state = viewStateOf(store, ports.viewport);
    const view = { id: ports.createId(), name, ...state, rank: nextRank(store.views.document.views) };
    return { kind: 'patch', changes: [{ table: 'views', id: view.id, before: null, after: view }] };
  },
});

export const viewRename = defineCommand({
  id: 'view.rename',
  labelKey: 'command.view.rename',
  recording: 'record',
  enabled: canEdit,
  run({ store }, { id, name }) {
    const before = viewOf(store, id);
    return { kind: 'patch', changes: [{ table: 'views', id, before, after: { ...before, name } }] };
  },
});

export const viewDelete = defineCommand({
  id: 'view.delete',
  labelKey: 'command.view.delete',
  recording: 'record',
  enabled: canEdit,
  run({ store }, { id }) {
    return { kind: 'patch', changes: [{ table: 'views', id, before: viewOf(store, id), after: null }] };
  },
});

export const viewShow = defineCommand({
  id: 'view.show',
  labelKey: 'command.view.show',
  recording: 'skip',
  run({ store, ports }, { id }) {
    showViewState(store, ports.viewport, viewOf(store, id));
    return null;
  },
});
