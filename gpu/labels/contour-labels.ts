import type { TerrainTexels } from '#domain/view/terrain-tile.ts';
import { lineLabelStyle, type SceneLabel } from '#viewport/label.ts';
import { sampleTile } from '../streaming/terrain-sample.ts';

/** A tile of terrain, as needed for contour labels. */
export interface ContourTile {
  /** Unique in the image. */
  readonly name: string;
  readonly texels: TerrainTexels;
  /** World position of its north-west corner. */
  readonly west: number;
  readonly north: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** Cells inside the raster. */
  readonly cells: readonly [across: number, down: number];
}

/** Spacing of the grid of candidate positions, cells. */
const stride = 20;
/** Distance either way along which a line must keep to its level, cells: about the extent of a text. */
const textCells = 16;
/** Tolerance of that level as a share of the step between index lines. */
const straightShare = 0.06;

/** Elevation at a place in cells from the tile's corner; NaN where there is none. */
function heightAt({ texels }: ContourTile, column: number, row: number): number {
  return sampleTile(texels, column + 0.5, row + 0.5);
}

/** The position of a level between two places on either side of it, by bisection. */
function crossing(
  tile: ContourTile,
  from: readonly [number, number],
  to: readonly [number, number],
  level: number,
): readonly [column: number, row: number] {
  const isAbove = heightAt(tile, ...from) >= level;
  let [low, high] = [0, 1];
  const at = (t: number) => [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t] as const;
  for (let i = 0; i < 12; i++) {
    const middle = (low + high) / 2;
    if (heightAt(tile, ...at(middle)) >= level === isAbove) low = middle;
    else high = middle;
  }
  return at((low + high) / 2);
}

/** Direction of a contour in cells, length 1, where it runs straight enough for a text; else null. */
function directionAt(
  tile: ContourTile,
  [column, row]: readonly [number, number],
  level: number,
  slack: number,
): readonly [number, number] | null {
  const reach = 2;
  const across = heightAt(tile, column + reach, row) - heightAt(tile, column - reach, row);
  const down = heightAt(tile, column, row + reach) - heightAt(tile, column, row - reach);
  const fall = Math.hypot(across, down);
  if (!(fall > 0)) return null;
  const along = [-down / fall, across / fall] as const;
  for (const step of [-textCells, -textCells / 2, textCells / 2, textCells]) {
    const off = heightAt(tile, column + along[0] * step, row + along[1] * step) - level;
    if (!(Math.abs(off) <= slack)) return null;
  }
  return along;
}

/**
 * Labels for the index contours of a tile, on and along the lines, at most one per cell of a coarse grid. `step`: from
 * one index line to the next; `textOf`: formats a level. The labels of a level are a group, so that they are spaced
 * apart.
 */
export function contourLabels(
  tile: ContourTile,
  step: number,
  textOf: (level: number) => string,
): SceneLabel[] {
  const labels: SceneLabel[] = [];
  const [across, down] = tile.cells;
  for (let row = stride / 2; row < down; row += stride) {
    for (let column = stride / 2; column < across; column += stride) {
      for (const [dx, dy] of [
        [stride, 0],
        [0, stride],
      ] as const) {
        const [from, to] = [[column, row] as const, [column + dx, row + dy] as const];
        if (to[0] >= across || to[1] >= down) continue;
        const label = labelBetween(tile, from, to, step);
        if (label) labels.push({ ...label, text: textOf(label.anchor[2]) });
      }
    }
  }
  return labels;
}

function labelBetween(
  tile: ContourTile,
  from: readonly [number, number],
  to: readonly [number, number],
  step: number,
): Omit<SceneLabel, 'text'> | null {
  const [a, b] = [heightAt(tile, ...from), heightAt(tile, ...to)];
  const level = Math.ceil(Math.min(a, b) / step) * step;
  if (!(level < Math.max(a, b)) || Number.isNaN(a + b)) return null;
  const place = crossing(tile, from, to, level);
  const along = directionAt(tile, place, level, straightShare * step);
  if (!along) return null;
  const { west, north, cellWidth, cellHeight, name } = tile;
  return {
    id: `${name} ${from} ${to}`,
    anchor: [west + place[0] * cellWidth, north - place[1] * cellHeight, level],
    offsetPx: [0, 0],
    direction: [along[0] * cellWidth, -along[1] * cellHeight, 0],
    priority: -1,
    style: lineLabelStyle,
    extent: 0,
    group: `contour ${level}`,
  };
}
