import { CircleAlert, ImageOff, Maximize2, Move, Rotate3d, X } from 'lucide-react';
import { useState } from 'react';
import { previews3d } from '#contract/rules/products.ts';
import type { Product, ProductFile } from '#contract/schemas/product.ts';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { Chip } from '#ui/Chip.tsx';
import { cx } from '#ui/cx.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { useProcessReport } from '../report/process-report.ts';
import { ContourPreview } from './ContourPreview.tsx';
import { DensityMap } from './DensityMap.tsx';
import { useLivePreview } from './live-preview.ts';
import { canDraw, contoursOf, firstPreview, type Preview, previewOf } from './product-files.ts';

interface ProductPreviewProps {
  project: Project;
  product: Product;
  name: string;
}

/** Preview of a product, at a fixed height, so that loading causes no layout shift. */
export function ProductPreview({ project, product, name }: ProductPreviewProps) {
  const { t } = useText();
  const Live = useLivePreview();
  const report = useProcessReport(project).data;
  const has = { report: report !== undefined, drawing: Live !== null };
  const first = firstPreview(product, project.state, has);
  const [chosen, setLive] = useState<boolean | null>(null);
  const isDrawn = Live !== null && (chosen ?? first === 'drawn');
  const is3d = previews3d.includes(product.name);
  return (
    <div className="relative h-56 overflow-hidden rounded-lg border border-line bg-well sm:h-[min(480px,52vh)]">
      {isDrawn ? (
        <Live project={project} product={product} />
      ) : (
        <PreviewImage preview={first} product={product} report={report} name={name} />
      )}
      <VisualizationNote product={product} />
      {Live !== null && canDraw(product) && (
        <div className="absolute top-2 right-2 z-30 rounded-md bg-panel">
          <IconButton
            label={t(isDrawn ? 'preview.showImage' : is3d ? 'preview.explore3d' : 'preview.explore2d')}
            icon={isDrawn ? <X /> : is3d ? <Rotate3d /> : <Move />}
            onClick={() => setLive(!isDrawn)}
            side="left"
          />
        </div>
      )}
    </div>
  );
}

/** Over the image while the product's visualization is being made, and where it failed (spec part 2, section 4). */
function VisualizationNote({ product }: { product: Product }) {
  const { t, format } = useText();
  const { visualization, visualization_percent_completed: percent } = product;
  if (product.status === 'Failed' || (visualization !== 'loading' && visualization !== 'error')) return null;
  const isLoading = visualization === 'loading';
  return (
    <p role="status" className="absolute inset-x-2 top-2 flex">
      <Chip tone={isLoading ? 'accent' : 'bad'} icon={isLoading ? <Spinner /> : <CircleAlert />}>
        {isLoading
          ? t('preview.visualizing', { percent: format.percent(percent / 100) })
          : t('preview.visualizationFailed')}
      </Chip>
    </p>
  );
}

interface PreviewImageProps {
  preview: Preview;
  product: Product;
  report: ReturnType<typeof useProcessReport>['data'];
  name: string;
}

/** An image file where there is one; contours and point clouds are drawn from their data. */
function PreviewImage({ preview, product, report, name }: PreviewImageProps) {
  const none = <NoPreview isWaiting={preview === 'waiting' || preview === 'drawn'} />;
  const image = previewOf(product);
  const contours = contoursOf(product);
  if (image !== null) return <ImageFile image={image} name={name} />;
  if (contours !== null) return <ContourPreview file={contours} name={name} fallback={none} />;
  if (preview === 'density' && report !== undefined) return <DensityMap report={report} />;
  return none;
}

function ImageFile({ image, name }: { image: ProductFile; name: string }) {
  const { t } = useText();
  const [isLarge, setLarge] = useState(false);
  const [isSmall, setSmall] = useState(false);
  const alt = t('preview.alt', { product: name });
  return (
    <>
      <img
        src={image.url}
        alt={alt}
        onLoad={({ currentTarget }) => setSmall(currentTarget.naturalWidth * 2 < currentTarget.clientWidth)}
        className={cx('size-full object-contain', isSmall && '[image-rendering:pixelated]')}
      />
      <div className="absolute right-2 bottom-2 rounded-md bg-panel">
        <IconButton
          label={t('preview.expand')}
          icon={<Maximize2 />}
          onClick={() => setLarge(true)}
          side="left"
        />
      </div>
      <Dialog wide open={isLarge} onOpenChange={setLarge} title={name} closeLabel={t('close')}>
        <img
          src={image.url}
          alt={alt}
          className={cx('mb-4 w-full', isSmall && '[image-rendering:pixelated]')}
        />
      </Dialog>
    </>
  );
}

function NoPreview({ isWaiting }: { isWaiting: boolean }) {
  const { t } = useText();
  return (
    <div className="hatched grid size-full place-items-center">
      <p className="flex items-center gap-2 rounded-md bg-panel px-3 py-1.5 text-ink-soft">
        <ImageOff aria-hidden="true" className="size-4" />
        {t(isWaiting ? 'preview.inProgress' : 'preview.none')}
      </p>
    </div>
  );
}
