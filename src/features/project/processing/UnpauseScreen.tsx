import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { LoadingScreen } from '#ui/LoadingScreen.tsx';
import { ErrorState } from '#ui/States.tsx';
import { useProject } from '../use-project.ts';
import { useProcessing } from './use-processing.ts';

/** Resumes a paused project and navigates to its page; one that is not paused or not accessible is only shown. */
export function UnpauseScreen({ pk }: { pk: number }) {
  const { t, errorText } = useText();
  const navigate = useNavigate();
  const { data: project, isError: isMissing } = useProject(pk);
  const { error, isError, isIdle, isSuccess, mutate } = useProcessing(pk, 'resume');
  const isPaused = project === undefined && !isMissing ? null : project?.state === 'paused';
  useEffect(() => {
    if (isPaused === true && isIdle) mutate();
    const isDone = isSuccess || (isPaused === false && isIdle);
    if (isDone) void navigate({ to: '/projects/$pk', params: { pk: String(pk) }, replace: true });
  }, [isPaused, isIdle, isSuccess, mutate, navigate, pk]);
  if (!isError) return <LoadingScreen label={t('processing.resuming')} />;
  return (
    <ErrorState
      title={t('processing.failedToResume')}
      action={<Button onClick={() => mutate()}>{t('retry')}</Button>}
    >
      {errorText(error, 'unknownError')}
    </ErrorState>
  );
}
