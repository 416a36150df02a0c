import type { CameraState } from '#domain/view/camera.ts';
import type { PickResult } from '#domain/view/pick.ts';
import type { PickOptions } from '#domain/view/viewing.ts';
import type { PixelWindow } from '../frame/frame-view.ts';
import { resolvePick } from '../picking/pick-scene.ts';
import type { CanvasSurface } from './canvas-surface.ts';
import type { FrameDriver, FrameParts } from './frame-driver.ts';

/** Answers what lies under a place of the picture, one question after the other. */
export class PickingService {
  readonly #parts: FrameParts;
  readonly #frames: FrameDriver;
  #line: Promise<unknown> = Promise.resolve();

  constructor(parts: FrameParts, frames: FrameDriver) {
    this.#parts = parts;
    this.#frames = frames;
  }

  /** What is nearest to a place (CSS pixels) within the radius; null where nothing is, or nothing is drawn. */
  pick(x: number, y: number, options: PickOptions): Promise<PickResult | null> {
    const camera = options.camera ?? this.#parts.camera.state;
    const answer = this.#line.then(() => this.#pickNow(x, y, camera, options));
    this.#line = answer.catch(() => null);
    return answer;
  }

  async #pickNow(
    x: number,
    y: number,
    camera: CameraState,
    options: PickOptions,
  ): Promise<PickResult | null> {
    const { surface, scene, display, keeper } = this.#parts;
    const engine = keeper.engine;
    if (!engine || !surface) return null;
    const radius = options.radiusPx ?? 8;
    const window = pixelWindow(surface, x, y, radius);
    if (!window) return null;
    const view = this.#frames.view(surface, camera, window);
    const filter = options.kinds ? { kinds: options.kinds } : {};
    const { draws, ids } = scene.collect(view, display, this.#frames.drawBudget, filter);
    const look = scene.look(display, true);
    try {
      const pixels = await engine.pick(draws, view, look);
      return await resolvePick(pixels, view, ids, {
        pointer: [x, y],
        radiusPx: radius,
        isExact: options.isExact ?? true,
        kinds: options.kinds,
        drapedFill: (surface, distancePx) => {
          const isWanted = options.kinds?.includes('feature') ?? true;
          return isWanted ? scene.drapedFill(surface, distancePx) : null;
        },
      });
    } catch (error) {
      // The device went away meanwhile: there is nothing under the pointer.
      if (keeper.engine !== engine) return null;
      throw error;
    }
  }
}

/** The pixels within a radius of a place, cut at the picture's edge; null outside the picture. */
function pixelWindow(surface: CanvasSurface, x: number, y: number, radius: number): PixelWindow | null {
  const { pixelRatio, widthPx, heightPx } = surface;
  const left = Math.max(0, Math.floor((x - radius) * pixelRatio));
  const top = Math.max(0, Math.floor((y - radius) * pixelRatio));
  const right = Math.min(widthPx, Math.ceil((x + radius) * pixelRatio) + 1);
  const bottom = Math.min(heightPx, Math.ceil((y + radius) * pixelRatio) + 1);
  if (right <= left || bottom <= top) return null;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
