import { Link } from '@tanstack/react-router';
import { CirclePause, CircleStop, Play } from 'lucide-react';
import { useState } from 'react';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { useToast } from '#ui/Toast.tsx';
import { useProcessing } from './use-processing.ts';

/** Processing actions of a project: pause, resume, cancel. */
export function ProcessingActions({ project }: { project: Project }) {
  const { t } = useText();
  const [isAsking, setAsking] = useState(false);
  const { can_edit, owned, state } = project;
  const isGoing = state === 'processing' || state === 'stalled';
  const isPaused = state === 'paused';
  if (!can_edit || !(isGoing || isPaused)) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {isGoing && <PauseButton project={project} />}
      {isPaused && (
        <ResumeLink pk={project.pk} to={project.is_lidar && project.image_count > 0 ? 'lidar' : 'unpause'} />
      )}
      {isGoing && owned && (
        <Button icon={<CircleStop aria-hidden="true" className="size-4" />} onClick={() => setAsking(true)}>
          {t('processing.cancel')}
        </Button>
      )}
      <CancelDialog project={project} open={isAsking} onOpenChange={setAsking} />
    </div>
  );
}

const resumePlaces = { lidar: '/projects/$pk/lidar', unpause: '/projects/$pk/analyzer/unpause' } as const;

/** Resumes a paused project; one with lidar to register through its page. */
export function ResumeLink({ pk, to }: { pk: number; to: keyof typeof resumePlaces }) {
  const { t } = useText();
  return (
    <Link to={resumePlaces[to]} params={{ pk: String(pk) }} className={buttonClass('primary')}>
      <Play aria-hidden="true" className="size-4" />
      {t('processing.resume')}
    </Link>
  );
}

function PauseButton({ project }: { project: Project }) {
  const { t, errorText } = useText();
  const showToast = useToast();
  const pause = useProcessing(project.pk, 'pause');
  const onError = (error: Error) =>
    showToast({ title: errorText(error, 'processing.failedToPause'), tone: 'bad' });
  return (
    <Button
      icon={<CirclePause aria-hidden="true" className="size-4" />}
      pending={pause.isPending}
      onClick={() => pause.mutate(undefined, { onError })}
    >
      {t('processing.pause')}
    </Button>
  );
}

interface CancelDialogProps {
  project: Project;
  open: boolean;
  onOpenChange(open: boolean): void;
}

function CancelDialog({ project, open, onOpenChange }: CancelDialogProps) {
  const { t, errorText } = useText();
  const cancel = useProcessing(project.pk, 'cancel');
  const onSuccess = () => onOpenChange(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      closable={!cancel.isPending}
      title={t('processing.cancelQuestion', { name: project.name })}
      description={t('processing.cancelText')}
      closeLabel={t('close')}
      footer={
        <>
          <Button disabled={cancel.isPending} onClick={() => onOpenChange(false)}>
            {t('processing.goOn')}
          </Button>
          <Button
            tone="danger"
            pending={cancel.isPending}
            onClick={() => cancel.mutate(undefined, { onSuccess })}
          >
            {t('processing.cancelConfirm')}
          </Button>
        </>
      }
    >
      <p role="alert" className="min-h-5 text-bad text-sm">
        {cancel.isError && errorText(cancel.error, 'processing.failedToCancel')}
      </p>
    </Dialog>
  );
}
