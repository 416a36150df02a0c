import type { CameraState } from '#domain/view/camera.ts';
import { fieldOfViewRad } from '#domain/view/camera.ts';

/** Paper sizes, mm, landscape. */
export const papers = {
  a4: { width: 297, height: 210 },
  a3: { width: 420, height: 297 },
  letter: { width: 279.4, height: 215.9 },
} as const;

export type PaperName = keyof typeof papers;

/** Layout of a sheet, mm from its left and top edge. */
export interface SheetLayout {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly map: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly title: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

const marginMm = 10;
const titleMm = 26;

/** A landscape sheet: the map, and under it the title block. */
export function sheetLayout(paper: PaperName): SheetLayout {
  const { width, height } = papers[paper];
  const inner = width - 2 * marginMm;
  const mapHeight = height - 2 * marginMm - titleMm;
  return {
    widthMm: width,
    heightMm: height,
    map: { x: marginMm, y: marginMm, width: inner, height: mapHeight },
    title: { x: marginMm, y: marginMm + mapHeight, width: inner, height: titleMm },
  };
}

/** Map scales. */
export const mapScales: readonly number[] = [
  50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000, 25_000, 50_000, 100_000,
];

/** The largest of the scales at which a height of world, m, fits the map; the smallest where none fits. */
export function scaleThatFits(heightMetres: number, layout: SheetLayout): number {
  const fitting = mapScales.find((scale) => (layout.map.height / 1000) * scale >= heightMetres);
  return fitting ?? mapScales.at(-1)!;
}

/**
 * The point in the middle of the uncovered part of a view, at the height of the target.
 * @param insets CSS pixels that panels cover at the left and the right
 */
export function seenMiddle(
  { target: [x, y, z], mode, yawRad }: CameraState,
  insets: { readonly left: number; readonly right: number },
  unitsPerPixel: number,
): CameraState['target'] {
  const across = ((insets.left - insets.right) / 2) * unitsPerPixel;
  const bearing = mode === '2d' ? 0 : yawRad;
  return [x + across * Math.cos(bearing), y - across * Math.sin(bearing), z];
}

/** Length units of a map: metres in its horizontal unit, and its combined scale factor at the middle of the sheet. */
export interface MapLengths {
  readonly metres: number;
  readonly combined: number;
}

/** The plan that draws a map at a scale of the ground: north up, the same middle as a view. */
export function planAtScale(
  camera: CameraState,
  layout: SheetLayout,
  scale: number,
  { metres, combined }: MapLengths,
): CameraState {
  const height = (((layout.map.height / 1000) * scale) / metres) * combined;
  return { ...camera, mode: '2d', distance: height / 2 / Math.tan(fieldOfViewRad / 2) };
}
