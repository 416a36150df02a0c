import { appendAll } from '#domain/math/extremes.ts';
import type { FrameView } from '../draw/frame-view.ts';
import { noHeight, type ReferencePiece, type ReferencePieces } from '../draw/reference-pieces.ts';
import { asLayerError, isAbort } from '../errors.ts';
import { DeviceTexture } from '../resources/device-data.ts';
import type { CellWindow, DemSource } from './dem-source.ts';
import type { LayerHost } from './layer-host.ts';
import { type LoadRequest, mergeRequests } from './load-queue.ts';
import { RetryPolicy } from './retry-policy.ts';

/** Maximum number of cells along the longer edge of the whole and of the window in view. */
const maxWholeCells = 2048;
const maxNearCells = 3072;
/** Windows are aligned to multiples of this many cells, so that a small move requests nothing new. */
const windowStep = 256;

interface Plan {
  readonly level: number;
  readonly window: CellWindow;
}

const keyOf = ({ level, window }: Plan) =>
  `${level} ${window.x} ${window.y} ${window.width} ${window.height}`;

/** Wide enough for the image around its middle, and for the corners of a rotated view. */
const margin = 1.25;

/**
 * The window in view, at the level whose cells are about its pixels at the camera's target; null where the coarse whole
 * is as fine.
 */
export function nearWindow(dem: DemSource, wholeLevel: number, view: FrameView): Plan | null {
  const [x, y] = view.camera.target;
  const span = view.isOrthographic ? view.pixelSpan : view.pixelSpan * view.camera.distance;
  const extent = margin * span * Math.max(view.widthPx, view.heightPx);
  const fits = (level: number) => extent / dem.levels[level]!.cellWidth + windowStep <= maxNearCells;
  let level = 0;
  while (level < wholeLevel && dem.levels[level + 1]!.cellWidth <= span) level++;
  while (level < wholeLevel && !fits(level)) level++;
  if (level >= wholeLevel) return null;
  const { width, height, cellWidth, cellHeight } = dem.levels[level]!;
  const along = (middle: number, cell: number, count: number) => {
    const half = extent / cell / 2;
    const first = Math.max(0, Math.floor((middle - half) / windowStep) * windowStep);
    const last = Math.min(count, Math.ceil((middle + half) / windowStep) * windowStep);
    return { first, count: Math.min(last - first, maxNearCells) };
  };
  const columns = along((x - dem.west) / cellWidth, cellWidth, width);
  const rows = along((dem.north - y) / cellHeight, cellHeight, height);
  if (columns.count <= 0 || rows.count <= 0) return null;
  return { level, window: { x: columns.first, y: rows.first, width: columns.count, height: rows.count } };
}

/** The finest level that fits a piece whole. */
function wholePlan(dem: DemSource): Plan {
  const level = dem.levels.findIndex(({ width, height }) => Math.max(width, height) <= maxWholeCells);
  const { width, height } = dem.levels[level]!;
  return { level, window: { x: 0, y: 0, width, height } };
}

/**
 * An elevation raster that others are compared with, read around the area in view. Owns its textures; loads through the
 * queue under its own name.
 */
export class ReferenceSurface {
  /** The layer whose raster it is. */
  readonly layerId: string;
  readonly dem: DemSource;
  readonly #host: LayerHost;
  readonly #retries = new RetryPolicy();
  readonly #owner: string;
  #whole: ReferencePiece | null = null;
  readonly #near = new Map<string, ReferencePiece>();
  /** The piece of each view: the last requested one that was loaded. */
  #keys: (string | null)[] = [];

  constructor(layerId: string, dem: DemSource, host: LayerHost) {
    this.layerId = layerId;
    this.dem = dem;
    this.#host = host;
    this.#owner = `reference ${layerId}`;
  }

  /** Key of the view after it. */
  piecesIn(view: number): ReferencePieces {
    return { whole: this.#whole, near: this.#near.get(this.#keys[view] ?? '') ?? null };
  }

  /** Requests the pieces that the views of a frame need; drops those that none of them shows any longer. */
  follow(views: readonly FrameView[]): void {
    const requests: LoadRequest[] = [];
    const whole = wholePlan(this.dem);
    if (!this.#whole) {
      appendAll(
        requests,
        this.#request(whole, 900, (piece) => {
          this.#whole = piece;
        }),
      );
    }
    this.#keys = views.map((view, i) => {
      const before = this.#keys[i] ?? null;
      const near = nearWindow(this.dem, whole.level, view);
      if (near === null) return before;
      const key = keyOf(near);
      if (this.#near.has(key)) return key;
      appendAll(
        requests,
        this.#request(near, 800, (piece) => this.#near.set(key, piece)),
      );
      return before;
    });
    for (const [key, piece] of this.#near) {
      if (this.#keys.includes(key)) continue;
      piece.texture.release();
      this.#near.delete(key);
    }
    this.#host.queue.request(this.#owner, mergeRequests(requests));
  }

  #request(plan: Plan, priority: number, keep: (piece: ReferencePiece) => void): LoadRequest[] {
    const key = `${this.#owner} ${keyOf(plan)}`;
    if (!this.#retries.mayTry(key, Date.now())) return [];
    const load = async (signal: AbortSignal) => {
      try {
        const values = await this.dem.read(plan.level, plan.window, signal);
        signal.throwIfAborted();
        keep(this.#pieceOf(plan, values));
        this.#host.requestFrame();
      } catch (error) {
        if (isAbort(error)) return;
        const { isNewGap } = this.#retries.fail(key, Date.now());
        if (isNewGap) this.#host.reportFailure(this.layerId, asLayerError(this.layerId, error));
      }
    };
    return [{ key, priority, load }];
  }

  #pieceOf({ level, window }: Plan, values: Float32Array<ArrayBuffer>): ReferencePiece {
    const { cellWidth, cellHeight } = this.dem.levels[level]!;
    let low = Infinity;
    for (const value of values) if (value < low) low = value;
    const base = Number.isFinite(low) ? Math.floor(low) : 0;
    for (let i = 0; i < values.length; i++) {
      values[i] = Number.isNaN(values[i]!) ? noHeight : values[i]! - base;
    }
    const { x, y, width, height } = window;
    return {
      texture: new DeviceTexture(`terrain ${this.#owner}`, 'r32float', [width, height], values),
      west: this.dem.west + x * cellWidth,
      north: this.dem.north - y * cellHeight,
      cellWidth,
      cellHeight,
      base,
    };
  }

  release(): void {
    this.#host.queue.request(this.#owner, []);
    this.#whole?.texture.release();
    for (const { texture } of this.#near.values()) texture.release();
    this.#whole = null;
    this.#near.clear();
  }
}
