import type { Snap } from '#domain/view/snap.ts';
import type { ScreenPlace } from '../state/screen-place.ts';
import type { Snapper } from './snapper.ts';

/** Shows where the next vertex would snap to. */
export interface SnapPointer {
  /**
   * Snaps to shapes immediately and to points once found; one search at a time, the newest place last. Null shows none.
   */
  follow(at: ScreenPlace | null): void;
  /** Shows and returns what a feature's vertex snaps to while it moves. */
  drag(at: ScreenPlace, featureId: string): Snap | null;
}

/** Creates the pointer's snapping. `show` is called whenever the snap changes; null for none. */
export function createSnapPointer(snapper: Snapper, showSnap: (snap: Snap | null) => void): SnapPointer {
  let wanted: ScreenPlace | null = null;
  let isSearching = false;
  let shown: Snap | null = null;

  function show(snap: Snap | null): void {
    const isSame =
      shown?.kind === snap?.kind && (shown?.position ?? []).join() === (snap?.position ?? []).join();
    if (isSame) return;
    shown = snap && { ...snap, position: [...snap.position] };
    showSnap(shown);
  }

  async function searchPoints(): Promise<void> {
    if (isSearching) return;
    isSearching = true;
    while (wanted !== null) {
      const at: ScreenPlace = wanted;
      const snap = await snapper.find(at).catch(() => null);
      if (wanted !== at) continue;
      wanted = null;
      show(snap);
    }
    isSearching = false;
  }

  return {
    follow(at) {
      const shape = at && snapper.findShape(at, null);
      wanted = shape === null ? at : null;
      if (at === null || shape !== null) show(shape);
      else {
        if (shown?.kind !== 'point' && shown?.kind !== 'grid') show(null);
        void searchPoints();
      }
    },
    drag(at, featureId) {
      wanted = null;
      const snap = snapper.findShape(at, featureId);
      show(snap);
      return snap;
    },
  };
}
