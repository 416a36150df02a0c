import { type Text, useText } from '#i18n/use-text.ts';
import type { TextKey } from '#locales/texts.ts';
import { Card } from '#ui/Card.tsx';
import { Quantity } from '#ui/Quantity.tsx';
import { Table } from '#ui/Table.tsx';
import { type ProcessReport, unitSymbol } from './process-report.ts';
import { type Figure, ReportFigures } from './ReportFigures.tsx';
import { ReportSteps } from './ReportSteps.tsx';
import { ReportWarnings } from './ReportWarnings.tsx';

/** The highest class that the LAS standard names. */
const namedClasses = 18;

/** The report of a lidar project: inputs, quality, processing cost, warnings. */
export function LidarReport({ report }: { report: ProcessReport }) {
  const text = useText();
  return (
    <div className="flex flex-col gap-4">
      <KeyFigures report={report} text={text} />
      <ReportWarnings warnings={report.warnings} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Classes report={report} text={text} />
        <ReportSteps steps={report.steps} />
      </div>
    </div>
  );
}

interface PartProps {
  report: ProcessReport;
  text: Text;
}

function KeyFigures({ report, text: { t, format } }: PartProps) {
  const unit = unitSymbol(report.crs.horizontalUnit);
  const vertical = unitSymbol(report.crs.verticalUnit ?? report.crs.horizontalUnit);
  const size = (axis: 0 | 1 | 2) => (report.max[axis] ?? 0) - (report.min[axis] ?? 0);
  const low = report.min[2] ?? 0;
  const high = report.max[2] ?? 0;
  const mean = report.density.meanPerSquareUnit;
  const figures: Figure[] = [
    {
      name: t('report.points'),
      value: <Quantity value={report.points} text={format.number(report.points)} />,
    },
    {
      name: t('report.density'),
      value: (
        <Quantity
          value={mean}
          text={format.number(mean, mean < 10 ? 2 : 1)}
          unit={t('density.unit', { unit })}
        />
      ),
    },
    {
      name: t('report.extent'),
      value: (
        <Quantity
          value={size(0) * size(1)}
          text={`${format.number(size(0), 1)} × ${format.number(size(1), 1)}`}
          unit={unit}
        />
      ),
    },
    {
      name: t('report.elevations'),
      value: (
        <Quantity
          value={size(2)}
          text={`${format.number(low, 2)} – ${format.number(high, 2)}`}
          unit={vertical}
        />
      ),
    },
  ];
  return <ReportFigures figures={figures} />;
}

function Classes({ report, text: { t, format } }: PartProps) {
  const rows = Object.entries(report.pointsByClass)
    .map(([code, count]) => ({ code: Number(code), count }))
    .sort((a, b) => a.code - b.code);
  const nameOf = (code: number) =>
    code <= namedClasses ? t(`lasClass.${code}` as TextKey) : t('lasClass.other', { code });
  return (
    <Card className="overflow-hidden">
      <h3 className="px-4 pt-3 pb-1 font-semibold">{t('report.classes')}</h3>
      <Table
        caption={t('report.classes')}
        rows={rows}
        rowKey={(row) => String(row.code)}
        columns={[
          { id: 'code', header: t('report.class'), cell: (row) => row.code },
          { id: 'name', header: t('report.className'), className: 'w-full', cell: (row) => nameOf(row.code) },
          {
            id: 'count',
            header: t('report.points'),
            align: 'end',
            cell: (row) => <Quantity value={row.count} text={format.number(row.count)} />,
          },
          {
            id: 'share',
            header: t('report.share'),
            align: 'end',
            cell: (row) => (
              <Quantity
                value={row.count / report.points}
                text={format.number((100 * row.count) / report.points, 1)}
                unit="%"
              />
            ),
          },
        ]}
      />
    </Card>
  );
}
