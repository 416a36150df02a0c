import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#api/api-context.ts';
import { queryKeys, retryableTasksQuery } from '#api/queries.ts';
import { retryTasks } from '#api/retry-tasks.ts';
import type { Edition } from '#contract/editions.ts';
import type { AnswerOf } from '#contract/routes/route.ts';
import type { routes } from '#contract/routes/table.ts';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';

interface RetryDialogProps {
  project: Project;
  edition: Edition;
  open: boolean;
  onOpenChange(open: boolean): void;
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

type RetryableTask = AnswerOf<typeof routes.projectRetryableTasks>[number];

/** The failed tasks of a project, with their reasons, and the button that reruns them. */
export function RetryDialog({ project, edition, open, onOpenChange }: RetryDialogProps) {
  const { t, errorText } = useText();
  const { client } = useApi();
  const cache = useQueryClient();
  const tasks = useQuery({ ...retryableTasksQuery(client, project.pk), enabled: open });
  const retry = useMutation({
    mutationFn: () => retryTasks(client, project.pk, edition, wait),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: queryKeys.project(project.pk) });
      onOpenChange(false);
    },
  });
  const isEmpty = tasks.data !== undefined && tasks.data.length === 0;
  return (
    <Dialog
      wide
      open={open}
      onOpenChange={onOpenChange}
      closable={!retry.isPending}
      title={t('retryTasks.title')}
      description={t('retryTasks.text')}
      closeLabel={t('close')}
      footer={
        <Button
          tone="primary"
          pending={retry.isPending}
          disabled={tasks.data === undefined || isEmpty}
          onClick={() => retry.mutate()}
        >
          {t('retryTasks.retry')}
        </Button>
      }
    >
      {tasks.isPending && <Skeleton className="h-16" />}
      {tasks.isError && <p role="alert">{errorText(tasks.error, 'retryTasks.failedToLoad')}</p>}
      {isEmpty && <p className="text-ink-soft">{t('retryTasks.noTasksToRetry')}</p>}
      <ul className="flex flex-col gap-3">
        {tasks.data?.map((task) => (
          <li key={task.pk} className="rounded-md border border-line p-3">
            <TaskFailure task={task} />
          </li>
        ))}
      </ul>
      {retry.isError && (
        <p role="alert" className="mt-2 text-bad">
          {errorText(retry.error, 'retryTasks.failedToRetry')}
        </p>
      )}
    </Dialog>
  );
}

function TaskFailure({ task }: { task: RetryableTask }) {
  const { t } = useText();
  return (
    <>
      <p className="font-medium">
        {task.task_name}
        <span className="font-normal text-ink-soft">
          {' '}
          {t(task.status === 'errored' ? 'retryTasks.failedWithError' : 'retryTasks.timedOut')}
        </span>
      </p>
      {task.error_message !== null && <p className="mt-1 select-text text-bad">{task.error_message}</p>}
      {task.stack_trace !== null && (
        <pre className="mt-2 max-h-48 select-text overflow-auto whitespace-pre-wrap rounded-sm bg-well p-2 font-mono text-xs">
          {task.stack_trace}
        </pre>
      )}
    </>
  );
}
