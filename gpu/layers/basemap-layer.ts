import type { CrsDeclaration } from '#domain/crs/types.ts';
import type { BasemapLayer, LayerPatch } from '#domain/view/scene.ts';
import type { LayerSummary } from '#domain/view/viewing.ts';
import { asLayerError, isAbort } from '../errors.ts';
import type { FrameView } from '../frame/frame-view.ts';
import {
  boxAround,
  type ImageTile,
  type ImageTiles,
  plainTiles,
  relocatedTiles,
} from '../streaming/image-tiles.ts';
import { type TileKey, TileTree } from '../streaming/tile-tree.ts';
import { areaAround, webTiles } from '../streaming/web-tiles.ts';
import type { LayerHost } from './layer-host.ts';
import type { CollectContext, LayerView } from './layer-view.ts';

/** A texel may cover this many device pixels before finer tiles are fetched. */
const coarsestTexelPx = 1.5;
/** Of the coarser levels each third stands in. */
const standInEvery = 3;
/** Another area is taken where the target comes nearer to the edge than this share of the area. */
const edgeShare = 0.1;

const webMercator: CrsDeclaration = { source: 'user', payload: 'EPSG:3857' };

interface Shown {
  readonly tiles: ImageTiles;
  readonly tree: TileTree<ImageTile>;
}

/** Map tiles of a server under a plan. Nothing is fetched while it is hidden or the scene is seen in 3D. */
export class BasemapLayerView implements LayerView {
  readonly id: string;
  readonly kind = 'basemap';
  readonly pickKind = 'terrain';
  readonly isPickable = false;
  isVisible: boolean;
  readonly #spec: BasemapLayer;
  readonly #host: LayerHost;
  readonly #stop = new AbortController();
  #opacity: number;
  #shown: Shown | null = null;
  #isLocating = false;

  constructor(spec: BasemapLayer, host: LayerHost) {
    this.id = spec.id;
    this.isVisible = spec.isVisible;
    this.#spec = spec;
    this.#opacity = spec.opacity;
    this.#host = host;
  }

  get facts(): LayerSummary {
    return {
      bounds: null,
      elevationRange: null,
      intensityRange: null,
      hasRgb: false,
      classes: [],
      pointCount: 0,
      gaps: this.#shown?.tree.failedCount ?? 0,
    };
  }

  patch(patch: LayerPatch): void {
    this.isVisible = patch.isVisible ?? this.isVisible;
    this.#opacity = patch.opacity ?? this.#opacity;
  }

  /** Chooses the tiles of a frame's plans and wishes for those that are missing; null: nothing is seen of this layer. */
  stream(views: readonly (FrameView | null)[]): void {
    const plans = views.map((view) => (view?.isPlan ? view : null));
    const first = plans.find((view) => view !== null);
    if (first && !this.#isLocating && !this.#covers(first)) void this.#locate(first);
    this.#shown?.tree.stream(plans);
  }

  /** Whether a plan's middle lies well inside the area that is shown. */
  #covers({ camera }: FrameView): boolean {
    if (!this.#shown) return false;
    const { outline } = this.#shown.tiles;
    return ([0, 1] as const).every((axis) => {
      const along = outline.map((corner) => corner[axis]);
      const [low, high] = [Math.min(...along), Math.max(...along)];
      const share = (camera.target[axis] - low) / (high - low);
      return share > edgeShare && share < 1 - edgeShare;
    });
  }

  /** Takes the area round a plan's middle; the one before is dropped. A failure is told, and it stays as it is. */
  async #locate({ camera, pixelSpan }: FrameView): Promise<void> {
    this.#isLocating = true;
    const { signal } = this.#stop;
    const { pool } = this.#host;
    const { system } = this.#spec;
    try {
      const [x, y] = camera.target;
      const pixel = { geotransform: [x, pixelSpan, 0, y, 0, -pixelSpan], width: 1, height: 1 } as const;
      const { moved: found } = await pool.run(
        'view.relocateImage',
        { from: [system], to: [webMercator], ...pixel },
        { signal },
      );
      const source = webTiles(
        this.#spec,
        found ? areaAround(found.extent.west, found.extent.north, this.#spec) : areaAround(x, y, this.#spec),
        pool,
      );
      const { geotransform, width, height } = source;
      const input = { from: [webMercator], to: [system], geotransform, width, height };
      const { moved } = await pool.run('view.relocateImage', input, { signal });
      const tiles = moved ? relocatedTiles(source, moved.relocation, moved.extent, pool) : plainTiles(source);
      signal.throwIfAborted();
      this.#shown?.tree.release();
      this.#shown = { tiles, tree: this.#treeOver(tiles) };
      this.#isLocating = false;
      this.#host.requestFrame();
    } catch (error) {
      if (!isAbort(error)) this.#host.reportFailure(this.id, asLayerError(this.id, error));
    }
  }

  #treeOver(tiles: ImageTiles): TileTree<ImageTile> {
    const source = {
      levels: tiles.levels,
      count: tiles.count,
      box: (key: TileKey) => boxAround(tiles.footprint(key), 0, 0),
      cellSize: (level: number) => tiles.cellSize * 2 ** level,
      load: tiles.load,
      added: () => undefined,
      dropped: (tile: ImageTile) => tile.texture.release(),
    };
    const options = { coarsestCellPx: coarsestTexelPx, standInEvery, marksGaps: false };
    return new TileTree(this.id, this.#host, source, options);
  }

  collect({ slot, draws }: CollectContext): void {
    if (!this.#shown) return;
    const { tiles, tree } = this.#shown;
    for (const tile of tree.chosen(slot)) {
      const { corner, across, down } = tiles.footprint(tile);
      draws.basemap.push({
        texture: tile.texture,
        low: tile.low,
        high: tile.high,
        origin: [...corner, 0],
        across,
        down,
        height: 0,
        level: 0,
        opacity: this.#opacity,
        isGap: false,
      });
    }
  }

  /** The map is seen through by picks. */
  async resolvePick(): Promise<null> {
    return null;
  }

  release(): void {
    this.#stop.abort(new DOMException('layer removed', 'AbortError'));
    this.#shown?.tree.release();
  }
}
