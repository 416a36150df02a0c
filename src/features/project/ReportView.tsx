import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Project } from '#contract/schemas/project.ts';
import { type Text, type TextKey, useText } from '#i18n/use-text.ts';
import { Card } from '#ui/Card.tsx';
import { Quantity } from '#ui/Quantity.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Table } from '#ui/Table.tsx';
import { type ProcessReport, unitSymbol, useProcessReport } from './process-report.ts';

/** The highest class that the LAS standard names. */
const namedClasses = 18;

/** The report of a project: what came in, how good it is, what processing cost, what it warns of. */
export function ReportView({ project }: { project: Project }) {
  const text = useText();
  const { data: report, isPending, isError, error } = useProcessReport(project);
  if (isError) return <p role="alert">{text.errorText(error, 'failedToLoad')}</p>;
  if (isPending) return <Skeleton className="h-96 rounded-lg" />;
  return (
    <div className="flex flex-col gap-4">
      <KeyFigures report={report} text={text} />
      {report.warnings.length > 0 && <Warnings report={report} text={text} />}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Classes report={report} text={text} />
        <Steps report={report} text={text} />
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
  const figures: { name: string; value: ReactNode }[] = [
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
  return (
    <Card>
      <dl className="flex flex-wrap gap-x-10 gap-y-3 px-4 py-3">
        {figures.map((figure) => (
          <div key={figure.name}>
            <dt className="text-ink-soft text-xs">{figure.name}</dt>
            <dd className="font-semibold text-lg">{figure.value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Warnings({ report, text: { t, errorText } }: PartProps) {
  return (
    <Card aria-label={t('report.warnings')} className="flex flex-col gap-2 px-4 py-3">
      <h3 className="font-semibold">{t('report.warnings')}</h3>
      <ul className="flex flex-col gap-2">
        {report.warnings.map((warning) => (
          <li key={JSON.stringify(warning)} className="flex gap-2">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
            <span className="min-w-0 select-text break-words">{errorText(warning, 'unknownError')}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
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

function Steps({ report, text: { t, format, named } }: PartProps) {
  const mebibyte = 1024 * 1024;
  return (
    <Card className="overflow-hidden">
      <h3 className="px-4 pt-3 pb-1 font-semibold">{t('report.steps')}</h3>
      <Table
        caption={t('report.steps')}
        rows={report.steps}
        rowKey={(row) => row.name}
        columns={[
          {
            id: 'name',
            header: t('report.step'),
            className: 'w-full',
            cell: (row) => named(`cli.stage.${row.name}`, row.name),
          },
          {
            id: 'time',
            header: t('report.time'),
            align: 'end',
            cell: (row) => <Quantity value={row.wallS} text={format.number(row.wallS, 1)} unit="s" />,
          },
          {
            id: 'memory',
            header: t('report.memory'),
            align: 'end',
            cell: (row) => <Quantity value={row.peakMiB} text={format.bytes(row.peakMiB * mebibyte)} />,
          },
        ]}
      />
    </Card>
  );
}
