import { pointsForClass } from '#domain/photogrammetry/summary/checkpoint-accuracy.ts';
import { type Text, useText } from '#i18n/use-text.ts';
import { Card } from '#ui/Card.tsx';
import type { PhotoReport } from './photo-report.ts';

/** Accuracy statement by ASPRS Edition 2, and its limits: the text of the printed report. */
export function AccuracyCard({ report }: { report: PhotoReport }) {
  const text = useText();
  return (
    <Card className="flex flex-col gap-1 px-4 py-3">
      <h3 className="font-semibold">{text.t('report.accuracy')}</h3>
      {accuracyStatement(report, text).map((line) => (
        <p key={line} className="max-w-[90ch] select-text text-ink-soft">
          {line}
        </p>
      ))}
    </Card>
  );
}

function accuracyStatement({ checkpoints: { accuracy } }: PhotoReport, { t, format }: Text): string[] {
  if (accuracy === null) return [t('report.accuracy.untested')];
  const length = (metres: number) => `${format.number(metres, 3)}\u00a0m`;
  const { horizontal, vertical } = accuracy;
  const lengths = ({ total, fit, survey }: typeof horizontal) => ({
    total: length(total),
    fit: length(fit),
    survey: survey > 0 ? length(survey) : t('report.accuracy.not-stated'),
  });
  const lines = [t('report.accuracy.horizontal', lengths(horizontal))];
  if (accuracy.verticalCount > 0) lines.push(t('report.accuracy.vertical', lengths(vertical)));
  lines.push(
    accuracy.horizontalClassCm === null
      ? t('report.accuracy.too-few', { count: accuracy.count, needed: pointsForClass })
      : t('report.accuracy.class', {
          count: accuracy.count,
          horizontal: accuracy.horizontalClassCm,
          vertical: accuracy.verticalClassCm ?? '–',
        }),
  );
  if (!accuracy.isSurveyErrorKnown) lines.push(t('report.accuracy.survey-unknown'));
  if (accuracy.hasBias) lines.push(t('report.accuracy.bias'));
  return lines;
}
