import { useNavigate } from '@tanstack/react-router';
import { PackageOpen } from 'lucide-react';
import { useEffect } from 'react';
import { defaultProduct } from '#contract/rules/products.ts';
import type { Product } from '#contract/schemas/product.ts';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { EmptyState } from '#ui/States.tsx';
import { useIsWide } from '#ui/use-media.ts';
import { StatusBanner } from './processing/StatusBanner.tsx';
import { ProductDetail } from './products/ProductDetail.tsx';
import { ProductList } from './products/ProductList.tsx';
import { TransformTile } from './transform/TransformTile.tsx';
import { useProject } from './use-project.ts';
import type { Viewer } from './viewer.ts';

interface ProjectOverviewProps {
  pk: number;
  /** From the address; null without one. */
  productPk: number | null;
  viewer: Viewer;
  hasCanvas: boolean;
}

/** The overview tab: processing status, products, and the details of the selected one. */
export function ProjectOverview({ pk, productPk, viewer, hasCanvas }: ProjectOverviewProps) {
  const { data: project } = useProject(pk);
  const isWide = useIsWide('lg');
  const navigate = useNavigate();
  const named = project?.products.find((product) => product.pk === productPk);
  const selected = named ?? (isWide ? defaultProduct(project?.products ?? []) : null);
  const selectedPk = selected?.pk ?? null;
  useEffect(() => {
    if (selectedPk === null || selectedPk === productPk) return;
    const params = { pk: String(pk), productPk: String(selectedPk) };
    void navigate({ to: '/projects/$pk/$productPk', params, replace: true });
  }, [navigate, pk, productPk, selectedPk]);
  if (project === undefined) return null;
  return (
    <div className="mx-auto flex max-w-[1600px] flex-col gap-4 p-4 sm:p-6">
      <StatusBanner project={project} viewer={viewer} />
      {project.products.length === 0 ? (
        <NoProducts />
      ) : (
        <div className="grid gap-6 lg:grid-cols-[288px_minmax(0,1fr)]">
          <div>
            <ProductList project={project} selectedPk={selected?.pk ?? null} />
            <TransformTile project={project} viewer={viewer} selected={selected} />
          </div>
          {selected !== null && isWide && (
            <ProductDetail project={project} product={selected} viewer={viewer} hasCanvas={hasCanvas} />
          )}
          {selected !== null && !isWide && (
            <DetailModal project={project} product={selected} viewer={viewer} hasCanvas={hasCanvas} />
          )}
        </div>
      )}
    </div>
  );
}

interface DetailModalProps {
  project: Project;
  product: Product;
  viewer: Viewer;
  hasCanvas: boolean;
}

/** Below the large breakpoint the product opens over the list. */
function DetailModal({ project, product, viewer, hasCanvas }: DetailModalProps) {
  const { t } = useText();
  const navigate = useNavigate();
  const close = () => navigate({ to: '/projects/$pk', params: { pk: String(project.pk) }, replace: true });
  return (
    <Dialog
      wide
      open
      onOpenChange={(open) => !open && void close()}
      title={t(`product.${product.name}`)}
      closeLabel={t('close')}
    >
      <ProductDetail project={project} product={product} viewer={viewer} hasCanvas={hasCanvas} isInDialog />
    </Dialog>
  );
}

function NoProducts() {
  const { t } = useText();
  return (
    <EmptyState icon={<PackageOpen />} title={t('projectPage.noProducts')}>
      {t('projectPage.noProductsHint')}
    </EmptyState>
  );
}
