import { AppError } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { maxOf, minOf } from '#domain/math/extremes.ts';
import type { ImageLayer, LayerPatch } from '#viewport/scene.ts';
import type { DeclaredSystem, LayerSummary } from '#viewport/viewport-types.ts';
import type { ImageDraw } from '../draw/draws.ts';
import { type FrameView, isBoxVisible } from '../draw/frame-view.ts';
import { asLayerError, isAbort } from '../errors.ts';
import { DeviceTexture } from '../resources/device-data.ts';
import { declaredBy } from '../streaming/declared-by.ts';
import { openImage, openPicture } from '../streaming/image-source.ts';
import {
  boxAround,
  type ImageTile,
  type ImageTiles,
  imageTiles,
  mappedTiles,
} from '../streaming/image-tiles.ts';
import type { LayerHost } from '../streaming/layer-host.ts';
import { type TileKey, TileTree } from '../streaming/tile-tree.ts';
import type { CollectContext, Ground, LayerView, StreamContext } from './layer-view.ts';

/** A texel may cover this many device pixels before finer tiles are drawn. */
const coarsestTexelPx = 1.1;

/** Diagonal stripes, transparent between them, repeated over unavailable areas. */
function gapTexture(): DeviceTexture {
  const size = 16;
  const rgba = new Uint8Array(size * size * 4);
  for (let i = 0; i < size * size; i++) {
    const stripe = ((i % size) + Math.floor(i / size)) % size < 4;
    rgba.set(stripe ? [226, 150, 60, 200] : [120, 120, 120, 70], i * 4);
  }
  return new DeviceTexture('image gap', 'rgba8unorm', [size, size], rgba);
}

/** An image from above, its tiles chosen by their size on the screen, flat or draped over the terrain. */
export class ImageLayerView implements LayerView {
  readonly id: string;
  readonly kind = 'image';
  readonly pickKind = 'terrain';
  readonly isPickable = false;
  isVisible: boolean;
  #opacity: number;
  /** Null: draped. */
  readonly #elevation: number | null;
  readonly #host: LayerHost;
  readonly #stop = new AbortController();
  readonly #gap = gapTexture();
  #tiles: ImageTiles | null = null;
  #hasOverviews = true;
  #declared: DeclaredSystem | null = null;
  #tree: TileTree<ImageTile> | null = null;
  #ground: Ground = null;

  constructor(spec: ImageLayer, host: LayerHost) {
    this.id = spec.id;
    this.isVisible = spec.isVisible;
    this.#opacity = spec.opacity;
    this.#elevation = spec.elevation ?? null;
    this.#host = host;
    void this.#open(spec);
  }

  async #open(spec: ImageLayer): Promise<void> {
    const { signal } = this.#stop;
    try {
      const bytes =
        typeof spec.source === 'string' ? await this.#host.openSource(spec.source, signal) : spec.source;
      const { image, tiles, isShiftMissing } = await this.#tilesOf(bytes, spec);
      signal.throwIfAborted();
      this.#hasOverviews = image.hasOverviews;
      this.#declared = spec.map ? null : declaredBy(image.raster);
      if (!image.hasOverviews) this.#warn('gpu.image-without-overviews', bytes.name);
      if (isShiftMissing) this.#warn('gpu.image-shift-missing', bytes.name);
      this.#tiles = tiles;
      this.#tree = this.#treeOver(tiles);
      if (this.#ground) this.#host.reportReady(this.id);
      this.#host.requestFrame();
    } catch (error) {
      if (!isAbort(error)) this.#host.reportFailure(this.id, asLayerError(this.id, error));
    }
  }

