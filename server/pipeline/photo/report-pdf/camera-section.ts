import type { ReportCamera, ReportModel } from './model.ts';
import { type Box, type PageLayout, palette } from './page-layout.ts';
import { drawArrow } from './plan.ts';
import { type Wording, withoutNegativeZero } from './texts.ts';

/** Points of an arrow for a mean residual of one pixel. */
const pointsPerPixel = 60;
const strongCorrelation = 0.9;

function significant(value: number): string {
  if (value === 0) return '0';
  return Math.abs(value) >= 100 ? value.toFixed(2) : value.toPrecision(5);
}

/** Calibration: parameters with their standard deviations, correlations, and the remaining residuals. */
export function writeCameras(page: PageLayout, model: ReportModel, wording: Wording): void {
  for (const camera of model.cameras) {
    page.heading(wording.t('report.camera', { name: camera.name }));
    writeParameters(page, camera, wording);
    writeCorrelations(page, camera, wording);
    const caption = wording.t('report.field.caption', {
      rms: camera.field.rmsPx.toFixed(3),
      scale: pointsPerPixel,
    });
    page.figure(230, caption, (pdf, box) => drawField(pdf, box, camera));
  }
}

function writeParameters(page: PageLayout, camera: ReportCamera, { t }: Wording): void {
  page.table(
    [
      { title: t('report.parameter'), share: 0.25 },
      { title: t('report.initial'), share: 0.25, align: 'right' },
      { title: t('report.adjusted'), share: 0.25, align: 'right' },
      { title: t('report.sigma'), share: 0.25, align: 'right' },
    ],
    camera.parameters.map(({ name, initial, value, sigma }) => [
      name,
      significant(initial),
      significant(value),
      sigma === null ? t('report.held') : significant(sigma),
    ]),
  );
}

function writeCorrelations(page: PageLayout, { correlations }: ReportCamera, { t }: Wording): void {
  if (!correlations) return;
  const { names, matrix } = correlations;
  const share = 1 / (names.length + 1);
  page.table(
    [
      { title: t('report.correlation'), share },
      ...names.map((title) => ({ title, share, align: 'right' as const })),
    ],
    names.map((name, row) => [
      name,
      ...(matrix[row] ?? []).map((value) => withoutNegativeZero(value.toFixed(2))),
    ]),
  );
  const strong = names.flatMap((name, row) =>
    names.slice(0, row).flatMap((other, column) => {
      const value = matrix[row]?.[column] ?? 0;
      return Math.abs(value) >= strongCorrelation ? [`${other} / ${name} ${value.toFixed(2)}`] : [];
    }),
  );
  if (strong.length > 0) page.paragraph(t('report.correlated', { pairs: strong.join(', ') }));
}

function drawField(pdf: PageLayout['pdf'], box: Box, { field, aspect }: ReportCamera): void {
  const width = Math.min(box.width, box.height * aspect);
  const height = width / aspect;
  const [left, top] = [box.x + (box.width - width) / 2, box.y + (box.height - height) / 2];
  pdf.lineWidth(0.5).strokeColor(palette.line).rect(left, top, width, height).stroke();
  pdf.lineWidth(0.6).strokeColor(palette.accent);
  for (let row = 0; row < field.rows; row++) {
    for (let column = 0; column < field.columns; column++) {
      const cell = row * field.columns + column;
      if (field.counts[cell] === 0) continue;
      const x = left + ((column + 0.5) / field.columns) * width;
      const y = top + ((row + 0.5) / field.rows) * height;
      drawArrow(
        pdf,
        x,
        y,
        field.mean[2 * cell]! * pointsPerPixel,
        field.mean[2 * cell + 1]! * pointsPerPixel,
      );
    }
  }
}
