import { Link } from '@tanstack/react-router';
import { Check, CircleAlert, CirclePause } from 'lucide-react';
import { inDisplayOrder, tileMode } from '#contract/rules/products.ts';
import type { Product } from '#contract/schemas/product.ts';
import type { Project } from '#contract/schemas/project.ts';
import { type Text, useText } from '#i18n/use-text.ts';
import { ProgressRing } from '#ui/Progress.tsx';
import { shownProgress } from '../processing/shown-progress.ts';
import { systemLabel, systemOf } from './coordinate-system.ts';

interface ProductListProps {
  project: Project;
  selectedPk: number | null;
}

/** One tile per product, in display order; the selected one has its details beside the list. */
export function ProductList({ project, selectedPk }: ProductListProps) {
  const { t } = useText();
  return (
    <nav aria-label={t('projectPage.products')}>
      <ul className="flex flex-col gap-1">
        {inDisplayOrder(project.products).map((product) => (
          <li key={product.pk}>
            <Link
              to="/projects/$pk/$productPk"
              params={{ pk: String(project.pk), productPk: String(product.pk) }}
              replace
              aria-current={product.pk === selectedPk ? 'true' : undefined}
              activeProps={{}}
              className="flex min-h-14 items-center gap-3 rounded-md px-3 py-2 transition-colors hover:bg-hover [&[aria-current]]:bg-accent-soft"
            >
              <Tile project={project} product={product} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Tile({ project, product }: { project: Project; product: Product }) {
  const tile = {
    project,
    product,
    mode: tileMode(product, project.processing_paused),
    progress: shownProgress(project, product),
  };
  return (
    <>
      <Mark {...tile} />
      <Lines {...tile} />
    </>
  );
}

interface TileProps {
  project: Project;
  product: Product;
  mode: ReturnType<typeof tileMode>;
  /** 0–1. */
  progress: number;
}

function Mark({ product, mode, progress }: TileProps) {
  const { t } = useText();
  switch (mode) {
    case 'complete':
      return <Check aria-hidden="true" className="size-5 shrink-0 text-good" />;
    case 'error':
      return <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-bad" />;
    case 'warning':
      return <CirclePause aria-hidden="true" className="size-5 shrink-0 text-warn" />;
    case 'progress':
      return <ProgressRing value={progress} label={t(`product.${product.name}`)} />;
  }
}

function Lines({ project, product, mode, progress }: TileProps) {
  const text = useText();
  const { t, format, named } = text;
  const isRunning = mode === 'progress' && product.stage !== null;
  const isWaiting = mode === 'progress' && !isRunning && progress === 0;
  const running = named(`cli.stage.${product.stage}`, t('productTile.progress'));
  const state = isWaiting ? t('productTile.waiting') : isRunning ? running : t(`productTile.${mode}`);
  return (
    <span className="min-w-0 flex-1">
      <span className="block truncate font-medium">{t(`product.${product.name}`)}</span>
      {product.original !== null && (
        <span className="block truncate text-sm">{differenceOf(project, product, text)}</span>
      )}
      <span className="block truncate text-ink-soft text-sm first-letter:uppercase">
        {mode === 'progress' && !isWaiting ? `${state} ${format.percent(progress)}` : state}
      </span>
    </span>
  );
}

/** What distinguishes a transformed product from its original: pixel size and coordinate system, abbreviated. */
function differenceOf(project: Project, product: Product, { format }: Text): string {
  const system = systemOf(project, product);
  const name = system.epsg === null ? systemLabel(system) : `EPSG:${system.epsg}`;
  const size = product.resolution === null ? null : `${format.number(product.resolution, 2)}\u00a0m`;
  return [size, name].filter((part) => part !== null).join(', ');
}
