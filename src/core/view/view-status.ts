import type { Viewport } from '#viewport/viewport.ts';
import type { AttachResult } from '#viewport/viewport-types.ts';
import { combinedScale, type Ground } from '../measure/ground.ts';
import { addNotice } from '../store/notices.ts';
import type { Store } from '../store/store.ts';
import { syncCameraState } from './view-modes.ts';

/** Keeps the status in sync with the viewport's events. Returns a disposer. */
export function followViewport(store: Store, viewport: Viewport, ground: Ground): () => void {
  const { status } = store.views;
  const stops = [
    viewport.on('frame', () => {
      const { unitsPerPixel } = viewport;
      const groundPerPixel = unitsPerPixel / combinedScale(ground, viewport.camera.target);
      if (status.unitsPerPixel !== unitsPerPixel || status.groundPerPixel !== groundPerPixel) {
        store.setStatus({ unitsPerPixel, groundPerPixel });
      }
      syncCameraState(store, viewport);
    }),
    viewport.on('stats', ({ loading, isDraft, pointsDrawn }) => {
      const isNew =
        status.loading !== loading || status.isDraft !== isDraft || status.pointsDrawn !== pointsDrawn;
      if (isNew) store.setStatus({ loading, isDraft, pointsDrawn });
    }),
    viewport.on('layerReady', ({ layerId }) => {
      const summary = viewport.summary(layerId);
      if (summary) store.setStatus({ summaries: { ...status.summaries, [layerId]: summary } });
    }),
    viewport.on('layerFailed', ({ error }) => addNotice(store, error.toRecord())),
    viewport.on('deviceError', ({ error }) => addNotice(store, error.toRecord())),
    viewport.on('deviceLost', () => store.setStatus({ device: { kind: 'lost' }, isDraft: true })),
    viewport.on('deviceRestored', ({ adapter, isSoftware }) =>
      store.setStatus({ device: { kind: 'ready', adapter, isSoftware } }),
    ),
    viewport.on('unsupported', ({ reason, detail }) =>
      store.setStatus({ device: { kind: 'unsupported', reason, detail } }),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Shows the result of attaching a canvas. */
export function showAttached(store: Store, result: AttachResult): void {
  if (result.status === 'ready') {
    const { adapter, isSoftware } = result;
    store.setStatus({ device: { kind: 'ready', adapter, isSoftware } });
  } else {
    const { reason, detail } = result;
    store.setStatus({ device: { kind: 'unsupported', reason, detail } });
  }
}

/** Reports the world place under the pointer: picks one at a time, the newest place last. */
export function createCursor(
  store: Store,
  viewport: Viewport,
): (at: { x: number; y: number } | null) => void {
  let wanted: { x: number; y: number } | null = null;
  let isPicking = false;

  async function follow(): Promise<void> {
    if (isPicking) return;
    isPicking = true;
    while (wanted !== null) {
      const { x, y } = wanted;
      wanted = null;
      const kinds = ['point', 'terrain', 'tin'] as const;
      const hit = await viewport.pick(x, y, { kinds, radiusPx: 4, isExact: false }).catch(() => null);
      const level = hit === null ? viewport.unproject(x, y) : null;
      const cursor = hit
        ? { x: hit.position[0], y: hit.position[1], z: hit.position[2] }
        : level && { x: level[0], y: level[1], z: Number.NaN };
      if (isInside) store.setStatus({ cursor });
    }
    isPicking = false;
  }

  let isInside = false;
  return (at) => {
    wanted = at;
    isInside = at !== null;
    if (at === null) store.setStatus({ cursor: null });
    else void follow();
  };
}
