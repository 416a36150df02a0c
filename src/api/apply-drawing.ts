import type { MutationOptions, QueryClient } from '@tanstack/react-query';
import { routes } from '#contract/routes/table.ts';
import type { Project } from '#contract/schemas/project.ts';
import type { ApiClient } from './client.ts';
import { queryKeys } from './queries.ts';

/** Has the drawing applied to products of a project, whose keys are the variable, one after the other. */
export function applyDrawing(
  client: ApiClient,
  cache: QueryClient,
  projectPk: number,
): MutationOptions<void, Error, readonly number[]> {
  return {
    mutationFn: async (products) => {
      for (const product_id of products) {
        const params = { pk: projectPk, product_id };
        const answer: Project = await client.call(routes.productApplyDrawing, { params });
        cache.setQueryData(queryKeys.project(projectPk), answer);
      }
    },
  };
}
