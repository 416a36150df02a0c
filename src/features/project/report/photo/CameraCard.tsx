import { type Text, useText } from '#i18n/use-text.ts';
import { Card } from '#ui/Card.tsx';
import { Quantity } from '#ui/Quantity.tsx';
import { Table } from '#ui/Table.tsx';
import { correlatedPairs, parameterDigits } from './camera-figures.ts';
import type { ReportCamera } from './photo-report.ts';

const inPixels: ReadonlySet<string> = new Set(['focal', 'cx', 'cy']);
const held = 1e-12;

type Parameter = ReportCamera['parameters'][number];

/** A camera before and after the adjustment, with the parameters that these photos cannot distinguish. */
export function CameraCard({ camera }: { camera: ReportCamera }) {
  const text = useText();
  const { t, format } = text;
  const pairs = correlatedPairs(camera.correlations);
  const used = camera.parameters.filter(({ value, sigma }) => sigma !== null || Math.abs(value) > held);
  const value = (row: Parameter, key: 'initial' | 'value') => (
    <Quantity value={row[key]} text={format.number(row[key], parameterDigits(row))} {...unitOf(row)} />
  );
  return (
    <Card className="overflow-hidden">
      <h3 className="px-4 pt-3 font-semibold">{t('report.camera', { name: camera.name })}</h3>
      <p className="select-text px-4 pb-1 text-ink-soft">{describe(camera, text)}</p>
      <Table
        caption={t('report.camera', { name: camera.name })}
        rows={used}
        rowKey={(row) => row.name}
        columns={[
          {
            id: 'name',
            header: t('report.parameter'),
            className: 'w-full max-sm:px-1.5',
            cell: (row) => row.name,
          },
          {
            id: 'initial',
            header: t('report.initial'),
            align: 'end',
            className: 'max-sm:hidden',
            cell: (row) => value(row, 'initial'),
          },
          {
            id: 'value',
            header: t('report.adjusted'),
            align: 'end',
            className: 'max-sm:px-1.5',
            cell: (row) => value(row, 'value'),
          },
          {
            id: 'sigma',
            header: <abbr title={t('report.sigma')}>± σ</abbr>,
            align: 'end',
            className: 'max-sm:px-1.5',
            cell: (row) =>
              row.sigma === null ? (
                t('report.held')
              ) : (
                <Quantity
                  value={row.sigma}
                  text={format.number(row.sigma, parameterDigits(row))}
                  {...unitOf(row)}
                />
              ),
          },
        ]}
      />
      {pairs.length > 0 && (
        <p className="select-text border-line border-t px-4 py-2 text-ink-soft text-sm">
          {t('report.correlated', {
            pairs: pairs
              .map(({ a, b, correlation }) => `${a} – ${b} (${format.number(correlation, 2)})`)
              .join(', '),
          })}
        </p>
      )}
    </Card>
  );
}

function unitOf({ name }: Parameter): { unit?: string } {
  return inPixels.has(name) ? { unit: 'px' } : {};
}

function describe({ width, height, photos, model, focalMm }: ReportCamera, { t, format }: Text): string {
  const size = `${format.number(width)} × ${format.number(height)}\u00a0px`;
  const focal = focalMm === null ? [] : [`${format.number(focalMm, 2)}\u00a0mm`];
  const count = t('createPage.photos', { count: photos, number: format.number(photos) });
  return [t(`report.model.${model}`), size, ...focal, count].join(' · ');
}
