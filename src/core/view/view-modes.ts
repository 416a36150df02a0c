import type { CameraMode, CameraState } from '#domain/view/camera.ts';
import { hasTwoPanes, type PaneId, type ViewMode, type ViewState } from '#domain/view/view-mode.ts';
import type { Viewport } from '#viewport/viewport.ts';
import { enterRoom, leaveRoom, type PaneRoom, roomOfPanes } from '../state/pane-room.ts';
import type { Store } from '../store/store.ts';
import {
  leaveSideBySide,
  productsOfPanes,
  showAnotherBeside,
  showPanes,
  showProducts,
} from './pane-products.ts';

/** The current view. */
export function viewStateOf(store: Store, viewport: Viewport): ViewState {
  const { viewMode: mode, isLocked } = store.views.workspace;
  const camera = viewport.cameraOf('first');
  if (!hasTwoPanes(mode)) return { mode, camera, second: null };
  const products = mode === 'side-by-side' ? { products: productsOfPanes(store) } : {};
  return { mode, camera, second: { camera: viewport.cameraOf('second'), isLocked, ...products } };
}

/** Restores an earlier view; `paneRoom`: the camera adjustment that fitted it into panes. */
export function showViewState(
  store: Store,
  viewport: Viewport,
  { mode, camera, second }: ViewState,
  paneRoom: PaneRoom | null = null,
): void {
  leaveSideBySide(store, viewport, mode);
  viewport.setLocked(false);
  viewport.setCamera(camera, 'first');
  if (second) viewport.setCamera(second.camera, 'second');
  else viewport.activate('first');
  store.setWorkspace({ viewMode: mode, paneRoom, ...(second ? { isLocked: second.isLocked } : {}) });
  viewport.setLocked(second?.isLocked ?? false);
  if (second?.products) showProducts(store, viewport, second.products);
  showPanes(store, viewport);
  syncCameraState(store, viewport);
}

/** The camera to continue with in another mode, and the adjustment that fits it into panes. */
function cameraFor(
  store: Store,
  viewport: Viewport,
  mode: ViewMode,
): { readonly camera: CameraState; readonly paneRoom: PaneRoom | null } {
  const { viewMode, insets, divider, paneRoom } = store.views.workspace;
  const { target, distance } = viewport.camera;
  // Beside the plan, the angles are those of the other pane.
  const angles = viewMode === 'split' ? viewport.cameraOf('second') : viewport.camera;
  const camera: CameraState = { ...angles, mode: viewport.camera.mode, target, distance };
  const { size } = viewport;
  if (hasTwoPanes(mode) === hasTwoPanes(viewMode)) return { camera, paneRoom };
  if (!hasTwoPanes(mode)) {
    const alone: CameraState = { ...camera, mode: mode === '3d' ? '3d' : '2d' };
    return { camera: paneRoom ? leaveRoom(alone, size.height, paneRoom) : alone, paneRoom: null };
  }
  const room = roomOfPanes(size, insets, divider);
  return { camera: enterRoom(camera, size.height, room), paneRoom: room };
}

/** Switches the camera mode, looking at the same place. */
export function enterViewMode(store: Store, viewport: Viewport, mode: ViewMode): void {
  const { viewMode, isLocked } = store.views.workspace;
  if (mode === viewMode) return;
  const { camera: base, paneRoom } = cameraFor(store, viewport, mode);
  const flat: CameraState = { ...base, mode: '2d' };
  const deep: CameraState = { ...base, mode: '3d' };
  const one = (camera: CameraState): ViewState => ({ mode, camera, second: null });
  const two = (camera: CameraState, other: CameraState): ViewState => ({
    mode,
    camera,
    second: { camera: other, isLocked },
  });
  const next: Record<ViewMode, ViewState> = {
    '2d': one(flat),
    classic: one(flat),
    '3d': one(deep),
    split: two(flat, deep),
    'side-by-side': two(base, base),
  };
  showViewState(store, viewport, next[mode], paneRoom);
  if (mode === 'side-by-side') showAnotherBeside(store, viewport);
}

/** Where panes have modes of their own they show a plan or 3D; other modes determine it themselves. */
export function chooseCameraMode(store: Store, viewport: Viewport, mode: CameraMode, pane?: PaneId): void {
  const { viewMode, isLocked } = store.views.workspace;
  if (viewMode !== 'side-by-side') {
    enterViewMode(store, viewport, mode);
    return;
  }
  const panes = isLocked ? (['first', 'second'] as const) : [pane ?? viewport.activePane];
  for (const id of panes) viewport.setCamera({ mode }, id);
  syncCameraState(store, viewport);
}

/** Activates a pane in 3D, switching one to 3D where there is none. */
export function paneInSpace(store: Store, viewport: Viewport): PaneId {
  const { viewMode } = store.views.workspace;
  if (viewMode === 'split') {
    viewport.activate('second');
    return 'second';
  }
  chooseCameraMode(store, viewport, '3d');
  return viewport.activePane;
}

/** Copies the camera mode of the active pane into the workspace. */
export function syncCameraState(store: Store, viewport: Viewport): void {
  const { mode: cameraMode, isParallel = false } = viewport.camera;
  const paneModes = { first: viewport.cameraOf('first').mode, second: viewport.cameraOf('second').mode };
  const now = { activePane: viewport.activePane, cameraMode, isParallel, paneModes };
  const { workspace } = store.views;
  const isSame =
    workspace.activePane === now.activePane &&
    workspace.cameraMode === cameraMode &&
    workspace.isParallel === isParallel &&
    workspace.paneModes.first === paneModes.first &&
    workspace.paneModes.second === paneModes.second;
  if (!isSame) store.setWorkspace(now);
}
