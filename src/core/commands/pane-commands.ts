import { clamp } from '#domain/math/clamp.ts';
import type { CameraMode } from '#domain/view/camera.ts';
import type { PaneId, ViewMode } from '#domain/view/view-mode.ts';
import { hasTwoPanes } from '#domain/view/view-mode.ts';
import { showInPane } from '../view/pane-products.ts';
import { chooseCameraMode, enterViewMode } from '../view/view-modes.ts';
import { defineCommand } from './command.ts';

const viewMode = defineCommand<{ readonly mode: ViewMode }>()({
  id: 'view.mode',
  labelKey: 'command.view.mode',
  recording: 'skip',
  presets: [
    { labelKey: 'viewMode.classic', keys: ['1'], payload: () => ({ mode: 'classic' }) },
    { labelKey: 'viewMode.split', keys: ['4'], payload: () => ({ mode: 'split' }) },
    { labelKey: 'viewMode.side-by-side', keys: ['5'], payload: () => ({ mode: 'side-by-side' }) },
  ],
  plan({ store, ports }, { mode }) {
    enterViewMode(store, ports.viewport, mode);
    return null;
  },
});

/** Switches to plan or 3D; `pane`: where panes have modes of their own, default the active one. */
const cameraMode = defineCommand<{ readonly mode: CameraMode; readonly pane?: PaneId }>()({
  id: 'camera.mode',
  labelKey: 'command.camera.mode',
  recording: 'skip',
  presets: [
    { labelKey: 'viewMode.2d', keys: ['2'], payload: () => ({ mode: '2d' }) },
    { labelKey: 'viewMode.3d', keys: ['3'], payload: () => ({ mode: '3d' }) },
  ],
  plan({ store, ports }, { mode, pane }) {
    chooseCameraMode(store, ports.viewport, mode, pane);
    return null;
  },
});

/** Links or unlinks the cameras of both panes. */
const viewLock = defineCommand<{ readonly isLocked: boolean }>()({
  id: 'view.lock',
  labelKey: 'command.view.lock',
  recording: 'skip',
  enabled: ({ workspace }) => hasTwoPanes(workspace.viewMode),
  presets: [{ payload: ({ workspace }) => ({ isLocked: !workspace.isLocked }) }],
  plan({ ports }, { isLocked }) {
    ports.viewport.setLocked(isLocked);
    return { workspace: { isLocked } };
  },
});

/** Minimum share of the view that a pane keeps. */
const minShare = 0.15;

/** Share of the view that the first pane takes. */
const viewDivide = defineCommand<{ readonly share: number }>()({
  id: 'view.divide',
  labelKey: 'command.view.divide',
  recording: 'skip',
  plan: (_, { share }) => ({ workspace: { divider: clamp(share, minShare, 1 - minShare) } }),
});

/** Shows or hides a product in one of two adjacent panes. */
const paneShow = defineCommand<{ readonly pane: PaneId; readonly id: string; readonly isShown: boolean }>()({
  id: 'pane.show',
  labelKey: 'command.pane.show',
  recording: 'skip',
  enabled: ({ workspace }) => workspace.viewMode === 'side-by-side',
  plan({ store, ports }, { pane, id, isShown }) {
    showInPane(store, ports.viewport, pane, id, isShown);
    return null;
  },
});

export const paneCommands = [viewMode, cameraMode, viewLock, viewDivide, paneShow] as const;
