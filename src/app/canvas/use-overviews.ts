import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#api/api-context.ts';
import { requestFile } from '#api/request-file.ts';
import { overviewsRequest } from '#contract/rules/products.ts';
import type { Project } from '#contract/schemas/project.ts';
import type { OverviewsOffer } from '#features/canvas/layers/overviews-context.ts';
import { useText } from '#i18n/use-text.ts';
import { layerId, rasterOf } from './product-layers.ts';

/** The rasters of a project for which the user may build overviews. */
export function useOverviews(project: Project | undefined, isDemo: boolean): readonly OverviewsOffer[] {
  const { client } = useApi();
  const cache = useQueryClient();
  const { errorText } = useText();
  const request = useMutation(requestFile(client, cache, project?.pk ?? 0, overviewsRequest));
  if (!project?.can_edit || isDemo) return [];
  return project.products.flatMap((product) => {
    const raster = rasterOf(product);
    if (raster === undefined) return [];
    const isBeingBuilt = product.requests_generating.includes(overviewsRequest);
    const isRefused = request.isError && request.variables === product.pk;
    return {
      layerId: layerId(product),
      file: raster.url,
      fraction: isBeingBuilt ? (product.requests_progress[overviewsRequest] ?? 0) : null,
      failure: isRefused
        ? errorText(request.error, 'overviews.failed')
        : (product.requests_failed[overviewsRequest] ?? null),
      build: () => request.mutate(product.pk),
    };
  });
}
