import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#api/api-context.ts';
import { queryKeys } from '#api/queries.ts';
import { routes } from '#contract/routes/table.ts';
import type { Project } from '#contract/schemas/project.ts';
import { resumedAfterCorrection, resumedProject } from './resumed-project.ts';

const calls = {
  pause: routes.projectPause,
  resume: routes.projectResume,
  cancel: routes.projectCancel,
} as const;

/**
 * Pauses, resumes or cancels a project's processing, or continues it with its ground control. Resuming is shown
 * optimistically, and reverted where the server refuses.
 */
export function useProcessing(pk: number, action: keyof typeof calls) {
  const { client } = useApi();
  const cache = useQueryClient();
  const key = queryKeys.project(pk);
  return useMutation({
    mutationFn: () => client.call(calls[action], { params: { pk } }),
    onMutate: () => {
      const before = cache.getQueryData<Project>(key);
      if (action === 'resume' && before) cache.setQueryData(key, resumed(before));
      return { before };
    },
    onSuccess: (project) => {
      cache.setQueryData(key, project);
    },
    onError: (_error, _input, context) => {
      if (action === 'resume' && context?.before) cache.setQueryData(key, context.before);
    },
  });
}

function resumed(project: Project): Project {
  const waits = project.gcps_ready_for_correction && !project.are_gcps_corrected;
  return waits ? resumedAfterCorrection(project) : resumedProject(project);
}
