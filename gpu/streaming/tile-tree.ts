import type { WorldPoint } from '#domain/view/camera.ts';
import { distanceToBox, type FrameView, isBoxVisible, pixelSizeAt } from '../draw/frame-view.ts';
import { asLayerError, isAbort } from '../errors.ts';
import type { LayerHost } from './layer-host.ts';
import { type LoadRequest, mergeRequests } from './load-queue.ts';
import { RetryPolicy } from './retry-policy.ts';

/** A tile of a quadtree; level 0 is the finest, and (column, row) has the children (2 column, 2 row) and so on. */
export interface TileKey {
  readonly level: number;
  readonly column: number;
  readonly row: number;
}

/** Corners of a box, world coordinates. */
export interface TileBox {
  readonly min: WorldPoint;
  readonly max: WorldPoint;
}

/** A loaded tile, and its bytes on CPU and device together. */
export interface LoadedTile<T> {
  readonly tile: T;
  readonly bytes: number;
}

/** Source of a quadtree of tiles. */
export interface TileSource<T> {
  readonly levels: number;
  /** Tiles across and down a level. */
  count(level: number): readonly [columns: number, rows: number];
  box(key: TileKey): TileBox;
  /** World edge of a cell or texel of a level. */
  cellSize(level: number): number;
  /** Whether finer tiles in place of one add no detail; default: never. */
  isFinest?(tile: T): boolean;
  /** Null where there is nothing to draw. */
  load(key: TileKey, signal: AbortSignal): Promise<LoadedTile<T> | null>;
  /** Called when a tile was loaded; it is kept until `dropped`. */
  added(tile: T): void;
  dropped(tile: T): void;
}

/** The part of a tree drawn in a view. */
interface Choice<T> {
  readonly tiles: T[];
  readonly gaps: TileKey[];
}

/** Options of a tree. */
export interface TileTreeOptions {
  /** A cell may cover this many device pixels before finer tiles are drawn. */
  readonly coarsestCellPx: number;
  /** Interval of the coarser levels that are loaded as placeholders. Default 1: all of them. */
  readonly standInEvery?: number;
  /** True: a failed tile is reported as a gap; false: the coarser tile replaces it. */
  readonly marksGaps: boolean;
  /** Distinguishes the trees of a layer that has several. */
  readonly name?: string;
}

export function nameOf({ level, column, row }: TileKey): string {
  return `${level}/${column}/${row}`;
}

/**
 * Streams the tiles of one layer: selects by screen size for each view, requests missing tiles, keeps loaded ones under
 * the shared memory budget, and retries failures. Failures are reported at the third in a row.
 */
export class TileTree<T extends TileKey> {
  readonly #layerId: string;
  /** Key in queue and memory. */
  readonly #id: string;
  readonly #host: LayerHost;
  readonly #source: TileSource<T>;
  readonly #options: TileTreeOptions;
  readonly #tiles = new Map<string, T>();
  readonly #empty = new Set<string>();
  readonly #retries = new RetryPolicy();
  readonly #retryTimers = new Set<ReturnType<typeof setTimeout>>();
  #choices: Choice<T>[] = [];

  constructor(layerId: string, host: LayerHost, source: TileSource<T>, options: TileTreeOptions) {
    this.#layerId = layerId;
    this.#id = options.name === undefined ? layerId : `${layerId} ${options.name}`;
    this.#host = host;
    this.#source = source;
    this.#options = options;
  }

  /** Tiles to draw in a view of the current frame; together they cover each place at most once. */
  chosen(view = 0): readonly T[] {
    return this.#choices[view]?.tiles ?? [];
  }

  /** Areas of a view of the current frame whose tiles are currently unavailable. */
  gaps(view = 0): readonly TileKey[] {
    return this.#choices[view]?.gaps ?? [];
  }

  /** Areas of all views whose tiles are currently unavailable. */
  get gapCount(): number {
    return new Set(this.#choices.flatMap(({ gaps }) => gaps.map(nameOf))).size;
  }

  /** Tiles that failed three or more times. */
  get failedCount(): number {
    return this.#retries.gaps.length;
  }

  /** A loaded tile. */
  tile(key: TileKey): T | undefined {
    return this.#tiles.get(nameOf(key));
  }

  /**
   * Chooses the tiles of a frame's views and requests those that are missing; null: the layer is not visible in a view.
   */
  stream(views: readonly (FrameView | null)[]): void {
    const requests: LoadRequest[] = [];
    this.#choices = views.map((view) => {
      const choice: Choice<T> = { tiles: [], gaps: [] };
      if (!view) return choice;
      const level = this.#source.levels - 1;
      const [columns, rows] = this.#source.count(level);
      for (let row = 0; row < rows; row++)
        for (let column = 0; column < columns; column++)
          this.#choose(view, { level, column, row }, choice, requests);
      return choice;
    });
    for (const { tiles } of this.#choices)
      for (const tile of tiles) this.#host.memory.touch(this.#memoryKey(tile));
    this.#host.queue.request(this.#id, mergeRequests(requests));
  }

