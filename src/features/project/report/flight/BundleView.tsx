import type { ReactNode } from 'react';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { useBundle } from '../photo/photo-report.ts';
import { isRemote } from '../photo/remote-report.ts';
import { blockFigures } from '../photo/report-figures.tsx';
import { ReportFigures } from '../ReportFigures.tsx';
import { BundleMap } from './BundleMap.tsx';

interface BundleViewProps {
  project: Project;
  /** Shown while there is no bundle adjustment. */
  empty: ReactNode;
}

/** The bundle adjustment as a product: its flight map and the figures it is judged by. */
export function BundleView({ project, empty }: BundleViewProps) {
  const text = useText();
  const { t } = text;
  const { data } = useBundle(project);
  if (isRemote(project)) return <p className="max-w-[75ch] text-ink-soft">{t('bundle.atService')}</p>;
  return (
    <>
      <div className="h-80 overflow-hidden rounded-lg border border-line bg-well sm:h-[min(520px,56vh)]">
        <BundleMap project={project} empty={empty} />
      </div>
      {data !== undefined && <ReportFigures figures={blockFigures(data.summary, text)} />}
    </>
  );
}
