import { Crosshair, Layers } from 'lucide-react';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/States.tsx';
import { useProcessing } from '../processing/use-processing.ts';

interface ManualPanelProps {
  project: Project;
  /** The manual step that the project waits for. */
  mode: 'correction' | 'registration';
}

/** The project page while processing waits for ground control or lidar to be measured manually. */
export function ManualPanel({ project, mode }: ManualPanelProps) {
  const { t } = useText();
  return (
    <EmptyState
      icon={mode === 'correction' ? <Crosshair /> : <Layers />}
      title={t(`handworkPage.${mode}.title`, { name: project.name })}
      {...(mode === 'correction' && project.can_edit ? { action: <GoOn pk={project.pk} /> } : {})}
      className="sm:pt-24"
    >
      {t(`handworkPage.${mode}.text`)}
    </EmptyState>
  );
}

/** Continues processing with the current ground control. */
function GoOn({ pk }: { pk: number }) {
  const { t, errorText } = useText();
  const { mutate, isPending, isError, error } = useProcessing(pk, 'resume');
  return (
    <div className="flex flex-col items-center gap-2">
      <Button tone="primary" pending={isPending} onClick={() => mutate()}>
        {t('handworkPage.correction.goOn')}
      </Button>
      {isError && (
        <p role="alert" className="text-bad text-sm">
          {t('handworkPage.correction.failed')} {errorText(error, 'unknownError')}
        </p>
      )}
    </div>
  );
}
