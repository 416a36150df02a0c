import type { CrsDeclaration } from '#domain/crs/types.ts';
import { maxOf, minOf } from '#domain/math/extremes.ts';
import type { BasemapLayer, LayerPatch } from '#viewport/scene.ts';
import type { LayerSummary } from '#viewport/viewport-types.ts';
import type { FrameView } from '../draw/frame-view.ts';
import { asLayerError, isAbort } from '../errors.ts';
import {
  boxAround,
  type ImageTile,
  type ImageTiles,
  plainTiles,
  relocatedTiles,
} from '../streaming/image-tiles.ts';
import type { LayerHost } from '../streaming/layer-host.ts';
import type { LoadRequest } from '../streaming/load-queue.ts';
import { type TileKey, TileTree } from '../streaming/tile-tree.ts';
import { areaAround, webTiles } from '../streaming/web-tiles.ts';
import type { CollectContext, LayerView, StreamContext } from './layer-view.ts';

/** A texel may cover this many device pixels before finer tiles are fetched. */
const coarsestTexelPx = 1.5;
/** Every third of the coarser levels is loaded as a placeholder. */
const standInEvery = 3;
/** The area changes where the target is nearer to the edge than this share of the area. */
const edgeShare = 0.1;

/** Whether a plan's middle lies well inside an area. */
function isWellInside({ tiles: { outline } }: Area, { camera }: FrameView): boolean {
  return ([0, 1] as const).every((axis) => {
    const along = outline.map((corner) => corner[axis]);
    const [low, high] = [minOf(along), maxOf(along)];
    const share = (camera.target[axis] - low) / (high - low);
    return share > edgeShare && share < 1 - edgeShare;
  });
}

const webMercator: CrsDeclaration = { source: 'user', payload: 'EPSG:3857' };

/** A part of the map, around the area of a plan. */
interface Area {
  readonly tiles: ImageTiles;
  readonly tree: TileTree<ImageTile>;
}

/** Map tiles of a server under a plan. Nothing is fetched while it is hidden or the scene is shown in 3D. */
export class BasemapLayerView implements LayerView {
  readonly id: string;
  readonly kind = 'basemap';
  readonly pickKind = 'terrain';
  readonly isPickable = false;
  isVisible: boolean;
  readonly #spec: BasemapLayer;
  readonly #host: LayerHost;
  #opacity: number;
  /** The area of each view; views may share one. */
  #areas: (Area | null)[] = [];
  #areasMade = 0;
  /** True after an area could not be determined. */
  #isLost = false;

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
      gaps: this.#distinct().reduce((sum, { tree }) => sum + tree.failedCount, 0),
    };
  }

  patch(patch: LayerPatch): void {
    this.isVisible = patch.isVisible ?? this.isVisible;
    this.#opacity = patch.opacity ?? this.#opacity;
  }

  /** Chooses the tiles of a frame's plans and requests those that are missing; null: the layer is not visible. */
  stream({ views }: Pick<StreamContext, 'views'>): void {
    const plans = views.map((view) => (view?.isPlan ? view : null));
    const known = this.#distinct();
    const uncovered: LoadRequest[] = [];
    this.#areas = plans.map((plan, slot) => {
      const now = this.#areas[slot] ?? null;
      if (plan === null || (now && isWellInside(now, plan))) return now;
      const other = known.find((area) => isWellInside(area, plan));
      if (!other) uncovered.push(this.#request(plan, slot));
      return other ?? now;
    });
    for (const area of known) if (!this.#areas.includes(area)) area.tree.release();
    // One at a time: the next plan may be within the area of the previous one.
    this.#host.queue.request(this.#owner, this.#isLost ? [] : uncovered.slice(0, 1));
    for (const area of this.#distinct()) {
      area.tree.stream(plans.map((plan, slot) => (this.#areas[slot] === area ? plan : null)));
    }
  }

  #distinct(): Area[] {
    return [...new Set(this.#areas)].filter((area) => area !== null);
  }

  get #owner(): string {
    return `${this.id} areas`;
  }

  #request(plan: FrameView, slot: number): LoadRequest {
    return {
      key: `${this.#owner} ${slot}`,
      priority: 2000,
      load: (signal) => this.#locate(plan, slot, signal),
    };
  }

  /** Changes to the area around a plan's middle. A failure is reported, and the area is unchanged. */
  async #locate({ camera, pixelSpan }: FrameView, slot: number, signal: AbortSignal): Promise<void> {
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
      const before = this.#areas[slot];
      this.#areas[slot] = { tiles, tree: this.#treeOver(tiles) };
      if (before && !this.#areas.includes(before)) before.tree.release();
      this.#host.requestFrame();
    } catch (error) {
      if (isAbort(error)) return;
      this.#isLost = true;
      this.#host.reportFailure(this.id, asLayerError(this.id, error));
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
    const name = `area ${this.#areasMade++}`;
    const options = { coarsestCellPx: coarsestTexelPx, standInEvery, marksGaps: false, name };
    return new TileTree(this.id, this.#host, source, options);
  }

  collect({ slot, draws }: CollectContext): void {
    const area = this.#areas[slot];
    if (!area) return;
    const { tiles, tree } = area;
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
        isLevel: false,
      });
    }
  }

  /** Picks ignore the map. */
  async resolvePick(): Promise<null> {
    return null;
  }

  release(): void {
    this.#host.queue.request(this.#owner, []);
    for (const { tree } of this.#distinct()) tree.release();
  }
}
