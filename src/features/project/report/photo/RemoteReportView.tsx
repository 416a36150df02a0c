import type { Text } from '#i18n/use-text.ts';
import { useText } from '#i18n/use-text.ts';
import { Card } from '#ui/Card.tsx';
import { Quantity } from '#ui/Quantity.tsx';
import { Facts } from '#ui/Table.tsx';
import { type Figure, ReportFigures } from '../ReportFigures.tsx';
import { ReportSteps } from '../ReportSteps.tsx';
import { ReportWarnings } from '../ReportWarnings.tsx';
import { Length } from './Length.tsx';
import { RejectedPhotos } from './RejectedPhotos.tsx';
import type { RemoteReport } from './remote-report.ts';

/** The report of photos that a service processed: its report, and the products made here from its cloud. */
export function RemoteReportView({ report }: { report: RemoteReport }) {
  const text = useText();
  const { t } = text;
  const { crs, service, version, inputsHash } = report;
  return (
    <div className="flex flex-col gap-4">
      <ReportFigures figures={figuresOf(report, text)} />
      <ReportWarnings warnings={[...report.failures, ...report.warnings]} />
      <RejectedPhotos rejected={report.images.rejected} />
      <div className="grid items-start gap-4 2xl:grid-cols-2">
        <ReportSteps steps={report.steps} />
        <Card className="px-4 pt-3 pb-1">
          <h3 className="font-semibold">{t('report.processing')}</h3>
          <Facts
            facts={[
              { name: t('report.fact.system'), value: crs.name ?? '–' },
              { name: t('report.fact.vertical'), value: crs.verticalDatum ?? '–' },
              { name: t('report.fact.engine'), value: `${service}, Plumbline ${version}` },
              {
                name: t('report.fact.inputs'),
                value: <span className="break-all font-mono text-xs">{inputsHash}</span>,
              },
            ]}
          />
        </Card>
      </div>
    </div>
  );
}

function figuresOf(report: RemoteReport, { t, format }: Text): Figure[] {
  const { images, reprojectionRmsPx, gsdM, points, densePoints, gpsResidualM, gcpResidualM } = report;
  const figure = (name: string, value: number | null, textOf: (value: number) => string, unit?: string) => ({
    name,
    value:
      value === null ? (
        '–'
      ) : (
        <Quantity value={value} text={textOf(value)} {...(unit === undefined ? {} : { unit })} />
      ),
  });
  const count = (value: number) => format.number(value);
  return [
    figure(
      t('report.fact.photos'),
      images.registered,
      (registered) => `${count(registered)} / ${count(images.total)}`,
    ),
    figure(t('report.fact.rms'), reprojectionRmsPx, (value) => format.number(value, 3), 'px'),
    figure(t('report.fact.gsd'), gsdM, (value) => format.number(100 * value, 2), 'cm'),
    figure(t('report.fact.tie-points'), points, count),
    figure(t('report.fact.dense-points'), densePoints, count),
    { name: `${t('report.gps')}, ${t('report.rmse')}`, value: <Length metres={gpsResidualM?.d3 ?? null} /> },
    {
      name: `${t('report.control')}, ${t('report.rmse')}`,
      value: <Length metres={gcpResidualM?.d3 ?? null} />,
    },
  ];
}