  async #tilesOf(bytes: ByteSource, { map, system }: ImageLayer) {
    const { signal } = this.#stop;
    const { pool } = this.#host;
    if (map) {
      const image = await openPicture(bytes, pool, signal);
      return { image, tiles: mappedTiles(image, map, pool), isShiftMissing: false };
    }
    const image = await openImage(bytes, pool, signal);
    return { image, ...(await imageTiles(image, system, pool, signal)) };
  }

  #warn(code: 'gpu.image-without-overviews' | 'gpu.image-shift-missing', file: string): void {
    this.#host.reportFailure(this.id, new AppError(code, { file }, { severity: 'warning' }));
  }

  #treeOver(tiles: ImageTiles): TileTree<ImageTile> {
    const source = {
      levels: tiles.levels,
      count: tiles.count,
      box: (key: TileKey) => boxAround(tiles.footprint(key), ...(this.#levels ?? [0, 0])),
      cellSize: (level: number) => tiles.cellSize * 2 ** level,
      load: tiles.load,
      added: () => undefined,
      dropped: (tile: ImageTile) => tile.texture.release(),
    };
    return new TileTree(this.id, this.#host, source, { coarsestCellPx: coarsestTexelPx, marksGaps: true });
  }

  /** The elevations between which it lies. */
  get #levels(): Ground {
    return this.#elevation === null ? this.#ground : [this.#elevation, this.#elevation];
  }

  /** Plan corners of the image; null until they are known. */
  get outline(): ImageTiles['outline'] | null {
    return this.#tiles?.outline ?? null;
  }

  get facts(): LayerSummary {
    const nothing = { elevationRange: null, intensityRange: null, hasRgb: false, classes: [], pointCount: 0 };
    if (!this.#tiles || !this.#levels) return { ...nothing, bounds: null };
    const xs = this.#tiles.outline.map(([x]) => x);
    const ys = this.#tiles.outline.map(([, y]) => y);
    const [low, high] = this.#levels;
    const bounds = {
      min: [minOf(xs), minOf(ys), low],
      max: [maxOf(xs), maxOf(ys), high],
    } as const;
    return {
      ...nothing,
      bounds,
      gaps: this.#tree?.gapCount ?? 0,
      hasOverviews: this.#hasOverviews,
      ...(this.#declared ? { declared: this.#declared } : {}),
    };
  }

  patch(patch: LayerPatch): void {
    this.isVisible = patch.isVisible ?? this.isVisible;
    this.#opacity = patch.opacity ?? this.#opacity;
  }

  /** Chooses the tiles of a frame's views and requests those that are missing; null: the layer is not visible. */
  stream({ views, ground }: StreamContext): void {
    const isFirst = this.#ground === null && ground !== null;
    this.#ground = ground ?? this.#ground;
    this.#tree?.stream(this.#ground ? views : []);
    if (isFirst && this.#tiles) this.#host.reportReady(this.id);
  }

  collect({ view, slot, draws }: CollectContext): void {
    const tiles = this.#tiles;
    if (!tiles || !this.#tree || !this.#ground) return;
    for (const tile of this.#tree.chosen(slot)) this.#draw(tiles, tile, tile, view, draws.images);
    for (const key of this.#tree.gaps(slot)) {
      const gap = { texture: this.#gap, low: [0, 0], high: [256, 256] } as const;
      this.#draw(tiles, key, gap, view, draws.images);
    }
  }

  #draw(
    tiles: ImageTiles,
    key: TileKey,
    look: Pick<ImageTile, 'texture' | 'low' | 'high'>,
    view: FrameView,
    draws: ImageDraw[],
  ): void {
    const [low, high] = this.#levels!;
    const footprint = tiles.footprint(key);
    const { min, max } = boxAround(footprint, low, high);
    if (!isBoxVisible(view, min, max)) return;
    draws.push({
      texture: look.texture,
      low: look.low,
      high: look.high,
      origin: [...footprint.corner, low],
      across: footprint.across,
      down: footprint.down,
      height: high - low,
      level: (high - low) / 2,
      opacity: this.#opacity,
      isGap: look.texture === this.#gap,
      isLevel: this.#elevation !== null,
    });
  }

  /** Picks ignore images: they return the surface under them. */
  async resolvePick(): Promise<null> {
    return null;
  }

  release(): void {
    this.#stop.abort(new DOMException('layer removed', 'AbortError'));
    this.#tree?.release();
    this.#gap.release();
  }
}
