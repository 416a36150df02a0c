import { Link } from '@tanstack/react-router';
import { Box, CircleAlert, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { z } from 'zod';
import type { Product } from '#contract/schemas/product.ts';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { buttonClass } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Quantity } from '#ui/Quantity.tsx';
import { Downloads } from '../downloads/Downloads.tsx';
import { BundleView } from '../report/flight/BundleView.tsx';
import { type WarningRecord, warningRecord } from '../report/process-report.ts';
import { ReportView } from '../report/ReportView.tsx';
import { ReportWarnings } from '../report/ReportWarnings.tsx';
import type { Viewer } from '../viewer.ts';
import { CoordinateSystemChip } from './CoordinateSystemChip.tsx';
import { systemLabel, systemOf } from './coordinate-system.ts';
import { ProductPreview } from './ProductPreview.tsx';
import { canvasModeOf } from './product-files.ts';

const told = z.object({ warnings: z.array(warningRecord) });

/** Warnings of making a requested product; for other products they are in the report. */
function productWarnings({ original, meta_tile_data }: Product): readonly WarningRecord[] {
  if (original === null) return [];
  return told.safeParse(meta_tile_data).data?.warnings ?? [];
}

interface ProductDetailProps {
  project: Project;
  product: Product;
  viewer: Viewer;
  hasCanvas: boolean;
  /** The dialog around it shows the name already. */
  isInDialog?: boolean;
}

/** Details of a product: name, coordinate system, link to the canvas, image, figures, downloads. */
export function ProductDetail({
  project,
  product,
  viewer,
  hasCanvas,
  isInDialog = false,
}: ProductDetailProps) {
  const { t } = useText();
  const name = t(`product.${product.name}`);
  const mode = canvasModeOf(product);
  const system = systemOf(project, product);
  const printed = product.files.find((file) => file.format === 'pdf');
  return (
    <article aria-label={name} className="flex min-w-0 flex-col gap-4">
      <header className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2">
        {!isInDialog && <h2 className="font-semibold text-xl">{name}</h2>}
        {(product.status === 'Done' || systemLabel(system) !== null) && (
          <CoordinateSystemChip system={system} />
        )}
        {hasCanvas && mode !== null && product.status === 'Done' && (
          <Link
            to="/projects/$pk/canvas/$mode"
            params={{ pk: String(project.pk), mode }}
            className={`${buttonClass('primary')} sm:ml-auto`}
          >
            <Box className="size-4" />
            {t('projectPage.openInCanvas')}
          </Link>
        )}
        {printed !== undefined && (
          <a href={printed.url} download={printed.name} className={`${buttonClass('primary')} sm:ml-auto`}>
            <Download aria-hidden="true" className="size-4" />
            {t('downloads.pdf')}
          </a>
        )}
      </header>
      <ReportWarnings warnings={productWarnings(product)} />
      {product.error_message !== null && <Failure text={product.error_message} />}
      <Content project={project} product={product} name={name} />
      <Figures product={product} />
      <Downloads project={project} product={product} viewer={viewer} />
    </article>
  );
}

interface ContentProps {
  project: Project;
  product: Product;
  name: string;
}

/** Main content of a product: the report, the flight of a bundle adjustment, else its image. */
function Content({ project, product, name }: ContentProps) {
  const preview = <ProductPreview key={product.pk} project={project} product={product} name={name} />;
  if (product.status !== 'Done') return preview;
  switch (product.name) {
    case 'project_report':
      return <ReportView project={project} />;
    case 'bundle_adjustment':
      return <BundleView project={project} empty={preview} />;
    default:
      return preview;
  }
}

function Failure({ text }: { text: string }) {
  return (
    <p role="alert" className="flex gap-3 rounded-lg bg-bad-soft px-4 py-3 text-bad">
      <CircleAlert aria-hidden="true" className="size-5 shrink-0" />
      <span className="select-text">{text}</span>
    </p>
  );
}

/** Figures of a product that has them: pixel size, size, time of completion. */
function Figures({ product }: { product: Product }) {
  const { t, format } = useText();
  const figures: { name: string; value: ReactNode }[] = [];
  if (product.resolution !== null) {
    const text = format.number(product.resolution, product.resolution < 0.1 ? 3 : 2);
    figures.push({
      name: t('figures.pixelSize'),
      value: <Quantity value={product.resolution} text={text} unit="m" />,
    });
  }
  if (product.pixel_width !== null && product.pixel_height !== null) {
    const text = `${format.number(product.pixel_width)} × ${format.number(product.pixel_height)}`;
    figures.push({
      name: t('figures.size'),
      value: <Quantity value={product.pixel_width * product.pixel_height} text={text} unit="px" />,
    });
  }
  if (product.when_completed !== null) {
    figures.push({
      name: t(product.status === 'Failed' ? 'figures.failed' : 'figures.completed'),
      value: format.dateTime(Date.parse(product.when_completed)),
    });
  }
  if (figures.length === 0) return null;
  return (
    <Card>
      <dl className="flex flex-wrap gap-x-10 gap-y-3 px-4 py-3">
        {figures.map((figure) => (
          <div key={figure.name}>
            <dt className="text-ink-soft text-xs">{figure.name}</dt>
            <dd className="select-text font-medium">{figure.value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
