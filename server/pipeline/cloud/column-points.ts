import type { RecordFilter } from '#domain/cloud/point-use.ts';
import type { Rect } from '#domain/geometry/grid/grid.ts';
import { type ClassOverlay, readClassified } from './classes.ts';
import { createPointList } from './point-list.ts';
import { type PlaceCells, sortByPlace } from './sort-by-place.ts';
import type { PlanCell, Spool, SpoolColumn } from './spool.ts';

/** The coordinates of selected points of a spool, a column at a time, with a cache of the latest columns. */
export interface ColumnPoints {
  /**
   * File integers, xyz per point, of the selected points of a column, in the column's order or sorted by place;
   * borrowed.
   */
  column(column: SpoolColumn): Promise<Int32Array>;
  /** Passes the selected points in a rectangle in world coordinates, column by column. */
  visit(rect: Rect, see: (x: number, y: number, z: number) => void): Promise<void>;
  /** World coordinates, xyz per point, of the selected points in a rectangle, column by column; owned by the caller. */
  within(rect: Rect): Promise<Float64Array<ArrayBuffer>>;
}

const cacheBytes = 256 * 2 ** 20;

/** The plan rectangle of a column. */
export function cellRect(spool: Spool, cell: PlanCell): Rect {
  const { cube } = spool.layout;
  const size = cube.size / 2 ** cell.level;
  const [minX, minY] = [cube.minX + cell.x * size, cube.minY + cell.y * size];
  return { minX, minY, maxX: minX + size, maxY: minY + size };
}

function overlaps(a: Rect, b: Rect): boolean {
  return a.minX <= b.maxX && a.maxX >= b.minX && a.minY <= b.maxY && a.maxY >= b.minY;
}

interface LoadedColumn {
  readonly xyz: Int32Array;
  readonly cells: PlaceCells | null;
}

/**
 * Reads the points that pass a filter, with the overlay's classes.
 * @param order of the points of a column: as stored, or by place for many small rectangles
 */
export function createColumnPoints(
  spool: Spool,
  overlay: ClassOverlay | null,
  filter: RecordFilter,
  order: 'as-read' | 'by-place' = 'as-read',
): ColumnPoints {
  const cache = new Map<string, Promise<LoadedColumn>>();
  const sizes = new Map<string, number>();
  const { scale, offset } = spool.layout.scaling;

  async function load(cell: SpoolColumn): Promise<LoadedColumn> {
    const { bytes, count, recordLength } = await readClassified(spool, cell, overlay);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const xyz = new Int32Array(count * 3);
    let kept = 0;
    for (let point = 0, at = 0; point < count; point++, at += recordLength) {
      if (!filter(bytes, at)) continue;
      xyz[kept++] = view.getInt32(at, true);
      xyz[kept++] = view.getInt32(at + 4, true);
      xyz[kept++] = view.getInt32(at + 8, true);
    }
    const chosen = xyz.slice(0, kept);
    if (order === 'as-read') return { xyz: chosen, cells: null };
    return sortByPlace(chosen, cellRect(spool, cell), scale, offset);
  }

  function makeRoom(): void {
    let held = 0;
    for (const bytes of sizes.values()) held += bytes;
    for (const [id, bytes] of sizes) {
      if (held <= cacheBytes) return;
      sizes.delete(id);
      cache.delete(id);
      held -= bytes;
    }
  }

  function loaded(cell: SpoolColumn): Promise<LoadedColumn> {
    const id = `${cell.level} ${cell.x} ${cell.y}`;
    const known = cache.get(id);
    if (known) {
      cache.delete(id);
      cache.set(id, known);
      const bytes = sizes.get(id);
      if (bytes !== undefined) {
        sizes.delete(id);
        sizes.set(id, bytes);
      }
      return known;
    }
    const loading = load(cell);
    cache.set(id, loading);
    loading.then(
      ({ xyz }) => {
        sizes.set(id, xyz.byteLength);
        makeRoom();
      },
      () => cache.delete(id),
    );
    return loading;
  }

  async function visit(rect: Rect, see: (x: number, y: number, z: number) => void): Promise<void> {
    for (const cell of spool.columns) {
      if (!overlaps(cellRect(spool, cell), rect)) continue;
      const { xyz, cells } = await loaded(cell);
      for (const [first, end] of cells ? cells.rangesIn(rect) : [[0, xyz.length / 3] as const]) {
        for (let k = 3 * first; k < 3 * end; k += 3) {
          const x = xyz[k]! * scale[0] + offset[0];
          const y = xyz[k + 1]! * scale[1] + offset[1];
          if (x < rect.minX || x > rect.maxX || y < rect.minY || y > rect.maxY) continue;
          see(x, y, xyz[k + 2]! * scale[2] + offset[2]);
        }
      }
    }
  }

  async function within(rect: Rect): Promise<Float64Array<ArrayBuffer>> {
    const list = createPointList(2 ** 12);
    await visit(rect, list.add);
    return list.finish();
  }

  const column = async (cell: SpoolColumn) => (await loaded(cell)).xyz;
  return { column, visit, within };
}

/** A rectangle grown on all sides. */
export function grow(rect: Rect, by: number): Rect {
  return { minX: rect.minX - by, minY: rect.minY - by, maxX: rect.maxX + by, maxY: rect.maxY + by };
}
