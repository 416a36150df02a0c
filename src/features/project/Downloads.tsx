import { Download as DownloadIcon } from 'lucide-react';
import type { Product } from '#contract/schemas/product.ts';
import { useText } from '#i18n/use-text.ts';
import { Card } from '#ui/Card.tsx';
import { Quantity } from '#ui/Quantity.tsx';
import { Table } from '#ui/Table.tsx';
import { type Download, downloadsOf } from './product-files.ts';

/** Files of a product for the person's own disk. */
export function Downloads({ product }: { product: Product }) {
  const { t, format } = useText();
  const downloads = downloadsOf(product);
  if (downloads.length === 0) return null;
  return (
    <Card className="overflow-hidden">
      <h3 className="px-4 pt-3 pb-1 font-semibold">{t('downloads.title')}</h3>
      <Table
        caption={t('downloads.title')}
        rows={downloads}
        rowKey={(row: Download) => row.format}
        columns={[
          {
            id: 'name',
            header: t('downloads.file'),
            className: 'max-w-0 w-full',
            cell: (row) => <span className="block select-text truncate">{row.name}</span>,
          },
          {
            id: 'format',
            header: t('downloads.format'),
            className: 'max-sm:hidden',
            cell: (row) => row.format.toUpperCase(),
          },
          {
            id: 'size',
            header: t('downloads.size'),
            align: 'end',
            cell: (row) => row.size !== null && <Quantity value={row.size} text={format.bytes(row.size)} />,
          },
          {
            id: 'get',
            header: <span className="sr-only">{t('downloads.title')}</span>,
            align: 'end',
            cell: (row) => (
              <a
                href={row.url}
                download={row.name}
                aria-label={t('downloads.get', { file: row.name })}
                className="inline-grid size-8 place-items-center rounded-md text-accent-ink hover:bg-hover"
              >
                <DownloadIcon aria-hidden="true" className="size-4" />
              </a>
            ),
          },
        ]}
      />
    </Card>
  );
}
