import type { MutationOptions, QueryClient } from '@tanstack/react-query';
import { routes } from '#contract/routes/table.ts';
import type { Project } from '#contract/schemas/project.ts';
import type { ApiClient } from './client.ts';
import { queryKeys } from './queries.ts';

/** What the request of an orthoimage's plain GeoTIFF is called among `requests_generating`. */
export const tifRequest = 'tif';

type Before = { readonly project: Project | undefined };

/**
 * Asks for the plain GeoTIFF of an orthoimage (the variable is its key). The cached project says at once that the file
 * is being made, and what it said before when the server refuses.
 */
export function requestTif(
  client: ApiClient,
  cache: QueryClient,
  projectPk: number,
): MutationOptions<Project, Error, number, Before> {
  const queryKey = queryKeys.project(projectPk);
  return {
    mutationFn: (orthoPk) =>
      client.call(routes.projectRequestTif, { params: { pk: projectPk }, body: { ortho_id: orthoPk } }),
    onMutate: async (orthoPk) => {
      await cache.cancelQueries({ queryKey, exact: true });
      const project = cache.getQueryData<Project>(queryKey);
      if (project !== undefined) cache.setQueryData(queryKey, withRequest(project, orthoPk));
      return { project };
    },
    onError: (_error, _orthoPk, before) => {
      if (before?.project !== undefined) cache.setQueryData(queryKey, before.project);
    },
    onSuccess: (answer) => cache.setQueryData(queryKey, answer),
  };
}

function withRequest(project: Project, orthoPk: number): Project {
  const products = project.products.map((product) =>
    product.pk === orthoPk
      ? { ...product, requests_generating: [...new Set([...product.requests_generating, tifRequest])] }
      : product,
  );
  return { ...project, products };
}
