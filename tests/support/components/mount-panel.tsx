import '#ui/theme.css';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { proxy } from 'valtio';
import { render } from 'vitest-browser-react';
import { type Api, ApiProvider } from '#api/api-context.ts';
import { createClient } from '#api/client.ts';
import { createQueryClient } from '#api/queries.ts';
import { createRecentProjects } from '#api/recent-projects.ts';
import type { UploadPart } from '#api/uploads/send-parts.ts';
import type { UploadList } from '#api/uploads/upload-list.ts';
import { pagePool } from '#app/page-pool.ts';
import { startTranslations } from '#i18n/setup.ts';
import { ToastProvider } from '#ui/Toast.tsx';
import { TooltipProvider } from '#ui/Tooltip.tsx';
import { createMemoryServer, type MemoryServer } from './server.ts';

/** An upload that a panel started or cancelled. */
export interface UploadsSeen {
  readonly started: { readonly pk: number; readonly name: string; readonly parts: readonly UploadPart[] }[];
  readonly cancelled: number[];
}

function createUploads(seen: UploadsSeen): UploadList {
  return {
    state: proxy({ uploads: [], held: [] }),
    start: ({ pk, name }, parts) => void seen.started.push({ pk, name, parts }),
    resume: () => undefined,
    restore: async () => undefined,
    goOn: async () => false,
    remembered: async () => null,
    retry: () => undefined,
    cancel: (pk) => void seen.cancelled.push(pk),
  };
}

/** A mounted panel and its environment. */
export interface MountedPanel {
  readonly screen: Awaited<ReturnType<typeof render>>;
  readonly server: MemoryServer;
  readonly uploads: UploadsSeen;
  /** Path that the panel navigated to. */
  readonly path: string;
}

/** Mounts a panel with all providers of the page's screens, on the server in memory. */
export async function mountPanel(panel: ReactNode, server = createMemoryServer()): Promise<MountedPanel> {
  const uploads: UploadsSeen = { started: [], cancelled: [] };
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
  const api: Api = {
    client: createClient('', server.send),
    uploads: createUploads(uploads),
    recentProjects: createRecentProjects(sessionStorage),
    projectFeed: { state: proxy({ live: {} }), follow: () => () => undefined },
    tasks: async () => pagePool(),
    lastSearch: proxy({ text: '' }),
  };
  const root = createRootRoute({ component: Outlet });
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => panel });
  const others = createRoute({ getParentRoute: () => root, path: '$', component: () => null });
  const router = createRouter({
    routeTree: root.addChildren([home, others]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <ApiProvider value={api}>
        <TooltipProvider>
          <I18nextProvider i18n={await startTranslations('en-US')}>
            <ToastProvider dismissLabel="Dismiss">
              <RouterProvider router={router as never} />
            </ToastProvider>
          </I18nextProvider>
        </TooltipProvider>
      </ApiProvider>
    </QueryClientProvider>,
  );
  return {
    screen,
    server,
    uploads,
    get path() {
      return router.state.location.pathname;
    },
  };
}
