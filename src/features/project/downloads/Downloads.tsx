import { Download as DownloadIcon, ShieldCheck } from 'lucide-react';
import { supportRaster } from '#contract/rules/products.ts';
import type { Product } from '#contract/schemas/product.ts';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { Card } from '#ui/Card.tsx';
import { Quantity } from '#ui/Quantity.tsx';
import { type Column, Table } from '#ui/Table.tsx';
import { type Download, downloadsOf, formatName } from '../products/product-files.ts';
import type { Viewer } from '../viewer.ts';
import { ApplyDrawing } from './ApplyDrawing.tsx';
import { ExportButton } from './ExportButton.tsx';
import { TifRequest } from './TifRequest.tsx';
import { useExportFolder } from './use-export-folder.ts';

interface DownloadsProps {
  project: Project;
  product: Product;
  viewer: Viewer;
}

/** Downloads of a product by format; on a desktop also into the projects folder. */
export function Downloads({ project, product, viewer }: DownloadsProps) {
  const { t, format } = useText();
  const folder = useExportFolder(project, viewer);
  const downloads = downloadsOf(product);
  if (downloads.length === 0) return null;
  const columns: Column<Download>[] = [
    {
      id: 'name',
      header: t('downloads.file'),
      className: 'max-w-0 w-full',
      cell: (row) => <span className="block select-text truncate">{row.name}</span>,
    },
    {
      id: 'format',
      header: t('downloads.format'),
      className: 'max-sm:hidden whitespace-nowrap',
      cell: (row) => formatName(row.format),
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
        <span className="flex justify-end gap-1">
          {folder !== null && (
            <ExportButton projectPk={project.pk} productPk={product.pk} file={row} folder={folder} />
          )}
          <a
            href={row.url}
            download={row.name}
            aria-label={t('downloads.get', { file: row.name })}
            className="inline-grid size-8 pointer-coarse:size-11 place-items-center rounded-md text-accent-ink hover:bg-hover"
          >
            <DownloadIcon aria-hidden="true" className="size-4" />
          </a>
        </span>
      ),
    },
  ];
  return (
    <Card className="overflow-hidden">
      <h3 className="px-4 pt-3 pb-1 font-semibold">{t('downloads.title')}</h3>
      <Table
        caption={t('downloads.title')}
        rows={downloads}
        rowKey={(row: Download) => row.format}
        columns={columns}
      />
      {downloads.some((row) => row.format === supportRaster) && <SupportLegend />}
      {product.proofs_url !== null && <ProofsLink url={product.proofs_url} />}
      {product.name === 'orthoimage' && product.status === 'Done' && (
        <TifRequest project={project} product={product} />
      )}
      <ApplyDrawing project={project} product={product} />
    </Card>
  );
}

/** Values of the raster that holds the source of a model's heights. */
const codes = [1, 2, 3, 4] as const;

/** The meaning of those values. */
function SupportLegend() {
  const { t } = useText();
  return (
    <div className="border-line border-t px-4 py-3 text-ink-soft text-sm">
      <p>{t('downloads.supportHint')}</p>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 sm:grid-cols-[auto_1fr_auto_1fr]">
        {codes.map((code) => (
          <div key={code} className="contents">
            <dt className="text-ink tabular-nums">{code}</dt>
            <dd>{t(`downloads.support${code}`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Link to the checksums of the downloaded files. */
function ProofsLink({ url }: { url: string }) {
  const { t } = useText();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t px-4 py-3">
      <p className="min-w-0 flex-1 basis-64 text-ink-soft text-sm">{t('downloads.proofsHint')}</p>
      <a
        href={url}
        download
        className="inline-flex items-center gap-2 rounded-md px-2 py-1 pointer-coarse:py-3 text-accent-ink text-sm hover:bg-hover"
      >
        <ShieldCheck aria-hidden="true" className="size-4" />
        {t('downloads.getProofs')}
      </a>
    </div>
  );
}
