import '@fontsource-variable/inter';
import '#ui/theme.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { i18n } from 'i18next';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { proxy } from 'valtio';
import { ApiProvider } from '#api/api-context.ts';
import { createClient } from '#api/client.ts';
import { createProjectFeed } from '#api/project-feed.ts';
import { createQueryClient, queryKeys } from '#api/queries.ts';
import { createRecentProjects } from '#api/recent-projects.ts';
import { openUploadJournal } from '#api/uploads/journal.ts';
import { createUploadLock } from '#api/uploads/lock.ts';
import { createUploadList, warnBeforeLeaving } from '#api/uploads/upload-list.ts';
import { createWorkerRunner } from '#api/uploads/worker-runner.ts';
import { startPreferences } from '#features/shell/settings/preferences.ts';
import { suppressDrops } from '#features/shell/suppress-drops.ts';
import { chooseLocale, type Locale, localeStorageKey } from '#i18n/locale.ts';
import { startTranslations } from '#i18n/setup.ts';
import { useText } from '#i18n/use-text.ts';
import { handleOfFile } from '#ui/file-handles.ts';
import { LoadingScreen } from '#ui/LoadingScreen.tsx';
import { ToastProvider } from '#ui/Toast.tsx';
import { TooltipProvider } from '#ui/Tooltip.tsx';
import { createAppRouter } from './router.tsx';

const client = createClient('');
const queryClient = createQueryClient();
const uploads = createUploadList({
  client,
  runner: createWorkerRunner(
    () =>
      new Worker(new URL('./upload-worker.ts', import.meta.url), {
        type: 'module',
        name: 'plumbline upload',
      }),
  ),
  journal: openUploadJournal(indexedDB),
  lock: createUploadLock(navigator.locks),
  handleOf: handleOfFile,
  now: () => performance.now(),
  onDone: (pk) => queryClient.invalidateQueries({ queryKey: queryKeys.project(pk) }),
});
const recentProjects = createRecentProjects(localStorage);
const projectFeed = createProjectFeed({
  cache: queryClient,
  origin: '',
  visibility: document,
  open: (url) => new EventSource(url, { withCredentials: true }),
});
const tasks = async () => (await import('./page-pool.ts')).pagePool();
const api = { client, uploads, recentProjects, projectFeed, tasks, lastSearch: proxy({ text: '' }) };
const router = createAppRouter({ queryClient, client });

function readLocale(): Locale {
  const query = new URLSearchParams(location.search).get('locale');
  return chooseLocale(query, localStorage.getItem(localeStorageKey), navigator.languages);
}

/** The page: waits for its texts, then shows the route. */
function App() {
  const [translations, setTranslations] = useState<i18n | null>(null);
  useEffect(() => {
    const locale = readLocale();
    document.documentElement.lang = locale;
    void startTranslations(locale).then(setTranslations);
  }, []);
  if (translations === null) return <LoadingScreen label="Plumbline" />;
  return (
    <I18nextProvider i18n={translations}>
      <Screens />
    </I18nextProvider>
  );
}

function Screens() {
  const { t } = useText();
  return (
    <ToastProvider dismissLabel={t('dismiss')}>
      <RouterProvider router={router} />
    </ToastProvider>
  );
}

startPreferences(window);
suppressDrops(window);
warnBeforeLeaving(window, uploads);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ApiProvider value={api}>
        <TooltipProvider>
          <App />
        </TooltipProvider>
      </ApiProvider>
    </QueryClientProvider>
  </StrictMode>,
);
