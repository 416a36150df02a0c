import type { GroundBeyond } from '#domain/view/ground-beyond.ts';
import type { TileBeyond } from '#domain/view/terrain-tile.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { type CellWindow, type DemSource, tileCells } from './dem-source.ts';
import type { TileKey } from './tile-tree.ts';

/** Cells of the raster that a tile covers, from the level's north-west. */
export function cellsOf(dem: DemSource, { level, column, row }: TileKey): CellWindow {
  const { width, height } = dem.levels[level]!;
  const [x, y] = [column * tileCells, row * tileCells];
  return { x, y, width: Math.min(tileCells, width - x), height: Math.min(tileCells, height - y) };
}

/** Whether some of a tile's own cells have no value; `values`: `size`² cells, a border of one included. */
function hasGaps(values: Float32Array, size: number, { width, height }: CellWindow): boolean {
  for (let row = 1; row <= height; row++)
    for (let at = row * size + 1; at <= row * size + width; at++) if (Number.isNaN(values[at]!)) return true;
  return false;
}

/** Extrapolates the ground of a raster beyond its values; its coarsest level is read once, on first use. */
export class TilesBeyond {
  readonly #dem: DemSource;
  readonly #pool: TaskPool;
  readonly #signal: AbortSignal;
  #ground: Promise<GroundBeyond | null> | null = null;

  /** `signal`: for the raster's lifetime. */
  constructor(dem: DemSource, pool: TaskPool, signal: AbortSignal) {
    this.#dem = dem;
    this.#pool = pool;
    this.#signal = signal;
  }

  /**
   * The extrapolated ground of a tile; null where it needs none, or the raster has no values. `values`: its cells with
   * a border of one.
   */
  async of(key: TileKey, values: Float32Array): Promise<TileBeyond | null> {
    const size = tileCells + 2;
    const cells = cellsOf(this.#dem, key);
    if (!hasGaps(values, size, cells)) return null;
    this.#ground ??= this.#read();
    let ground: GroundBeyond | null;
    try {
      ground = await this.#ground;
    } catch (error) {
      this.#ground = null;
      throw error;
    }
    const own = this.#dem.levels[key.level]!;
    const root = this.#dem.levels.at(-1)!;
    const [stepX, stepY] = [own.cellWidth / root.cellWidth, own.cellHeight / root.cellHeight];
    const place = { x: (cells.x - 0.5) * stepX - 0.5, y: (cells.y - 0.5) * stepY - 0.5, stepX, stepY };
    return ground && { ground, place };
  }

  async #read(): Promise<GroundBeyond | null> {
    const level = this.#dem.levels.length - 1;
    const { width, height } = this.#dem.levels[level]!;
    const values = await this.#dem.read(level, { x: 0, y: 0, width, height }, this.#signal);
    const input = { values, width, height };
    return await this.#pool.run('view.groundBeyond', input, {
      signal: this.#signal,
      transfer: [values.buffer],
    });
  }
}
