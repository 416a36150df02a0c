import { AppError } from '#domain/errors/app-error.ts';
import { heightStretch } from '#viewport/display.ts';
import type { PixelImage, SnapshotRequest } from '#viewport/viewport-types.ts';
import { makeFrameView, type PixelWindow } from '../draw/frame-view.ts';
import type { Pane } from './pane.ts';
import { readTexture } from './read-texture.ts';
import type { World } from './world.ts';

/** Longest edge of a tile of a snapshot, device pixels. */
const tilePx = 1024;
/** Margin drawn around a tile and cropped: reach of eye-dome lighting. Device pixels. */
const marginPx = 24;
/** Pixels of the largest snapshot. */
export const maxSnapshotPx = 100_000_000;
/** Time to wait for the pieces of a snapshot; then it is drawn from what has been loaded, ms. */
const patienceMs = 60_000;
const pollMs = 50;

/** A part of a snapshot: the area kept, and the area drawn for it. */
export interface SnapshotTile {
  readonly kept: PixelWindow;
  readonly drawn: PixelWindow;
}

/**
 * Cuts a snapshot into tiles; each is drawn with a margin of `around` device pixels so that neighbours join without a
 * seam.
 */
export function snapshotTiles(width: number, height: number, around = marginPx): SnapshotTile[] {
  const tiles: SnapshotTile[] = [];
  for (let y = 0; y < height; y += tilePx) {
    for (let x = 0; x < width; x += tilePx) {
      const kept = { x, y, width: Math.min(tilePx, width - x), height: Math.min(tilePx, height - y) };
      const left = Math.max(0, x - around);
      const top = Math.max(0, y - around);
      const drawn = {
        x: left,
        y: top,
        width: Math.min(width, x + kept.width + around) - left,
        height: Math.min(height, y + kept.height + around) - top,
      };
      tiles.push({ kept, drawn });
    }
  }
  return tiles;
}

/**
 * Draws what a pane shows into a snapshot of any size, tile by tile, after what it shows at that size has been loaded.
 * Frames on canvases must rest meanwhile, since they request other pieces. `pointBudget`: points of streamed clouds.
 * Errors: `gpu.no-snapshot` without a device, `gpu.snapshot-too-large`.
 */
export async function takeSnapshot(
  world: World,
  pane: Pane,
  pointBudget: number,
  request: SnapshotRequest,
): Promise<PixelImage> {
  const { widthPx, heightPx, pixelRatio } = request;
  if (widthPx * heightPx > maxSnapshotPx) {
    throw new AppError('gpu.snapshot-too-large', {
      width: widthPx,
      height: heightPx,
      limit: maxSnapshotPx,
    });
  }
  const { deviceManager, scene } = world;
  const { showing } = pane;
  const camera = request.camera ?? pane.camera.state;
  const display = { ...pane.display, ...request.display };
  const exaggeration = heightStretch(display);
  const reach = scene.reach(camera, exaggeration);
  const viewOf = (window?: PixelWindow) =>
    makeFrameView({
      camera,
      exaggeration,
      widthPx,
      heightPx,
      pixelRatio,
      reach,
      ...(window ? { window } : {}),
    });
  const whole = viewOf();
  await loadAll(world, () => scene.stream([{ view: whole, ahead: null, showing }], display, pointBudget));
  const engine = deviceManager.engine;
  if (!engine) throw new AppError('gpu.no-snapshot');
  const look = scene.look(display, world.isDeterministic);
  const data = new Uint8ClampedArray(widthPx * heightPx * 4);
  const labels = world.labels.drawOnce(
    'snapshot',
    pane.id,
    scene.labels({ view: whole, slot: 0, showing, display }),
    whole,
    display,
  );
  // Occlusion of a label is decided at its anchor; every tile that it overlaps needs the result.
  const around = labels && !whole.isPlan ? Math.max(marginPx, labels.reachPx) : marginPx;
  for (const { kept, drawn } of snapshotTiles(widthPx, heightPx, around)) {
    const view = viewOf(drawn);
    const { draws } = scene.collect({ view, slot: 0, showing, display, pointBudget, isPatient: true });
    draws.labels = labels;
    const tile = await readTexture(engine.ledger, engine.outputFormat, drawn.width, drawn.height, (texture) =>
      engine.render(draws, view, look, texture, 'snapshot'),
    );
    copyTile(tile, drawn, kept, data, widthPx);
  }
  engine.freeTargets('snapshot');
  world.labels.forget('snapshot');
  world.memory.trim();
  return { width: widthPx, height: heightPx, data };
}

/** Requests the pieces of a snapshot until none is missing. */
async function loadAll({ queue }: World, request: () => void): Promise<void> {
  const began = performance.now();
  for (;;) {
    request();
    if (queue.pending === 0 || performance.now() - began > patienceMs) return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

function copyTile(
  tile: PixelImage,
  drawn: PixelWindow,
  kept: PixelWindow,
  into: Uint8ClampedArray,
  width: number,
): void {
  for (let row = 0; row < kept.height; row++) {
    const from = ((kept.y - drawn.y + row) * drawn.width + kept.x - drawn.x) * 4;
    into.set(tile.data.subarray(from, from + kept.width * 4), ((kept.y + row) * width + kept.x) * 4);
  }
}
