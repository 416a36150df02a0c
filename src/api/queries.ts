import { infiniteQueryOptions, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { limits, times } from '#contract/limits.ts';
import { routes } from '#contract/routes/table.ts';
import type { ProjectState } from '#contract/rules/states.ts';
import type { Account } from '#contract/schemas/account.ts';
import type { Project } from '#contract/schemas/project.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { type ApiClient, statusOf } from './client.ts';
import { licenseKeys } from './license-queries.ts';

const day = 86_400_000;

/** Keys under which responses are cached. */
export const queryKeys = {
  bootstrap: ['bootstrap'],
  account: ['account'],
  capacity: ['capacity'],
  projects: ['projects'],
  search: (name: string) => ['projects', 'search', name],
  project: (pk: number) => ['projects', pk],
  drawings: (pk: number) => ['projects', pk, 'drawings'],
  drawingVersions: (pk: number, drawing: number) => ['projects', pk, 'drawings', drawing],
  engineConsole: (pk: number) => ['projects', pk, 'engine-console'],
  recovery: (pk: number) => ['projects', pk, 'recovery'],
  retryableTasks: (pk: number) => ['projects', pk, 'retryable-tasks'],
  sensorImages: (pk: number, sensor: number) => ['projects', pk, 'sensors', sensor],
  site: (pk: number | null) => ['sites', pk],
} as const;

/** Only unreachable servers are retried, not refusals. */
function shouldRetry(failures: number, error: unknown): boolean {
  const status = statusOf(error);
  if (status !== undefined && status >= 400 && status < 500) return false;
  return failures < 3;
}

/**
 * The cache with the spec's rules: kept 5 minutes, 3 retries from 1 s doubling to 30 s. A response that the licence is
 * no longer valid refetches it, so that the guard applies.
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        const isLicenseLost = error instanceof AppError && error.code === 'license.required';
        if (isLicenseLost) void client.invalidateQueries({ queryKey: licenseKeys.info });
      },
    }),
    defaultOptions: {
      queries: {
        gcTime: 300_000,
        retry: shouldRetry,
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
        refetchOnWindowFocus: false,
      },
    },
  });
  return client;
}

/** Resources of the server's machine for processing; refetched whenever shown. */
export function capacityQuery(client: ApiClient) {
  return queryOptions({
    queryKey: queryKeys.capacity,
    queryFn: ({ signal }) => client.call(routes.capacity, { signal }),
    staleTime: 0,
  });
}

/** The server's public description, before sign-in. */
export function bootstrapQuery(client: ApiClient) {
  return queryOptions({
    queryKey: queryKeys.bootstrap,
    queryFn: ({ signal }) => client.call(routes.bootstrap, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The signed-in user; null for none. Kept 14 days (spec part 1, section 7). */
export function accountQuery(client: ApiClient) {
  return queryOptions({
    queryKey: queryKeys.account,
    queryFn: async ({ signal }): Promise<Account | null> => {
      try {
        return await client.call(routes.accountGet, { signal });
      } catch (error) {
        if (statusOf(error) === 401) return null;
        throw error;
      }
    },
    staleTime: 14 * day,
    gcTime: 14 * day,
  });
}

/** Pages of the project list; `name` empty for all. */
export function searchQuery(client: ApiClient, name: string) {
  return infiniteQueryOptions({
    queryKey: queryKeys.search(name),
    queryFn: ({ pageParam, signal }) =>
      client.call(routes.projectSearch, {
        query: { page_size: limits.searchPageSize, ...(pageParam === null ? {} : { cursor: pageParam }) },
        body: name === '' ? {} : { name },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: (query) => {
      const items = query.state.data?.pages.flatMap((page) => page.items) ?? [];
      return items.some((item) => isMoving(item.state)) ? pollTime(times.pollFast) : times.searchRefetch;
    },
  });
}

const isMoving = (state: ProjectState): boolean => state === 'processing' || state === 'uploading';

/** This page's random factor between the minimum and maximum poll interval. */
const pollPlace = Math.random();

function pollTime([min, max]: readonly [number, number]): number {
  return Math.round(min + pollPlace * (max - min));
}

/** Whether a project changes without user action. */
const isChanging = (state: ProjectState): boolean => isMoving(state) || state === 'initialized';

/** A completed project whose requested products or files are still being made changes like one in processing. */
function activityOf(project: Project | undefined): ProjectState {
  const isMaking =
    project?.products.some(
      ({ status, requests_generating }) => status === 'In Progress' || requests_generating.length > 0,
    ) ?? false;
  return project?.state === 'completed' && isMaking ? 'processing' : (project?.state ?? 'unset');
}

/** Whether a project is worth following by events. */
export function isFollowed(project: Project | undefined): boolean {
  return isChanging(activityOf(project));
}

/**
 * Poll interval of a project, ms: fast while it changes on a visible page, slow on a hidden one, rarely while the
 * server sends events.
 */
export function projectPollInterval(state: ProjectState, isVisible: boolean, isLive: boolean): number {
  if (isLive || !isChanging(state)) return pollTime(times.pollIdle);
  return pollTime(isVisible ? times.pollFast : times.pollSlow);
}

/** A project with its products, polled. `isLive`: its events come from the feed. */
export function projectQuery(client: ApiClient, pk: number, isLive = false) {
  return queryOptions({
    queryKey: queryKeys.project(pk),
    queryFn: ({ signal }) => client.call(routes.projectLoad, { params: { pk }, signal }),
    refetchInterval: (query) => {
      const isVisible = document.visibilityState === 'visible';
      return projectPollInterval(activityOf(query.state.data), isVisible, isLive);
    },
    refetchIntervalInBackground: true,
  });
}

/** Files of a project that have and have not arrived. */
export function recoveryQuery(client: ApiClient, pk: number) {
  return queryOptions({
    queryKey: queryKeys.recovery(pk),
    queryFn: ({ signal }) => client.call(routes.uploadRecovery, { params: { pk }, signal }),
  });
}

/** Tasks of a project that failed and may run again. */
export function retryableTasksQuery(client: ApiClient, pk: number) {
  return queryOptions({
    queryKey: queryKeys.retryableTasks(pk),
    queryFn: ({ signal }) => client.call(routes.projectRetryableTasks, { params: { pk }, signal }),
    refetchInterval: times.retryTasksPoll,
  });
}

/** A site by its key; null for none, or where the caller may not see it. */
export function siteQuery(client: ApiClient, pk: number | null) {
  return queryOptions({
    queryKey: queryKeys.site(pk),
    enabled: pk !== null,
    staleTime: times.searchRefetch,
    queryFn: async ({ signal }) => {
      const sites = await client.call(routes.sitesCollect, { body: { siteIds: [pk ?? 0] }, signal });
      return sites[0] ?? null;
    },
  });
}
