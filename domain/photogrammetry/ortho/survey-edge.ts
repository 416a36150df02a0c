import { reachFrom } from '../../geometry/outline/survey-outline.ts';
import { clamp } from '../../math/clamp.ts';
import type { CoarseView } from './coarse-view.ts';
import { beyond } from './seam-energy.ts';

/**
 * Marks the cells that are in fewer than `minViews` photos (hidden or not) as beyond the survey, in `labels`, also
 * those without a height: where heights come from the photos themselves, those of one photo alone are guesses. Cells
 * that the survey encloses belong to it.
 */
export function trimSurvey(
  width: number,
  views: readonly CoarseView[],
  labels: Uint16Array,
  minViews: number,
): void {
  const counts = new Uint16Array(labels.length);
  for (const { window, radius } of views) {
    for (let at = 0; at < radius.length; at++) {
      if (radius[at] === 0) continue;
      const cell = (window.y + Math.floor(at / window.width)) * width + window.x + (at % window.width);
      counts[cell] = counts[cell]! + 1;
    }
  }
  const height = labels.length / width;
  const isOpen = (cell: number) => counts[cell]! < minViews;
  const border: number[] = [];
  for (let cell = 0; cell < labels.length; cell++) {
    const [column, row] = [cell % width, Math.floor(cell / width)];
    const isBorder = column === 0 || row === 0 || column === width - 1 || row === height - 1;
    if (isBorder && isOpen(cell)) border.push(cell);
  }
  const outside = reachFrom(border, isOpen, width, height);
  for (let cell = 0; cell < labels.length; cell++) if (outside[cell] === 1) labels[cell] = beyond;
}

/** Share of `beyond` at a place of the coarse cells, bilinear; columns and rows count from the first centre. */
export function shareBeyond(
  labels: Uint16Array,
  width: number,
  height: number,
  u: number,
  v: number,
): number {
  const c = Math.max(0, Math.min(width - 1, Math.floor(u)));
  const r = Math.max(0, Math.min(height - 1, Math.floor(v)));
  const fu = clamp(u - c, 0, 1);
  const fv = clamp(v - r, 0, 1);
  const mark = (column: number, row: number) =>
    labels[Math.min(height - 1, row) * width + Math.min(width - 1, column)] === beyond ? 1 : 0;
  const top = mark(c, r) * (1 - fu) + mark(c + 1, r) * fu;
  return top * (1 - fv) + (mark(c, r + 1) * (1 - fu) + mark(c + 1, r + 1) * fu) * fv;
}
