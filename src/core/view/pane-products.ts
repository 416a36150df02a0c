import type { PaneId, PaneProducts, ViewMode } from '#domain/view/view-mode.ts';
import type { Viewport } from '#viewport/viewport.ts';
import type { Store } from '../store/store.ts';

/** Applies to each pane the products that it shows. */
export function showPanes(store: Store, viewport: Viewport): void {
  const { viewMode, hidden } = store.views.workspace;
  for (const pane of ['first', 'second'] as const) {
    const left = viewMode === 'side-by-side' ? hidden[pane] : [];
    viewport.setPaneLook(pane, { hidden: left, isMap: viewMode === 'classic' });
  }
}

/** The products that each pane shows. */
export function productsOfPanes({ views }: Store): PaneProducts {
  const { scene, hidden } = views.workspace;
  const shownIn = (pane: PaneId) =>
    scene.filter(({ id, isVisible }) => isVisible && !hidden[pane].includes(id)).map(({ id }) => id);
  return { first: shownIn('first'), second: shownIn('second') };
}

/** Restores the products of each pane; those that no longer exist are skipped, and if none exist nothing changes. */
export function showProducts(store: Store, viewport: Viewport, products: PaneProducts): void {
  const { scene } = store.views.workspace;
  const isIn = (pane: PaneId, id: string) => products[pane].includes(id);
  const isShown = (id: string) => isIn('first', id) || isIn('second', id);
  if (!scene.some(({ id }) => isShown(id))) return;
  for (const { id, isVisible } of scene) {
    if (isVisible !== isShown(id)) viewport.patchLayer(id, { isVisible: isShown(id) });
  }
  const leftOut = (pane: PaneId) =>
    scene.filter(({ id }) => isShown(id) && !isIn(pane, id)).map(({ id }) => id);
  store.setWorkspace({
    scene: scene.map((entry) => ({ ...entry, isVisible: isShown(entry.id) })),
    hidden: { first: leftOut('first'), second: leftOut('second') },
  });
}

/** Shows a product in a pane or not; the other pane is unchanged. */
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

/** Shows another product in the second pane, where there is one. */
export function showAnotherBeside(store: Store, viewport: Viewport): void {
  const { scene } = store.views.workspace;
  const another = scene.find(({ isVisible }) => !isVisible);
  if (another === undefined) return;
  for (const { id, isVisible } of scene) if (isVisible) showInPane(store, viewport, 'second', id, false);
  showInPane(store, viewport, 'second', another.id, true);
}

/** The products of the active pane remain shown when it is alone again. */
export function leaveSideBySide(store: Store, viewport: Viewport, next: ViewMode): void {
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