  #memoryKey(key: TileKey): string {
    return `${this.#id} ${nameOf(key)}`;
  }

  /** Chooses a tile or the finer ones in its place; true when its area is completely drawn. */
  #choose(view: FrameView, key: TileKey, choice: Choice<T>, requests: LoadRequest[]): boolean {
    const name = nameOf(key);
    const { min, max } = this.#source.box(key);
    const tile = this.#tiles.get(name);
    const isRoot = key.level === this.#source.levels - 1;
    if (!isBoxVisible(view, min, max) && !(isRoot && !tile)) return true;
    if (this.#empty.has(name)) return true;
    const cellPx = this.#source.cellSize(key.level) / pixelSizeAt(view, distanceToBox(view, min, max));
    const isFine =
      cellPx <= this.#options.coarsestCellPx ||
      key.level === 0 ||
      (!!tile && !!this.#source.isFinest?.(tile));
    const mayStandIn = isRoot || key.level % (this.#options.standInEvery ?? 1) === 0;
    if (!tile && (isFine || mayStandIn) && this.#retries.mayTry(name, Date.now()))
      requests.push(this.#request(key, 1000 + cellPx));
    if (!isFine && (tile || !isRoot)) {
      const [chosen, gaps] = [choice.tiles.length, choice.gaps.length];
      let isWhole = true;
      for (const child of this.#children(key))
        isWhole = this.#choose(view, child, choice, requests) && isWhole;
      if (isWhole) return true;
      if (!tile) return false;
      choice.tiles.length = chosen;
      choice.gaps.length = gaps;
    }
    if (tile) choice.tiles.push(tile);
    else if (this.#options.marksGaps && this.#retries.isGap(name)) choice.gaps.push(key);
    else return false;
    return true;
  }

  #children({ level, column, row }: TileKey): TileKey[] {
    const [columns, rows] = this.#source.count(level - 1);
    const children: TileKey[] = [];
    for (const r of [row * 2, row * 2 + 1])
      for (const c of [column * 2, column * 2 + 1])
        if (c < columns && r < rows) children.push({ level: level - 1, column: c, row: r });
    return children;
  }

  #request(key: TileKey, priority: number): LoadRequest {
    return {
      key: this.#memoryKey(key),
      priority,
      load: async (signal) => {
        try {
          const loaded = await this.#source.load(key, signal);
          signal.throwIfAborted();
          this.#retries.succeed(nameOf(key));
          if (loaded) this.#add(loaded);
          else this.#empty.add(nameOf(key));
        } catch (error) {
          if (!isAbort(error)) this.#failed(key, error);
        }
      },
    };
  }

  #add({ tile, bytes }: LoadedTile<T>): void {
    this.#tiles.set(nameOf(tile), tile);
    this.#host.memory.add(this.#memoryKey(tile), bytes, () => {
      this.#tiles.delete(nameOf(tile));
      this.#source.dropped(tile);
    });
    this.#source.added(tile);
    this.#host.requestFrame();
  }

  /**
   * Records a failure, and requests a frame when the retry is due: the tile is requested then if it is still in view.
   */
  #failed(key: TileKey, error: unknown): void {
    const { delayMs, isNewGap } = this.#retries.fail(nameOf(key), Date.now());
    if (isNewGap) this.#host.reportFailure(this.#layerId, asLayerError(this.#layerId, error));
    const timer = setTimeout(() => {
      this.#retryTimers.delete(timer);
      this.#host.requestFrame();
    }, delayMs);
    this.#retryTimers.add(timer);
  }

  /** Drops all tiles and stops loading. */
  release(): void {
    for (const timer of this.#retryTimers) clearTimeout(timer);
    this.#host.queue.request(this.#id, []);
    for (const tile of this.#tiles.values()) {
      this.#host.memory.remove(this.#memoryKey(tile));
      this.#source.dropped(tile);
    }
    this.#tiles.clear();
    this.#choices = [];
  }
}
