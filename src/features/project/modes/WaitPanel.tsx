import { wizardFraction } from '#contract/rules/wizard.ts';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { Card } from '#ui/Card.tsx';
import { ProgressBar } from '#ui/Progress.tsx';
import { StatusBanner } from '../processing/StatusBanner.tsx';
import { shownProgress } from '../processing/shown-progress.ts';
import type { Viewer } from '../viewer.ts';

interface WaitPanelProps {
  project: Project;
  viewer: Viewer;
  /** The awaited step: the bundle adjustment, its ground control or the preparation of lidar. */
  mode: 'loading' | 'loading-correction' | 'loading-registration';
}

/** The project page before the first product: the current step, its progress, and the next one. */
export function WaitPanel({ project, viewer, mode }: WaitPanelProps) {
  const { t, format } = useText();
  const fraction = wizardFraction(waitProgress(project));
  const title = t(`waitPage.${mode}.title`);
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-4 p-4 sm:pt-16">
      <StatusBanner project={project} viewer={viewer} />
      <Card className="flex flex-col gap-4 p-6">
        <div className="flex items-baseline justify-between gap-4">
          <h2 className="font-semibold text-lg">{title}</h2>
          <output className="font-semibold text-2xl">{format.percent(fraction)}</output>
        </div>
        <ProgressBar value={fraction} label={title} className="h-2" />
        <p className="text-ink-soft">{t(`waitPage.${mode}.text`)}</p>
      </Card>
    </div>
  );
}

/** Progress of the steps before the products, 0–1. */
function waitProgress(project: Project): number {
  const name = project.is_lidar ? 'lidar_point_cloud' : 'bundle_adjustment';
  const product = project.products.find((each) => each.name === name);
  return product === undefined ? 0 : shownProgress(project, product);
}
