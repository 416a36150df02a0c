import { useText } from '#i18n/use-text.ts';
import { Card } from '#ui/Card.tsx';
import { Quantity } from '#ui/Quantity.tsx';
import { Table } from '#ui/Table.tsx';
import type { ReportStep } from './process-report.ts';

const mebibyte = 1024 * 1024;

/** Resources used by each step of processing. */
export function ReportSteps({ steps }: { steps: readonly ReportStep[] }) {
  const { t, format, named } = useText();
  return (
    <Card className="overflow-hidden">
      <h3 className="px-4 pt-3 pb-1 font-semibold">{t('report.steps')}</h3>
      <Table
        caption={t('report.steps')}
        rows={steps}
        rowKey={(row) => row.name}
        columns={[
          {
            id: 'name',
            header: t('report.step'),
            className: 'w-full first-letter:uppercase',
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
