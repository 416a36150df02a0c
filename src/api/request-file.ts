import type { MutationOptions, QueryClient } from '@tanstack/react-query';
import { routes } from '#contract/routes/table.ts';
import { type overviewsRequest, tifRequest } from '#contract/rules/products.ts';
import type { Project } from '#contract/schemas/project.ts';
import type { ApiClient } from './client.ts';
import { queryKeys } from './queries.ts';

type FileRequest = typeof tifRequest | typeof overviewsRequest;

type Before = { readonly project: Project | undefined };

function call(
  client: ApiClient,
  request: FileRequest,
  projectPk: number,
  productPk: number,
): Promise<Project> {
  const params = { pk: projectPk };
  return request === tifRequest
    ? client.call(routes.projectRequestTif, { params, body: { ortho_id: productPk } })
    : client.call(routes.projectBuildOverviews, { params, body: { product_id: productPk } });
}

/**
 * Requests a further file of a product (the variable is its key): an orthoimage's plain GeoTIFF, or a raster with
 * overviews. The cached project is updated optimistically, and reverted when the server refuses.
 */
export function requestFile(
  client: ApiClient,
  cache: QueryClient,
  projectPk: number,
  request: FileRequest,
): MutationOptions<Project, Error, number, Before> {
  const queryKey = queryKeys.project(projectPk);
  return {
    mutationFn: (productPk) => call(client, request, projectPk, productPk),
    onMutate: async (productPk) => {
      await cache.cancelQueries({ queryKey, exact: true });
      const project = cache.getQueryData<Project>(queryKey);
      if (project !== undefined) cache.setQueryData(queryKey, withRequest(project, productPk, request));
      return { project };
    },
    onError: (_error, _productPk, before) => {
      if (before?.project !== undefined) cache.setQueryData(queryKey, before.project);
    },
    onSuccess: (answer) => cache.setQueryData(queryKey, answer),
  };
}

function withRequest(project: Project, productPk: number, request: FileRequest): Project {
  const products = project.products.map((product) =>
    product.pk === productPk
      ? { ...product, requests_generating: [...new Set([...product.requests_generating, request])] }
      : product,
  );
  return { ...project, products };
}
