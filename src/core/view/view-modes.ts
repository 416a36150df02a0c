import type { CameraMode, CameraState } from '#domain/view/camera.ts';
import { hasTwoPanes, type ViewMode, type ViewState } from '#domain/view/view-mode.ts';
import type { PaneId } from '#domain/view/viewing.ts';
import type { Viewport } from '../ports/viewport.ts';
import type { Store } from '../store/store.ts';

/** What is looked at now. */
export function viewStateOf(store: Store, viewport: Viewport): ViewState {
  const { viewMode: mode, isLocked } = store.views.workspace;
  const second = hasTwoPanes(mode) ? { camera: viewport.cameraOf('second'), isLocked } : null;
  return { mode, camera: viewport.cameraOf('first'), second };
}

/** Looks at what was looked at once. */
export function showViewState(store: Store, viewport: Viewport, { mode, camera, second }: ViewState): void {
  leaveSideBySide(store, viewport, mode);
  viewport.setLocked(false);
  viewport.setCamera(camera, 'first');
  if (second) viewport.setCamera(second.camera, 'second');
  else viewport.activate('first');
  store.setWorkspace({ viewMode: mode, ...(second ? { isLocked: second.isLocked } : {}) });
  viewport.setLocked(second?.isLocked ?? false);
  showPanes(store, viewport);
  tellCamera(store, viewport);
}

/** Looks in another way at the same place. */
export function enterViewMode(store: Store, viewport: Viewport, mode: ViewMode): void {
  const { viewMode, isLocked } = store.views.workspace;
  if (mode === viewMode) return;
  const { target, distance } = viewport.camera;
  // Beside the plan stands the pane whose angles count.
  const angles = viewMode === 'split' ? viewport.cameraOf('second') : viewport.camera;
  const base: CameraState = { ...angles, target, distance };
  const flat: CameraState = { ...base, mode: '2d' };
  const deep: CameraState = { ...base, mode: '3d' };
  const two = (camera: CameraState, other: CameraState): ViewState => ({
    mode,
    camera,
    second: { camera: other, isLocked },
  });
  const next: Record<ViewMode, () => ViewState> = {
    '2d': () => ({ mode, camera: flat, second: null }),
    classic: () => ({ mode, camera: flat, second: null }),
    '3d': () => ({ mode, camera: deep, second: null }),
    split: () => two(flat, deep),
    'side-by-side': () => two(viewport.camera, viewport.camera),
  };
  showViewState(store, viewport, next[mode]());
}

/** Where panes are free to choose they look from above or in space; other modes say it themselves. */
export function chooseCameraMode(store: Store, viewport: Viewport, mode: CameraMode, pane?: PaneId): void {
  const { viewMode, isLocked } = store.views.workspace;
  if (viewMode !== 'side-by-side') {
    enterViewMode(store, viewport, mode);
    return;
  }
  const panes = isLocked ? (['first', 'second'] as const) : [pane ?? viewport.activePane];
  for (const id of panes) viewport.setCamera({ mode }, id);
  tellCamera(store, viewport);
}

/** Goes to a pane that looks in space, turning to one where there is none. */
export function paneInSpace(store: Store, viewport: Viewport): PaneId {
  const { viewMode } = store.views.workspace;
  if (viewMode === 'split') {
    viewport.activate('second');
    return 'second';
  }
  chooseCameraMode(store, viewport, '3d');
  return viewport.activePane;
}

/** Tells what the pane in use looks like. */
export function tellCamera(store: Store, viewport: Viewport): void {
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

/** Brings to the panes what each of them shows. */
export function showPanes(store: Store, viewport: Viewport): void {
  const { viewMode, hidden } = store.views.workspace;
  for (const pane of ['first', 'second'] as const) {
    const left = viewMode === 'side-by-side' ? hidden[pane] : [];
    viewport.setPaneLook(pane, { hidden: left, isMap: viewMode === 'classic' });
  }
}

/** What one pane showed is what is shown when it is alone again. */
function leaveSideBySide(store: Store, viewport: Viewport, next: ViewMode): void {
  const { viewMode, hidden, scene } = store.views.workspace;
  if (viewMode !== 'side-by-side' || next === 'side-by-side') return;
  const left = new Set(hidden[viewport.activePane]);
  for (const { id, isVisible } of scene) {
    if (isVisible && left.has(id)) viewport.patchLayer(id, { isVisible: false });
  }
  store.setWorkspace({
    scene: scene.map((entry) => (left.has(entry.id) ? { ...entry, isVisible: false } : entry)),
    hidden: { first: [], second: [] },
  });
}

/** Shows a product in a pane or not; the other pane stays as it is. */
export function showInPane(
  store: Store,
  viewport: Viewport,
  pane: PaneId,
  id: string,
  isShown: boolean,
): void {
  const { scene, hidden } = store.views.workspace;
  const other: PaneId = pane === 'first' ? 'second' : 'first';
  const entry = scene.find((candidate) => candidate.id === id);
  const without = (of: PaneId) => hidden[of].filter((candidate) => candidate !== id);
  if (!isShown) {
    store.setWorkspace({ hidden: { ...hidden, [pane]: [...without(pane), id] } });
  } else if (entry?.isVisible === false) {
    viewport.patchLayer(id, { isVisible: true });
    store.setWorkspace({
      scene: scene.map((candidate) => (candidate === entry ? { ...entry, isVisible: true } : candidate)),
      hidden: { ...hidden, [pane]: without(pane), [other]: [...without(other), id] },
    });
  } else store.setWorkspace({ hidden: { ...hidden, [pane]: without(pane) } });
  showPanes(store, viewport);
}
