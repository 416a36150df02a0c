import { Link } from '@tanstack/react-router';
import { CloudOff, FileQuestion } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useApi } from '#api/api-context.ts';
import { statusOf } from '#api/client.ts';
import type { Project } from '#contract/schemas/project.ts';
import type { CanvasMode } from '#contract/validation/reserved-words.ts';
import { useText } from '#i18n/use-text.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { HeaderContent } from '#ui/Header.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/States.tsx';
import { useDocumentTitle } from '#ui/use-document-title.ts';
import { ModeView } from './modes/ModeView.tsx';
import { ProjectHeader, type ProjectTab } from './ProjectHeader.tsx';
import { useProject } from './use-project.ts';
import type { Viewer } from './viewer.ts';

/** Location within the project page. */
export interface ProjectPlace {
  readonly tab: ProjectTab;
  readonly canvasMode: CanvasMode | null;
}

interface ProjectScreenProps {
  /** Null: the address does not name a project. */
  pk: number | null;
  place: ProjectPlace;
  viewer: Viewer;
  /** The tab's content, shown when the project is in its default mode. */
  children: ReactNode;
}

/** The frame of a project: its header and tabs, and the display mode that its state requires. */
export function ProjectScreen({ pk, ...rest }: ProjectScreenProps) {
  return pk === null ? <MissingProject /> : <KnownProject pk={pk} {...rest} />;
}

function KnownProject({ pk, place, viewer, children }: ProjectScreenProps & { pk: number }) {
  const { t, errorText } = useText();
  const query = useProject(pk);
  useProjectTitle(query.data, query.isError, place);
  useRememberProject(query.data);
  if (statusOf(query.error) === 404 || statusOf(query.error) === 403) return <MissingProject />;
  if (query.data !== undefined) {
    return (
      <>
        <ProjectHeader project={query.data} tab={place.tab} viewer={viewer} />
        {query.isError && <StaleNote loadedAt={query.dataUpdatedAt} onRetry={() => query.refetch()} />}
        <ModeView project={query.data} viewer={viewer}>
          {children}
        </ModeView>
      </>
    );
  }
  if (query.isPending) return <ProjectSkeleton />;
  return (
    <ErrorState
      title={t('failedToLoad')}
      action={<Button onClick={() => query.refetch()}>{t('retry')}</Button>}
    >
      {errorText(query.error, 'unknownError')}
    </ErrorState>
  );
}

/** Title of the window: name, tab and canvas mode (spec part 1, section 2). */
export function useProjectTitle(project: Project | undefined, isMissing: boolean, place: ProjectPlace) {
  const { t } = useText();
  const name = project?.name ?? t(isMissing ? 'title.unknownProject' : 'title.loadingProject');
  const tab = t(`projectPage.tab.${place.tab}`);
  const mode = place.canvasMode === null ? [] : [t(`canvasMode.${place.canvasMode}`)];
  useDocumentTitle([name, tab, ...mode].join(' / '));
}

function useRememberProject(project: Project | undefined) {
  const { recentProjects } = useApi();
  useEffect(() => {
    if (project === undefined || project.is_deleted) return;
    recentProjects.add({ pk: project.pk, name: project.name, thumbnailUrl: project.thumbnail_url });
  }, [project, recentProjects]);
}

function MissingProject() {
  const { t } = useText();
  useDocumentTitle(t('title.unknownProject'));
  return (
    <>
      <HeaderContent>
        <h1 className="font-semibold text-lg">{t('projectPage.missing')}</h1>
      </HeaderContent>
      <EmptyState
        icon={<FileQuestion />}
        title={t('projectPage.missing')}
        action={
          <Link to="/projects/list" className={buttonClass('secondary')}>
            {t('projectPage.backToList')}
          </Link>
        }
      >
        {t('projectPage.missingHint')}
      </EmptyState>
    </>
  );
}

function ProjectSkeleton() {
  const { t } = useText();
  return (
    <div
      role="status"
      aria-label={t('loading')}
      className="grid gap-6 p-4 sm:p-6 lg:grid-cols-[288px_minmax(0,1fr)]"
    >
      <HeaderContent>
        <Skeleton className="h-5 w-64 max-w-full" />
      </HeaderContent>
      <div className="flex flex-col gap-2">
        {['a', 'b', 'c', 'd', 'e'].map((id) => (
          <Skeleton key={id} className="h-14 rounded-md" />
        ))}
      </div>
      <Skeleton className="hidden h-[480px] rounded-lg lg:block" />
    </div>
  );
}

/** Notes that the project could not be refreshed and the age of the shown data. `loadedAt` in ms. */
function StaleNote({ loadedAt, onRetry }: { loadedAt: number; onRetry(): void }) {
  const { t, format } = useText();
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 bg-warn-soft px-4 py-2 text-warn sm:px-6">
      <CloudOff aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0 flex-1">{t('projectPage.stale', { time: format.time(loadedAt) })}</span>
      <Button onClick={onRetry}>{t('retry')}</Button>
    </div>
  );
}
