import { AppError } from '#domain/errors/app-error.ts';
import { heightStretch } from '#domain/view/display.ts';
import type { PictureOrder, PixelImage } from '#domain/view/viewing.ts';
import { makeFrameView, type PixelWindow } from '../draw/frame-view.ts';
import type { Pane } from './pane.ts';
import { readTexture } from './read-texture.ts';
import type { World } from './world.ts';

/** Longest edge of a tile that is drawn at once, device pixels. */
const tilePx = 1024;
/** Drawn round a tile and cut off: edges of depth look this far. Device pixels. */
const marginPx = 24;
/** Pixels of the largest picture. */
export const largestPicturePx = 100_000_000;
/** Time to wait for the pieces of a picture; then it is drawn of what has arrived, ms. */
const patienceMs = 60_000;
const pollMs = 50;

/** A part of a picture: what is kept, and what is drawn for it. */
export interface PictureTile {
  readonly kept: PixelWindow;
  readonly drawn: PixelWindow;
}

/**
 * Cuts a picture into tiles; each is drawn with a margin of `around` device pixels so that neighbours fit without a
 * seam.
 */
export function pictureTiles(width: number, height: number, around = marginPx): PictureTile[] {
  const tiles: PictureTile[] = [];
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
 * Draws what a pane shows into a picture of any size, tile by tile, after what it shows at that size has been loaded.
 * Frames on canvases must rest meanwhile, since they request other pieces. `pointBudget`: points of streamed clouds.
 * Errors: `gpu.no-picture` without a device, `gpu.picture-too-large`.
 */
export async function takePicture(
  world: World,
  pane: Pane,
  pointBudget: number,
  order: PictureOrder,
): Promise<PixelImage> {
  const { widthPx, heightPx, pixelRatio } = order;
  if (widthPx * heightPx > largestPicturePx) {
    throw new AppError('gpu.picture-too-large', {
      width: widthPx,
      height: heightPx,
      limit: largestPicturePx,
    });
  }
  const { keeper, scene } = world;
  const { showing } = pane;
  const camera = order.camera ?? pane.camera.state;
  const display = { ...pane.display, ...order.display };
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
  const engine = keeper.engine;
  if (!engine) throw new AppError('gpu.no-picture');
  const look = scene.look(display, world.isDeterministic);
  const data = new Uint8ClampedArray(widthPx * heightPx * 4);
  const labels = world.labels.drawOnce(
    'picture',
    pane.id,
    scene.labels({ view: whole, slot: 0, showing, display }),
    whole,
    display,
  );
  // A label is hidden by what stands before its anchor, which every tile that it reaches into has to know.
  const around = labels && !whole.isPlan ? Math.max(marginPx, labels.reachPx) : marginPx;
  for (const { kept, drawn } of pictureTiles(widthPx, heightPx, around)) {
    const view = viewOf(drawn);
    const { draws } = scene.collect({ view, slot: 0, showing, display, pointBudget, isPatient: true });
    draws.labels = labels;
    const tile = await readTexture(engine.ledger, engine.outputFormat, drawn.width, drawn.height, (texture) =>
      engine.render(draws, view, look, texture, 'picture'),
    );
    copyTile(tile, drawn, kept, data, widthPx);
  }
  engine.freeTargets('picture');
  world.labels.forget('picture');
  world.memory.trim();
  return { width: widthPx, height: heightPx, data };
}

/** Requests the pieces of a picture until none is missing. */
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
