import { hasTwoPanes } from '#domain/view/view-mode.ts';
import { showInPane } from '../view/pane-products.ts';
import { chooseCameraMode, enterViewMode } from '../view/view-modes.ts';
import { defineCommand } from './command.ts';

export const viewMode = defineCommand({
  id: 'view.mode',
  labelKey: 'command.view.mode',
  recording: 'skip',
  presets: [
    { labelKey: 'viewMode.classic', keys: ['1'], payload: () => ({ mode: 'classic' }) },
    { labelKey: 'viewMode.split', keys: ['4'], payload: () => ({ mode: 'split' }) },
    { labelKey: 'viewMode.side-by-side', keys: ['5'], payload: () => ({ mode: 'side-by-side' }) },
  ],
  run({ store, ports }, { mode }) {
    enterViewMode(store, ports.viewport, mode);
    return null;
  },
});

export const cameraMode = defineCommand({
  id: 'camera.mode',
  labelKey: 'command.camera.mode',
  recording: 'skip',
  presets: [
    { labelKey: 'viewMode.2d', keys: ['2'], payload: () => ({ mode: '2d' }) },
    { labelKey: 'viewMode.3d', keys: ['3'], payload: () => ({ mode: '3d' }) },
  ],
  run({ store, ports }, { mode, pane }) {
    chooseCameraMode(store, ports.viewport, mode, pane);
    return null;
  },
});

export const viewLock = defineCommand({
  id: 'view.lock',
  labelKey: 'command.view.lock',
  recording: 'skip',
  enabled: ({ workspace }) => hasTwoPanes(workspace.viewMode),
  presets: [{ payload: ({ workspace }) => ({ isLocked: !workspace.isLocked }) }],
  run({ store, ports }, { isLocked }) {
    ports.viewport.setLocked(isLocked);
    store.setWorkspace({ isLocked });
    return null;
  },
});

/** Minimum share of the view that a pane keeps. */
const minShare = 0.15;

export const viewDivide = defineCommand({
  id: 'view.divide',
  labelKey: 'command.view.divide',
  recording: 'skip',
  run({ store }, { share }) {
    store.setWorkspace({ divider: Math.min(1 - minShare, Math.max(minShare, share)) });
    return null;
  },
});

export const paneShow = defineCommand({
  id: 'pane.show',
  labelKey: 'command.pane.show',
  recording: 'skip',
  enabled: ({ workspace }) => workspace.viewMode === 'side-by-side',
  run({ store, ports }, { pane, id, isShown }) {
    showInPane(store, ports.viewport, pane, id, isShown);
    return null;
  },
});
