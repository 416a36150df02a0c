import { createContext, useContext } from 'react';
import type { TaskRunner } from '#core/ports/tasks.ts';
import type { ApiClient } from './client.ts';
import type { ProjectFeed } from './project-feed.ts';
import type { RecentProjects } from './recent-projects.ts';
import type { UploadList } from './uploads/upload-list.ts';

/** Access of screens to the server and the workers; created once by the composition root. */
export interface Api {
  readonly client: ApiClient;
  readonly uploads: UploadList;
  readonly recentProjects: RecentProjects;
  readonly projectFeed: ProjectFeed;
  /** The page's workers, loaded on first use. */
  tasks(): Promise<TaskRunner>;
  /** Last search text of the list; links to the list keep it (spec part 2, section 2). Write to change. */
  readonly lastSearch: { text: string };
}

const ApiContext = createContext<Api | null>(null);

export const ApiProvider = ApiContext.Provider;

/** The server, for a component below `ApiProvider`. */
export function useApi(): Api {
  const api = useContext(ApiContext);
  if (api === null) throw new Error('useApi is called outside ApiProvider');
  return api;
}
