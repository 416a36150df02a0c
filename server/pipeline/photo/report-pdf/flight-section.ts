import { maxOf } from '#domain/math/extremes.ts';
import type { OverlapMap } from '#domain/photogrammetry/summary/footprints.ts';
import { placePlanLabels } from '#domain/view/plan-labels.ts';
import type { ReportModel } from './model.ts';
import { type PageLayout, palette, printable } from './page-layout.ts';
import { drawArrow, drawRing, drawScale, extentOf, fitPlan, type Plan, scaleBoxes } from './plan.ts';
import type { Wording } from './texts.ts';

const mapHeight = 300;
/** Scale of position residuals on the map relative to their true length; a round number that keeps them visible. */
const exaggerations = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
/** Colours of one, two, … photos over a place; the last for all higher counts. */
const overlapColours = ['#b3261e', '#e07b39', '#e6c229', '#9bc53d', '#3c9d5d'];

function fitMap(model: ReportModel, box: Parameters<typeof fitPlan>[0]): Plan {
  const places = [
    ...model.footprints.flat(),
    ...model.photos.map(({ x, y }) => [x, y] as const),
    ...model.points.map(({ x, y }) => [x, y] as const),
  ];
  return fitPlan(box, extentOf(places, 0.03));
}

function chooseExaggeration(model: ReportModel): number {
  const extent = extentOf(model.photos.map(({ x, y }) => [x, y] as const));
  const largest = Math.max(maxOf(model.photos.map(({ dx, dy }) => Math.hypot(dx, dy))), 1e-9);
  const wanted = (0.06 * Math.max(extent.maxX - extent.minX, extent.maxY - extent.minY)) / largest;
  return exaggerations.findLast((factor) => factor <= wanted) ?? 1;
}

/** Flight map: footprints, links between photos, positions with their residual arrows, surveyed points. */
export function writeFlight(page: PageLayout, model: ReportModel, wording: Wording): void {
  const { t } = wording;
  page.heading(t('report.flight'));
  const factor = chooseExaggeration(model);
  page.figure(mapHeight, t('report.flight.caption', { factor }), (pdf, box) => {
    const plan = fitMap(model, box);
    pdf.lineWidth(0.3).strokeColor(palette.line);
    for (const ring of model.footprints) drawRing(pdf, plan, ring).stroke();
    const strongest = Math.max(maxOf(model.links.map((link) => link.points)), 1);
    for (const link of model.links) {
      const [a, b] = [model.photos[link.a], model.photos[link.b]];
      if (!a || !b) continue;
      pdf.lineWidth(0.2 + link.points / strongest).strokeColor('#9fb8d6');
      pdf
        .moveTo(...plan.place(a.x, a.y))
        .lineTo(...plan.place(b.x, b.y))
        .stroke();
    }
    pdf.lineWidth(0.8).strokeColor(palette.accent);
    for (const { x, y, dx, dy } of model.photos) {
      const [px, py] = plan.place(x, y);
      pdf.circle(px, py, 1.6).fill(palette.accent);
      drawArrow(pdf, px, py, dx * factor * plan.scale, -dy * factor * plan.scale);
    }
    drawPoints(pdf, plan, model);
    drawScale(pdf, plan, model.unit);
  });
  if (model.overlap) writeOverlap(page, model, model.overlap, wording);
  if (model.rejected.length > 0) {
    page.heading(t('report.rejected'));
    page.facts(model.rejected);
  }
}

/** Size of the points' names. */
const nameSize = 6;

/** Surveyed points with their names, without overlaps; names without room are only in the tables. */
function drawPoints(pdf: PageLayout['pdf'], plan: Plan, { points, unit }: ReportModel): void {
  pdf.font('Helvetica').fontSize(nameSize);
  const sizes = {
    widthOf: (label: string) => pdf.widthOfString(label),
    ascent: 0.75 * nameSize,
    descent: 0.25 * nameSize,
    sign: 4,
    gap: 1.5,
  };
  const signs = points.map((point) => ({
    ...point,
    label: printable(point.label),
    at: plan.place(point.x, point.y),
  }));
  const { x, y, width, height } = plan.box;
  const frame = { left: x, top: y, right: x + width, bottom: y + height };
  const labels = placePlanLabels(signs, sizes, frame, scaleBoxes(plan, unit));
  for (const [index, { label, at, type, isOutlier }] of signs.entries()) {
    const colour = isOutlier ? palette.bad : palette.text;
    const placed = labels[index];
    pdf.lineWidth(0.4).strokeColor(colour);
    if (placed?.leader) {
      pdf
        .moveTo(...at)
        .lineTo(at[0] + placed.leader[0], at[1] + placed.leader[1])
        .stroke();
    }
    drawSign(pdf.lineWidth(1), type, at);
    if (!placed) continue;
    const share = { start: 0, middle: 0.5, end: 1 }[placed.anchor];
    const left = at[0] + placed.x - share * sizes.widthOf(label);
    pdf.fillColor(colour).text(label, left, at[1] + placed.y, { lineBreak: false, baseline: 'alphabetic' });
  }
}

function drawSign(
  pdf: PageLayout['pdf'],
  type: ReportModel['points'][number]['type'],
  [x, y]: readonly [number, number],
): void {
  if (type !== 'gcp') {
    pdf.rect(x - 3, y - 3, 6, 6).stroke();
    return;
  }
  pdf
    .moveTo(x - 4, y + 3)
    .lineTo(x + 4, y + 3)
    .lineTo(x, y - 4)
    .closePath()
    .stroke();
}

function writeOverlap(page: PageLayout, model: ReportModel, overlap: OverlapMap, { t }: Wording): void {
  page.figure(220, t('report.overlap.caption', { most: overlapColours.length }), (pdf, box) => {
    const { originX, originY, cell, width, height, counts } = overlap;
    const plan = fitMap(model, box);
    const side = cell * plan.scale;
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; ) {
        const count = counts[row * width + column]!;
        let run = 1;
        while (column + run < width && counts[row * width + column + run] === count) run++;
        if (count > 0) {
          const [x, y] = plan.place(originX + (column - 0.5) * cell, originY - (row - 0.5) * cell);
          const colour = overlapColours[Math.min(count, overlapColours.length) - 1] ?? palette.line;
          pdf.rect(x, y, run * side + 0.1, side + 0.1).fill(colour);
        }
        column += run;
      }
    }
    for (const [index, colour] of overlapColours.entries()) {
      const x = box.x + box.width - 90 + index * 18;
      const isLast = index === overlapColours.length - 1;
      pdf.rect(x, box.y + box.height - 18, 16, 8).fill(colour);
      pdf.font('Helvetica').fontSize(6).fillColor(palette.text);
      pdf.text(`${index + 1}${isLast ? '+' : ''}`, x + 5, box.y + box.height - 8, { lineBreak: false });
    }
  });
}
