import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useApi } from '#api/api-context.ts';
import { isCanvasOpen } from '#api/open-canvases.ts';
import { queryKeys } from '#api/queries.ts';
import { routes } from '#contract/routes/table.ts';
import type { CleanKind } from '#contract/rules/cleaning.ts';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { useToast } from '#ui/Toast.tsx';
import { bytesOf } from './removal.ts';

/** Deletes the project, removes it from the recent ones and navigates to the list. The variable is `destroy_data`. */
export function useDestroy(project: Project) {
  const { t } = useText();
  const { client, recentProjects, uploads } = useApi();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const showToast = useToast();
  return useMutation({
    mutationFn: (destroy_data: boolean) =>
      client.call(routes.projectDestroy, { params: { pk: project.pk }, body: { destroy_data } }),
    onSuccess: async () => {
      uploads.cancel(project.pk);
      recentProjects.remove(project.pk);
      await navigate({ to: '/projects/list' });
      cache.removeQueries({ queryKey: queryKeys.project(project.pk) });
      void cache.invalidateQueries({ queryKey: queryKeys.projects });
      showToast({ title: t('deleteProjectModal.deleted', { name: project.name }) });
    },
  });
}

/** Removes files of the chosen kinds; the project is kept. */
export function useClean(project: Project, onDone: () => void) {
  const { t, format } = useText();
  const { client } = useApi();
  const cache = useQueryClient();
  const showToast = useToast();
  return useMutation({
    mutationFn: (options: CleanKind[]) =>
      client.call(routes.projectClean, { params: { pk: project.pk }, body: { options } }),
    onSuccess: (cleaned, options) => {
      cache.setQueryData(queryKeys.project(project.pk), cleaned);
      showToast({
        title: t('deleteProjectModal.cleaned', { size: format.bytes(bytesOf(project.size, options)) }),
      });
      onDone();
    },
  });
}

/** Whether any tab of this browser shows the project's canvas, polled every second while `isAsked`. */
export function useIsCanvasOpen(pk: number, isAsked: boolean): boolean {
  const answer = useQuery({
    queryKey: ['open-canvas', pk],
    queryFn: () => isCanvasOpen(pk),
    enabled: isAsked,
    refetchInterval: 1000,
    gcTime: 0,
  });
  return answer.data ?? false;
}
