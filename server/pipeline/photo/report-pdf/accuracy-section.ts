import { pointsForClass } from '#domain/photogrammetry/summary/checkpoint-accuracy.ts';
import type { ReportModel, ReportPoint } from './model.ts';
import type { PageLayout } from './page-layout.ts';
import type { Wording } from './texts.ts';

const rootMeanSquare = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);

/** RMSE in x, y, z, horizontally and in space, as the last line of a table of points. */
function summaryRow(points: readonly ReportPoint[], label: string, { length }: Wording): string[] {
  const [x, y] = [0, 1].map((axis) => rootMeanSquare(points.map((point) => point.residual[axis] ?? 0)));
  const heights = points.flatMap(({ residual }) => (residual[2] === null ? [] : [residual[2]]));
  const z = heights.length > 0 ? rootMeanSquare(heights) : null;
  const horizontal = Math.hypot(x ?? 0, y ?? 0);
  const space = z === null ? null : Math.hypot(horizontal, z);
  return [label, length(x ?? 0), length(y ?? 0), length(z), length(horizontal), length(space), '', ''];
}

function writePoints(page: PageLayout, points: readonly ReportPoint[], wording: Wording): void {
  const { t, length, unit } = wording;
  const number = (title: string, share = 0.13) => ({ title, share, align: 'right' as const });
  page.table(
    [
      { title: t('report.point'), share: 0.19 },
      number(`dx ${unit}`),
      number(`dy ${unit}`),
      number(`dz ${unit}`),
      number(`${t('report.horizontal')} ${unit}`),
      number(`3D ${unit}`),
      number(t('report.marks'), 0.08),
      number('px', 0.08),
    ],
    [
      ...points.map(({ label, residual: [x, y, z], marks, rmsPx, isOutlier }) => [
        isOutlier ? `${label} (${t('report.left-out')})` : label,
        length(x),
        length(y),
        length(z),
        length(Math.hypot(x, y)),
        length(z === null ? null : Math.hypot(x, y, z)),
        String(marks),
        rmsPx.toFixed(2),
      ]),
      summaryRow(
        points.filter((point) => !point.isOutlier),
        'RMSE',
        wording,
      ),
    ],
  );
  for (const { label, suspect } of points) {
    if (suspect !== null) page.paragraph(t('report.suspect', { label, other: suspect }));
  }
}

function writeBars(page: PageLayout, bars: ReportModel['scaleBars'], { t, length, unit }: Wording): void {
  const number = (title: string) => ({ title: `${title} ${unit}`, share: 0.2, align: 'right' as const });
  page.table(
    [
      { title: t('report.bar'), share: 0.4 },
      number(t('report.bar.measured')),
      number(t('report.bar.sigma')),
      number(t('report.bar.residual')),
    ],
    bars.map(({ from, to, length: measured, sigma, residual }) => [
      `${from} – ${to}`,
      length(measured),
      length(sigma),
      residual === null ? t('report.left-out') : length(residual),
    ]),
  );
}

/** Ground control, checkpoints, the accuracy they show, and the residuals of satellite positions. */
export function writeAccuracy(page: PageLayout, model: ReportModel, wording: Wording): void {
  const { t } = wording;
  const control = model.points.filter((point) => point.type === 'gcp');
  const checks = model.points.filter((point) => point.type === 'checkpoint');
  if (control.length > 0) {
    page.heading(t('report.control'));
    writePoints(page, control, wording);
  }
  if (checks.length > 0) {
    page.heading(t('report.checkpoints'));
    writePoints(page, checks, wording);
  }
  if (model.scaleBars.length > 0) {
    page.heading(t('report.bars'));
    writeBars(page, model.scaleBars, wording);
  }
  page.heading(t('report.accuracy'));
  for (const line of accuracyStatement(model, wording)) page.paragraph(line);
  if (model.fixes.some(({ residual }) => residual !== null)) {
    page.heading(t('report.gps'));
    writeFixes(page, model, wording);
    writePositions(page, model, wording);
  }
}

/** Fit of the positions of each kind of fix; different kinds are never mixed. */
function writeFixes(page: PageLayout, { fixes }: ReportModel, { t, length, unit }: Wording): void {
  const number = (title: string) => ({ title, share: 0.11, align: 'right' as const });
  page.paragraph(t('report.gps.residuals'));
  page.table(
    [
      { title: t('report.fix'), share: 0.34 },
      number(t('report.fix.photos')),
      number(t('report.gps.count')),
      ...[t('report.east'), t('report.north'), t('report.up'), '3D'].map((axis) => number(`${axis} ${unit}`)),
    ],
    fixes.map(({ fix, photos, used, residual }) => [
      fix,
      String(photos),
      String(used),
      ...[residual?.e, residual?.n, residual?.u, residual?.d3].map((value) => length(value ?? null)),
    ]),
  );
}

function writePositions(page: PageLayout, { positions }: ReportModel, { t, length, unit }: Wording): void {
  const number = (title: string) => ({ title: `${title} ${unit}`, share: 0.09, align: 'right' as const });
  page.paragraph(t('report.gps.weights'));
  page.table(
    [
      { title: t('report.fix.photos'), share: 0.24 },
      { title: t('report.fix'), share: 0.22 },
      ...['sE', 'sN', 'sU', 'dE', 'dN', 'dU'].map(number),
    ],
    positions.map(({ photo, fix, sigma, residual }) => [photo, fix, ...[...sigma, ...residual].map(length)]),
  );
}

/** The accuracy statements that ASPRS Edition 2 allows, and those it does not. */
function accuracyStatement({ accuracy }: ReportModel, { t, length, unit }: Wording): string[] {
  if (!accuracy || accuracy.count === 0) return [t('report.accuracy.untested')];
  const tested = (key: 'report.accuracy.horizontal' | 'report.accuracy.vertical') => {
    const one = key === 'report.accuracy.horizontal' ? accuracy.horizontal : accuracy.vertical;
    const text = (value: number) => `${length(value)} ${unit}`;
    const survey = one.survey > 0 ? text(one.survey) : t('report.accuracy.not-stated');
    return t(key, { total: text(one.total), fit: text(one.fit), survey });
  };
  const claims =
    accuracy.horizontalClassCm === null
      ? [t('report.accuracy.too-few', { count: accuracy.count, needed: pointsForClass })]
      : [
          t('report.accuracy.class', {
            count: accuracy.count,
            horizontal: accuracy.horizontalClassCm,
            vertical: accuracy.verticalClassCm ?? '–',
          }),
        ];
  return [
    tested('report.accuracy.horizontal'),
    ...(accuracy.verticalCount > 0 ? [tested('report.accuracy.vertical')] : []),
    ...claims,
    ...(accuracy.isSurveyErrorKnown ? [] : [t('report.accuracy.survey-unknown')]),
    ...(accuracy.hasBias ? [t('report.accuracy.bias')] : []),
  ];
}
