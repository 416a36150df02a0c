import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useApi } from '#api/api-context.ts';
import { queryKeys } from '#api/queries.ts';
import { routes } from '#contract/routes/table.ts';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { useToast } from '#ui/Toast.tsx';

interface DeleteDialogProps {
  project: Project;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Asks once, marks the project deleted, forgets it among the recent ones and goes to the list. */
export function DeleteDialog({ project, open, onOpenChange }: DeleteDialogProps) {
  const { t, errorText } = useText();
  const { client, recentProjects, uploads } = useApi();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const showToast = useToast();
  const destroy = useMutation({
    mutationFn: () =>
      client.call(routes.projectDestroy, { params: { pk: project.pk }, body: { destroy_data: false } }),
    onSuccess: async () => {
      uploads.cancel(project.pk);
      recentProjects.remove(project.pk);
      await navigate({ to: '/projects/list' });
      cache.removeQueries({ queryKey: queryKeys.project(project.pk) });
      void cache.invalidateQueries({ queryKey: queryKeys.projects });
      showToast({ title: t('deleteProjectModal.deleted', { name: project.name }) });
    },
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      closable={!destroy.isPending}
      title={t('deleteProjectModal.question', { name: project.name })}
      description={t('deleteProjectModal.text')}
      closeLabel={t('close')}
      footer={
        <>
          <Button disabled={destroy.isPending} onClick={() => onOpenChange(false)}>
            {t('cancel')}
          </Button>
          <Button tone="danger" pending={destroy.isPending} onClick={() => destroy.mutate()}>
            {t('deleteProjectModal.confirm')}
          </Button>
        </>
      }
    >
      <p role="alert" className="min-h-5 text-bad text-sm">
        {destroy.isError && errorText(destroy.error, 'deleteProjectModal.failedToDelete')}
      </p>
    </Dialog>
  );
}
