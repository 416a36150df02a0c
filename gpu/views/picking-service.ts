import type { PickResult } from '#viewport/pick.ts';
import type { PickOptions } from '#viewport/viewport-types.ts';
import type { FrameView, PixelWindow } from '../draw/frame-view.ts';
import { resolvePick } from '../picking/pick-scene.ts';
import type { CanvasSurface } from './canvas-surface.ts';
import type { FrameDriver } from './frame-driver.ts';
import type { Pane } from './pane.ts';
import type { World } from './world.ts';

/** Search radius around the pointer, CSS pixels. */
const defaultRadiusPx = 8;

/** Picks in panes, one query after the other. */
export class PickingService {
  readonly #world: World;
  readonly #frames: FrameDriver;
  #line: Promise<unknown> = Promise.resolve();

  constructor(world: World, frames: FrameDriver) {
    this.#world = world;
    this.#frames = frames;
  }

  /**
   * The nearest object to a place of a pane (CSS pixels) within the radius; null for none, or where nothing is drawn.
   * `slotOf` returns the pane's slot among the streamed views.
   */
  pick(
    pane: Pane,
    slotOf: () => number,
    x: number,
    y: number,
    options: PickOptions,
  ): Promise<PickResult | null> {
    const camera = options.view?.camera ?? pane.camera.state;
    const answer = this.#line.then(() => {
      const { surface } = pane;
      const window = surface && pixelWindow(surface, x, y, options.radiusPx ?? defaultRadiusPx);
      if (!window) return null;
      return this.#pickNow(pane, pane.view(surface, camera, window), slotOf(), [x, y], options);
    });
    this.#line = answer.catch(() => null);
    return answer;
  }

  async #pickNow(
    pane: Pane,
    view: FrameView,
    slot: number,
    pointer: readonly [number, number],
    options: PickOptions,
  ): Promise<PickResult | null> {
    const { display, showing } = pane;
    const { scene, deviceManager } = this.#world;
    const engine = deviceManager.engine;
    if (!engine) return null;
    const radius = options.radiusPx ?? defaultRadiusPx;
    const pick = options.kinds ?? 'all';
    const pointBudget = this.#frames.drawBudget(pane);
    const { draws, ids } = scene.collect({ view, slot, showing, display, pointBudget, pick });
    const look = scene.look(display, true, slot);
    try {
      const pixels = await engine.pick(draws, view, look);
      return await resolvePick(pixels, view, ids, {
        pointer,
        radiusPx: radius,
        isExact: options.isExact ?? true,
        kinds: options.kinds,
        drapedFill: (surface, distancePx) => {
          const isWanted = options.kinds?.includes('feature') ?? true;
          return isWanted ? scene.drapedFill(showing, surface, distancePx) : null;
        },
      });
    } catch (error) {
      // The device was lost in the meantime: nothing is hit.
      if (deviceManager.engine !== engine) return null;
      throw error;
    }
  }
}

/** The pixels within a radius of a place, cut at the image's edge; null outside the image. */
function pixelWindow(surface: CanvasSurface, x: number, y: number, radius: number): PixelWindow | null {
  const { pixelRatio, widthPx, heightPx } = surface;
  const left = Math.max(0, Math.floor((x - radius) * pixelRatio));
  const top = Math.max(0, Math.floor((y - radius) * pixelRatio));
  const right = Math.min(widthPx, Math.ceil((x + radius) * pixelRatio) + 1);
  const bottom = Math.min(heightPx, Math.ceil((y + radius) * pixelRatio) + 1);
  if (right <= left || bottom <= top) return null;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
