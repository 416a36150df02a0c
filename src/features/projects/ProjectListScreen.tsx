import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { FolderOpen, SearchX } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useApi } from '#api/api-context.ts';
import { searchQuery } from '#api/queries.ts';
import { useText } from '#i18n/use-text.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { HeaderContent } from '#ui/Header.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import { EmptyState, ErrorState } from '#ui/States.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import { useDocumentTitle } from '#ui/use-document-title.ts';
import { CardSkeleton, ProjectCard } from './ProjectCard.tsx';
import { useNearEnd } from './use-near-end.ts';

interface ProjectListScreenProps {
  /** The search text, from the address. */
  search: string;
  /** The drop zone that creates projects from dropped files. */
  dropZone: ReactNode;
}

const gridClass = 'grid grid-cols-[repeat(auto-fill,minmax(240px,1fr))] gap-2 sm:gap-4';

/** All projects as cards, newest first; the search text is stored in the address. */
export function ProjectListScreen({ search, dropZone }: ProjectListScreenProps) {
  const { t } = useText();
  useDocumentTitle(t('title.projectsList'));
  const navigate = useNavigate();
  const { lastSearch } = useApi();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    lastSearch.text = search;
  }, [lastSearch, search]);
  useFocusShortcut(box);
  const setSearch = (text: string) =>
    navigate({ to: '/projects/list', search: text === '' ? {} : { search: text }, replace: true });

  return (
    <>
      <HeaderContent>
        <h1 className="shrink-0 font-semibold text-lg">{t('navigation.projects')}</h1>
        <SearchField
          label={t('projectsPage.search')}
          clearLabel={t('clear')}
          value={search}
          onChange={setSearch}
          shortcut="Ctrl K"
          inputRef={box}
          className="w-full max-w-md max-sm:ml-auto"
        />
      </HeaderContent>
      <div className="mx-auto flex max-w-[1600px] flex-col gap-6 p-4 sm:p-6">
        {search === '' && dropZone}
        <ProjectGrid search={search} />
      </div>
    </>
  );
}

/** Ctrl or Cmd with K puts the cursor into the search box. */
function useFocusShortcut(box: { readonly current: HTMLInputElement | null }) {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      box.current?.select();
    };
    window.addEventListener('keydown', focus);
    return () => window.removeEventListener('keydown', focus);
  }, [box]);
}

function ProjectGrid({ search }: { search: string }) {
  const { t, errorText } = useText();
  const { client } = useApi();
  const name = useDebounced(search.trim(), 250);
  const query = useInfiniteQuery(searchQuery(client, name));
  const end = useNearEnd(() => {
    if (query.hasNextPage && !query.isFetching && !query.isFetchNextPageError) void query.fetchNextPage();
  });

  if (query.isPending) return <Skeletons count={6} />;
  if (query.isError && query.data === undefined) {
    return (
      <ErrorState
        title={t('failedToLoad')}
        action={<Button onClick={() => query.refetch()}>{t('retry')}</Button>}
      >
        {errorText(query.error, 'unknownError')}
      </ErrorState>
    );
  }
  const items = query.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return name === '' ? <NoProjects /> : <NoResults search={name} />;
  return (
    <>
      <ul aria-label={t('navigation.projects')} className={gridClass}>
        {items.map((item) => (
          <li key={item.pk}>
            <ProjectCard project={item} />
          </li>
        ))}
        {query.isFetchingNextPage && ['a', 'b', 'c', 'd'].map((id) => <CardSkeleton key={id} />)}
      </ul>
      <div ref={end} />
      {query.isFetchNextPageError && (
        <ErrorState
          title={t('failedToLoad')}
          action={<Button onClick={() => query.fetchNextPage()}>{t('retry')}</Button>}
        >
          {errorText(query.error, 'unknownError')}
        </ErrorState>
      )}
    </>
  );
}

function Skeletons({ count }: { count: number }) {
  const { t } = useText();
  return (
    <div role="status" aria-label={t('loading')} className={gridClass}>
      {Array.from({ length: count }, (_, index) => `skeleton-${index}`).map((id) => (
        <CardSkeleton key={id} />
      ))}
    </div>
  );
}

function NoProjects() {
  const { t } = useText();
  return (
    <EmptyState
      icon={<FolderOpen />}
      title={t('projectsPage.noProjects')}
      action={
        <Link to="/create" className={buttonClass('primary')}>
          {t('createNewHeader')}
        </Link>
      }
    >
      {t('projectsPage.noProjectsHint')}
    </EmptyState>
  );
}

function NoResults({ search }: { search: string }) {
  const { t } = useText();
  return (
    <EmptyState icon={<SearchX />} title={t('noResults')}>
      {t('projectsPage.noResultsHint', { search })}
    </EmptyState>
  );
}
