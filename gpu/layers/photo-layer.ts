import type { WorldPoint } from '#domain/view/camera.ts';
import type { PickResult } from '#viewport/pick.ts';
import type { HungPhoto, LayerPatch, PhotoLayer } from '#viewport/scene.ts';
import type { LayerSummary } from '#viewport/viewport-types.ts';
import type { PhotoDraw } from '../draw/draws.ts';
import { distanceToBox, type FrameView, isBoxVisible, pixelSizeAt } from '../draw/frame-view.ts';
import { asLayerError, isAbort } from '../errors.ts';
import type { PickHit } from '../picking/draw-ids.ts';
import { DeviceTexture } from '../resources/device-data.ts';
import { fetchFile } from '../streaming/fetch-file.ts';
import type { LayerHost } from '../streaming/layer-host.ts';
import { type LoadRequest, mergeRequests } from '../streaming/load-queue.ts';
import { RetryPolicy } from '../streaming/retry-policy.ts';
import type { CollectContext, LayerView, StreamContext } from './layer-view.ts';

/** Maximum number of photos drawn: those nearest to the eye. */
const maxPhotos = 32;
/** Photos smaller than this on the screen are not drawn, device pixels. */
const minPx = 24;
/** Texels along the longer side of a cached photo. */
const textureSide = 384;

/** A photo with the values used in selecting and drawing it. */
interface Hung {
  readonly photo: HungPhoto;
  readonly min: WorldPoint;
  readonly max: WorldPoint;
  readonly shape: Pick<PhotoDraw, 'origin' | 'corners'>;
}

function hang(photo: HungPhoto): Hung {
  const at = (corner: number, axis: number) => photo.corners[3 * corner + axis]!;
  const along = (of: (axis: number) => number): WorldPoint => [of(0), of(1), of(2)];
  const among = (pick: (...values: number[]) => number) =>
    along((axis) => pick(...[0, 1, 2, 3].map((corner) => at(corner, axis))));
  const from = (corner: number) => along((axis) => at(corner, axis) - at(0, axis));
  return {
    photo,
    min: among(Math.min),
    max: among(Math.max),
    shape: { origin: along((axis) => at(0, axis)), corners: [from(1), from(2), from(3)] },
  };
}

/** Photos placed in front of their cameras, loaded through the shared queue and memory budget. */
export class PhotoLayerView implements LayerView {
  readonly id: string;
  readonly kind = 'photos';
  readonly pickKind = 'feature';
  readonly isPickable = true;
  readonly facts: LayerSummary = {
    bounds: null,
    elevationRange: null,
    intensityRange: null,
    hasRgb: false,
    classes: [],
    pointCount: 0,
  };
  isVisible: boolean;
  readonly #host: LayerHost;
  readonly #hung: readonly Hung[];
  readonly #textures = new Map<string, DeviceTexture>();
  readonly #retries = new RetryPolicy();
  readonly #retryTimers = new Set<ReturnType<typeof setTimeout>>();
  /** One per view. */
  #chosen: readonly (readonly Hung[])[] = [];

  constructor(spec: PhotoLayer, host: LayerHost) {
    this.id = spec.id;
    this.isVisible = spec.isVisible;
    this.#host = host;
    this.#hung = spec.photos.map(hang);
  }

  patch(patch: LayerPatch): void {
    this.isVisible = patch.isVisible ?? this.isVisible;
  }

  /** Chooses the photos of a frame's views and requests those that are missing; null: the layer is not visible. */
  stream({ views }: Pick<StreamContext, 'views'>): void {
    const near = views.map((view) => (view && !view.isPlan ? this.#nearest(view) : []));
    this.#chosen = near.map((found) => found.map(({ hung }) => hung));
    const requests = near.flat().flatMap(({ hung, sizePx }) => {
      const key = this.#key(hung.photo);
      if (this.#textures.has(key)) this.#host.memory.touch(key);
      else if (this.#retries.mayTry(key, Date.now())) return [this.#request(hung.photo, sizePx)];
      return [];
    });
    this.#host.queue.request(this.id, mergeRequests(requests));
  }

  #nearest(view: FrameView): { hung: Hung; distance: number; sizePx: number }[] {
    const found: { hung: Hung; distance: number; sizePx: number }[] = [];
    for (const hung of this.#hung) {
      if (!isBoxVisible(view, hung.min, hung.max)) continue;
      const distance = distanceToBox(view, hung.min, hung.max);
      const [across, , down] = hung.shape.corners;
      const sizePx = Math.max(Math.hypot(...across), Math.hypot(...down)) / pixelSizeAt(view, distance);
      if (sizePx >= minPx) found.push({ hung, distance, sizePx });
    }
    return found.sort((a, b) => a.distance - b.distance).slice(0, maxPhotos);
  }

  #key({ id }: HungPhoto): string {
    return `${this.id} ${id}`;
  }

  #request(photo: HungPhoto, sizePx: number): LoadRequest {
    const key = this.#key(photo);
    return {
      key,
      // After terrain and image tiles, whose priorities are 1000 and more.
      priority: sizePx / 10,
      load: async (signal) => {
        try {
          const bytes = await fetchFile(photo.address, signal);
          const input = { bytes, name: photo.address, maxSide: textureSide };
          const options = { signal, transfer: [bytes.buffer] };
          const { width, height, rgba } = await this.#host.pool.run('view.decodeImage', input, options);
          this.#retries.succeed(key);
          this.#textures.set(
            key,
            new DeviceTexture(`photo ${photo.id}`, 'rgba8unorm', [width, height], rgba),
          );
          this.#host.memory.add(key, 2 * rgba.byteLength, () => this.#drop(key));
          this.#host.requestFrame();
        } catch (error) {
          if (!isAbort(error)) this.#failed(key, error);
        }
      },
    };
  }

  #failed(key: string, error: unknown): void {
    const { delayMs, isNewGap } = this.#retries.fail(key, Date.now());
    if (isNewGap) this.#host.reportFailure(this.id, asLayerError(this.id, error));
    const timer = setTimeout(() => {
      this.#retryTimers.delete(timer);
      this.#host.requestFrame();
    }, delayMs);
    this.#retryTimers.add(timer);
  }

  #drop(key: string): void {
    this.#textures.get(key)?.release();
    this.#textures.delete(key);
  }

  collect({ slot, ids, draws }: CollectContext): void {
    for (const { photo, shape } of this.#chosen[slot] ?? []) {
      const texture = this.#textures.get(this.#key(photo));
      if (!texture) continue;
      draws.overlays.push({ type: 'photo', drawId: ids.next(this, photo.id), texture, ...shape });
    }
  }

  /** The pick result of a photo. */
  async resolvePick({ surface, distancePx }: PickHit, key: unknown): Promise<PickResult | null> {
    const hung = this.#hung.find(({ photo }) => photo.id === key);
    if (!hung) return null;
    const { origin } = hung.shape;
    return {
      kind: 'feature',
      layerId: this.id,
      featureId: hung.photo.id,
      part: 'fill',
      index: -1,
      position: surface ?? origin,
      distancePx,
    };
  }

  release(): void {
    for (const timer of this.#retryTimers) clearTimeout(timer);
    this.#host.queue.request(this.id, []);
    for (const key of [...this.#textures.keys()]) {
      this.#host.memory.remove(key);
      this.#drop(key);
    }
    this.#chosen = [];
  }
}
