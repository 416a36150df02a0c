import type { LabelFrame } from '#domain/view/plan-labels.ts';
import type { Box, PageLayout } from './page-layout.ts';
import { palette } from './page-layout.ts';

type Pdf = PageLayout['pdf'];

/** Extent of a drawing, metres. */
export interface Extent {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** A map on the page: metres to points, north up. */
export interface Plan {
  readonly box: Box;
  /** Points per metre. */
  readonly scale: number;
  place(x: number, y: number): [number, number];
}

/** The extent of places, widened by a share of itself; one metre where all coincide. */
export function extentOf(places: Iterable<readonly [number, number]>, widen = 0.05): Extent {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of places) {
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  }
  if (!Number.isFinite(minX)) return { minX: 0, minY: 0, maxX: 1, maxY: 1 };
  const by = Math.max(1, maxX - minX, maxY - minY) * widen;
  return { minX: minX - by, minY: minY - by, maxX: maxX + by, maxY: maxY + by };
}

/** Fits an extent into a box, centred. */
export function fitPlan(box: Box, extent: Extent): Plan {
  const [width, height] = [extent.maxX - extent.minX, extent.maxY - extent.minY];
  const scale = Math.min(box.width / width, box.height / height);
  const left = box.x + (box.width - width * scale) / 2;
  const top = box.y + (box.height - height * scale) / 2;
  return {
    box,
    scale,
    place: (x, y) => [left + (x - extent.minX) * scale, top + (extent.maxY - y) * scale],
  };
}

export function drawRing(pdf: Pdf, plan: Plan, ring: readonly (readonly [number, number])[]): Pdf {
  for (const [index, [x, y]] of ring.entries()) {
    if (index === 0) pdf.moveTo(...plan.place(x, y));
    else pdf.lineTo(...plan.place(x, y));
  }
  return pdf.closePath();
}

/** A line with an arrow head; its length is in points. */
export function drawArrow(pdf: Pdf, x: number, y: number, dx: number, dy: number): void {
  const length = Math.hypot(dx, dy);
  if (length < 0.2) return;
  const head = Math.min(3, length / 2);
  const [ux, uy] = [dx / length, dy / length];
  const [ex, ey] = [x + dx, y + dy];
  pdf.moveTo(x, y).lineTo(ex, ey);
  pdf.moveTo(ex - head * (ux + 0.5 * uy), ey - head * (uy - 0.5 * ux)).lineTo(ex, ey);
  pdf.lineTo(ex - head * (ux - 0.5 * uy), ey - head * (uy + 0.5 * ux)).stroke();
}

/** The largest of 1, 2, 5 × 10ⁿ that is at most `value`. */
export function roundDown(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const share = value / power;
  if (share >= 5) return 5 * power;
  return share >= 2 ? 2 * power : power;
}

type ScaleUnit = { symbol: string; metres: number };

/** A round length of a plan, and the length of its bar, points. */
function barOf({ box, scale }: Plan, unit: ScaleUnit): { length: number; bar: number } {
  const length = roundDown(box.width / 5 / scale / unit.metres);
  return { length, bar: length * unit.metres * scale };
}

/** The area of the scale bar and the north arrow. */
export function scaleBoxes(plan: Plan, unit: ScaleUnit): LabelFrame[] {
  const { x, y, width, height } = plan.box;
  const [right, bottom] = [x + width, y + height];
  return [
    { left: x, right: x + 12 + Math.max(40, barOf(plan, unit).bar), top: bottom - 20, bottom },
    { left: right - 18, right, top: y, bottom: y + 38 },
  ];
}

/** A bar of a round length in the lower left corner and a north arrow in the upper right. */
export function drawScale(pdf: Pdf, plan: Plan, unit: ScaleUnit): void {
  const { box } = plan;
  const { length, bar } = barOf(plan, unit);
  const [x, y] = [box.x + 6, box.y + box.height - 6];
  pdf
    .lineWidth(1)
    .strokeColor(palette.text)
    .moveTo(x, y - 4)
    .lineTo(x, y)
    .lineTo(x + bar, y);
  pdf.lineTo(x + bar, y - 4).stroke();
  pdf.font('Helvetica').fontSize(7).fillColor(palette.text);
  pdf.text(`${length} ${unit.symbol}`, x + 3, y - 10, { lineBreak: false });
  const north = box.x + box.width - 10;
  drawArrow(pdf, north, box.y + 26, 0, -18);
  pdf.text('N', north - 2.5, box.y + 29, { lineBreak: false });
}
