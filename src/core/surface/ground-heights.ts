import { AppError } from '#domain/errors/app-error.ts';
import { type Rect, sampleGrid } from '#domain/geometry/grid/grid.ts';
import type { SurfaceAccess } from '../ports/surface.ts';

/** Most cells of the surface that are held at once. */
const cellLimit = 4_000_000;
/**
 * Heights of a surface at places, by bilinear interpolation of its own cells, horizontal unit; NaN off the surface. Places
 * are read in the order given, in windows of places that follow each other, so that a long line needs no large window.
 * @param places xyz per place, length 3n; z is not read
 * @throws AbortError and those of the surface
 */
export async function groundHeights(
  surface: SurfaceAccess,
  places: ArrayLike<number>,
  signal: AbortSignal,
  report: (fraction: number) => void = () => undefined,
  limit = cellLimit,
): Promise<Float64Array> {
  const count = places.length / 3;
  const heights = new Float64Array(count).fill(Number.NaN);
  let largest = Infinity;
  for (let from = 0; from < count; ) {
    signal.throwIfAborted();
    const { rect, to } = windowFrom(places, from, largest);
    const isAlone = to === from + 1;
    const window = await readOrNull(surface, rect, isAlone ? Infinity : limit, signal);
    if (!isAlone && window !== null && window.grid.cellSize > window.nativeCellSize * 1.001) {
      // Thinned: the same places again in smaller windows, in the end one by one.
      largest = Math.min(largest / 4, (limit * window.nativeCellSize ** 2) / 4);
      continue;
    }
    if (window !== null) {
      const { grid } = window;
      for (let i = from; i < to; i++) heights[i] = sampleGrid(grid, places[3 * i]!, places[3 * i + 1]!);
    }
    from = to;
    report(from / count);
  }
  return heights;
}

/** The places from one on that lie in a rectangle of at most an area in plan; one at least. */
function windowFrom(
  places: ArrayLike<number>,
  from: number,
  largest: number,
): { readonly rect: Rect; readonly to: number } {
  let rect: Rect = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  let to = from;
  for (; to < places.length / 3; to++) {
    const [x, y] = [places[3 * to]!, places[3 * to + 1]!];
    const wider = {
      minX: Math.min(rect.minX, x),
      minY: Math.min(rect.minY, y),
      maxX: Math.max(rect.maxX, x),
      maxY: Math.max(rect.maxY, y),
    };
    // A narrow rectangle takes whole cells too: its sides count as those of a square at least.
    const side = Math.max(wider.maxX - wider.minX, wider.maxY - wider.minY);
    if (to > from && side * side > largest) break;
    rect = wider;
  }
  return { rect, to };
}

/** The window; null where the surface has nothing there. */
async function readOrNull(surface: SurfaceAccess, rect: Rect, limit: number, signal: AbortSignal) {
  try {
    return await surface.readWindow(rect, limit, signal);
  } catch (error) {
    if (error instanceof AppError && error.code === 'geometry.no-overlap') return null;
    throw error;
  }
}
