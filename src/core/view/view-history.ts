import type { CameraState } from '#domain/view/camera.ts';
import { type PaneProducts, paneIds, type ViewState } from '#domain/view/view-mode.ts';
import type { DisplaySettings } from '#viewport/display.ts';
import type { Viewport } from '#viewport/viewport.ts';
import type { Clock } from '../ports/clock.ts';
import type { Store } from '../store/store.ts';
import { showViewState, viewStateOf } from './view-modes.ts';

/** The user's past views in order, with their clips. */
export interface ViewHistory {
  /** Moves one step back (−1) or forward (1), where there is one. */
  go(step: -1 | 1): void;
  dispose(): void;
}

/** A camera at rest for this long counts as a view, ms. */
const restMs = 700;
/** Views remembered. */
const maxEntries = 50;

function isSame(a: ViewState, b: ViewState): boolean {
  if (a.mode !== b.mode || !isSameCamera(a.camera, b.camera)) return false;
  if (a.second === null || b.second === null) return true;
  return isSameCamera(a.second.camera, b.second.camera) && areSame(a.second.products, b.second.products);
}

/** A view and its clips. */
interface Entry {
  readonly view: ViewState;
  readonly clips: DisplaySettings['clips'];
}

function isSameEntry(a: Entry, b: Entry): boolean {
  return (
    isSame(a.view, b.view) && (a.clips === b.clips || JSON.stringify(a.clips) === JSON.stringify(b.clips))
  );
}

function areSame(a: PaneProducts | undefined, b: PaneProducts | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return paneIds.every((pane) => a[pane].join('\n') === b[pane].join('\n'));
}

function isSameCamera(a: CameraState, b: CameraState): boolean {
  const near = (p: number, q: number, scale: number) => Math.abs(p - q) <= scale * 1e-3;
  return (
    a.mode === b.mode &&
    (a.isParallel ?? false) === (b.isParallel ?? false) &&
    near(a.distance, b.distance, a.distance) &&
    near(a.yawRad, b.yawRad, 1) &&
    near(a.pitchRad, b.pitchRad, 1) &&
    [0, 1, 2].every((axis) => near(a.target[axis]!, b.target[axis]!, a.distance))
  );
}

/** Records the views in which the camera comes to rest. */
export function createViewHistory(store: Store, viewport: Viewport, clock: Clock): ViewHistory {
  let entries: Entry[] = [];
  let cursor = -1;
  let cancel: (() => void) | null = null;

  function notify(): void {
    const steps = { canGoBack: cursor > 0, canGoForward: cursor < entries.length - 1 };
    const { canGoBack, canGoForward } = store.views.workspace.viewHistory;
    if (steps.canGoBack !== canGoBack || steps.canGoForward !== canGoForward) {
      store.setWorkspace({ viewHistory: steps });
    }
  }

  const entryNow = (): Entry => ({
    view: viewStateOf(store, viewport),
    clips: store.views.workspace.display.clips,
  });

  function remember(): void {
    cancel?.();
    cancel = null;
    const here = entryNow();
    const last = entries[cursor];
    if (last !== undefined && isSameEntry(last, here)) return;
    entries = [...entries.slice(0, cursor + 1), here].slice(-maxEntries);
    cursor = entries.length - 1;
    notify();
  }

  const stop = viewport.on('frame', () => {
    const last = entries[cursor];
    if (last !== undefined && cancel === null && isSameEntry(last, entryNow())) return;
    cancel?.();
    cancel = clock.after(restMs, remember);
  });

  return {
    go(step) {
      // A camera still moving counts as a view to return to.
      if (cancel !== null) remember();
      const next = entries[cursor + step];
      if (next === undefined) return;
      cursor += step;
      showViewState(store, viewport, next.view);
      viewport.setDisplay({ clips: next.clips });
      store.setWorkspace({ display: viewport.display });
      notify();
    },
    dispose() {
      stop();
      cancel?.();
    },
  };
}
