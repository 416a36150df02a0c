import { type Text, useText } from '#i18n/use-text.ts';
import { Card } from '#ui/Card.tsx';
import { Quantity } from '#ui/Quantity.tsx';
import { type Column, Table } from '#ui/Table.tsx';
import { Length } from './Length.tsx';
import type { PhotoReport, ReportPhoto } from './photo-report.ts';

/** Every registered photo with its fit, and its distance from the position in its metadata. */
export function PhotoTable({ report }: { report: PhotoReport }) {
  const text = useText();
  const { t } = text;
  const { photos } = report;
  return (
    <Card className="overflow-hidden">
      <h3 className="px-4 pt-3 font-semibold">{t('flight.photos')}</h3>
      <PositionResiduals report={report} />
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t('flight.photos')}
        className="max-h-[420px] overflow-y-auto"
      >
        <Table
          caption={t('flight.photos')}
          rows={photos}
          rowKey={(row) => row.name}
          columns={columnsOf(text)}
        />
      </section>
    </Card>
  );
}

/** Fit of the satellite positions, by kind of fix where the report distinguishes them. */
function PositionResiduals({ report: { fixes, gpsResidualM } }: { report: PhotoReport }) {
  const { t } = useText();
  const apart = fixes.flatMap(({ fix, residual }) => (fix && residual ? [{ fix, residual }] : []));
  const lines = apart.length > 0 ? apart : gpsResidualM ? [{ fix: null, residual: gpsResidualM }] : [];
  return (
    <div className="px-4 pb-1 text-ink-soft">
      {lines.length === 0 && <p>{t('report.gps.none')}</p>}
      {lines.map(({ fix, residual }) => (
        <p key={fix}>
          {t('report.gps')}
          {fix && ` ${t(`report.fix.${fix}`)}`}, {t('report.rmse')}: {t('report.east')}{' '}
          <Length metres={residual.e} />, {t('report.north')} <Length metres={residual.n} />, {t('report.up')}{' '}
          <Length metres={residual.u} />, 3D <Length metres={residual.d3} />
        </p>
      ))}
    </div>
  );
}

function columnsOf({ t, format }: Text): Column<ReportPhoto>[] {
  const tight = 'max-sm:px-1.5';
  const residual = (axis: 0 | 1 | 2, header: string): Column<ReportPhoto> => ({
    id: header,
    header: `${header} m`,
    align: 'end',
    className: tight,
    cell: ({ gpsResidual }) => <Length metres={gpsResidual?.[axis] ?? null} hasUnit={false} />,
  });
  return [
    {
      id: 'name',
      header: t('flight.photoName'),
      className: `${tight} w-full max-w-0`,
      cell: (row) => <span className="block select-text truncate">{row.name}</span>,
    },
    {
      id: 'observations',
      header: t('report.observations'),
      align: 'end',
      className: 'max-md:hidden',
      cell: (row) => <Quantity value={row.observations} text={format.number(row.observations)} />,
    },
    {
      id: 'rms',
      header: 'px',
      align: 'end',
      className: tight,
      cell: (row) => <Quantity value={row.rmsPx} text={format.number(row.rmsPx, 2)} />,
    },
    residual(0, 'dE'),
    residual(1, 'dN'),
    residual(2, 'dU'),
  ];
}
