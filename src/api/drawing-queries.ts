import { queryOptions } from '@tanstack/react-query';
import { routes } from '#contract/routes/table.ts';
import type { ApiClient } from './client.ts';
import { queryKeys } from './queries.ts';

/** The drawings of a project, the main one first; refetched whenever shown. */
export function drawingsQuery(client: ApiClient, pk: number) {
  return queryOptions({
    queryKey: queryKeys.drawings(pk),
    queryFn: async ({ signal }) => (await client.call(routes.drawingsGet, { params: { pk }, signal })).items,
    staleTime: 0,
  });
}

/** Revisions of a drawing that can still be opened, newest first; refetched whenever shown. */
export function drawingVersionsQuery(client: ApiClient, pk: number, drawing: number) {
  return queryOptions({
    queryKey: queryKeys.drawingVersions(pk, drawing),
    queryFn: async ({ signal }) =>
      (await client.call(routes.drawingRevisions, { params: { pk }, query: { drawing }, signal })).items,
    staleTime: 0,
  });
}
