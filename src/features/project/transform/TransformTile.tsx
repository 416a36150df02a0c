import { Replace, UserRoundCog } from 'lucide-react';
import { useState } from 'react';
import type { Product } from '#contract/schemas/product.ts';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { mayManage, type Viewer } from '../viewer.ts';
import { TransformDialog } from './TransformDialog.tsx';
import { transformableOf } from './use-transform.ts';

interface TransformTileProps {
  project: Project;
  viewer: Viewer;
  selected: Product | null;
}

/** The tile under the products that requests a transformed product; hidden where the project has none to transform. */
export function TransformTile({ project, viewer, selected }: TransformTileProps) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  if (transformableOf(project, null).length === 0) return null;
  const isOwner = mayManage(project, viewer);
  const Icon = isOwner && !project.owned ? UserRoundCog : Replace;
  return (
    <>
      <button
        type="button"
        disabled={!isOwner}
        onClick={() => setOpen(true)}
        className="mt-1 flex min-h-14 w-full items-center gap-3 rounded-md border border-line-strong/60 border-dashed px-3 py-2 text-left transition-colors enabled:hover:bg-hover"
      >
        <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
        <span className="min-w-0 flex-1">
          <span
            className={isOwner ? 'block truncate font-medium' : 'block truncate font-medium text-ink-soft'}
          >
            {t('transform.title')}
          </span>
          <span className="block text-ink-soft text-sm">
            {t(isOwner ? 'transform.tileHint' : 'onlyOwnerCanOrderNewProducts')}
          </span>
        </span>
      </button>
      {isOpen && (
        <TransformDialog
          project={project}
          viewer={viewer}
          selected={selected}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
