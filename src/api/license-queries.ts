import { queryOptions } from '@tanstack/react-query';
import { times } from '#contract/limits.ts';
import { routes } from '#contract/routes/table.ts';
import { licenseTimes } from '#contract/rules/license.ts';
import type { ApiClient } from './client.ts';

/** Keys under which the desktop edition's responses are cached. */
export const licenseKeys = {
  info: ['license'],
  projectsFolder: ['projects-folder'],
  subfolders: ['projects-folder', 'subfolders'],
} as const;

/** The licence of a desktop installation, fetched hourly (spec part 1, section 7). */
export function licenseQuery(client: ApiClient) {
  return queryOptions({
    queryKey: licenseKeys.info,
    queryFn: ({ signal }) => client.call(routes.licenseInfo, { signal }),
    refetchInterval: licenseTimes.infoRefetch * 1000,
  });
}

/** The projects folder of a desktop installation. */
export function projectsFolderQuery(client: ApiClient) {
  return queryOptions({
    queryKey: licenseKeys.projectsFolder,
    queryFn: ({ signal }) => client.call(routes.exportDirectory, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Names of the folders in the projects folder, fetched every five minutes. */
export function subfoldersQuery(client: ApiClient) {
  return queryOptions({
    queryKey: licenseKeys.subfolders,
    queryFn: ({ signal }) => client.call(routes.subfoldersList, { signal }),
    refetchInterval: times.subfoldersRefresh,
  });
}
