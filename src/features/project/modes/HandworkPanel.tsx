import { Crosshair, Layers } from 'lucide-react';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { EmptyState } from '#ui/States.tsx';

interface HandworkPanelProps {
  project: Project;
  /** What the project waits for a person to do. */
  mode: 'correction' | 'registration';
}

/** The project page while processing waits for ground control or lidar to be measured by a person. */
export function HandworkPanel({ project, mode }: HandworkPanelProps) {
  const { t } = useText();
  return (
    <EmptyState
      icon={mode === 'correction' ? <Crosshair /> : <Layers />}
      title={t(`handworkPage.${mode}.title`, { name: project.name })}
      className="sm:pt-24"
    >
      {t(`handworkPage.${mode}.text`)}
    </EmptyState>
  );
}
