import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { useApi } from '#api/api-context.ts';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { HeaderContent } from '#ui/Header.tsx';
import { TabLinks, tabClass } from '#ui/Tabs.tsx';
import { ProjectActions } from './ProjectActions.tsx';
import { SiteChip } from './site/SiteChip.tsx';
import type { Viewer } from './viewer.ts';

/** The tabs of a project; `lidar` is shown as registration. */
export type ProjectTab = 'overview' | 'analyzer' | 'canvas' | 'lidar';

interface ProjectHeaderProps {
  project: Project;
  tab: ProjectTab;
  viewer: Viewer;
}

/** Photos are analysed; lidar is registered where there are photos to register it to. */
function tabsOf(project: Project) {
  const overview = { id: 'overview', to: '/projects/$pk' } as const;
  const analyzer = { id: 'analyzer', to: '/projects/$pk/analyzer' } as const;
  const canvas = { id: 'canvas', to: '/projects/$pk/canvas' } as const;
  const lidar = { id: 'lidar', to: '/projects/$pk/lidar' } as const;
  const hasPhotos = project.image_count > 0;
  return [
    overview,
    ...(hasPhotos ? [analyzer] : []),
    canvas,
    ...(hasPhotos && project.is_lidar ? [lidar] : []),
  ] satisfies { id: ProjectTab; to: string }[];
}

/** Breadcrumb, tabs and the project's actions, in the window's header bar. */
export function ProjectHeader({ project, tab, viewer }: ProjectHeaderProps) {
  const { t } = useText();
  const { text } = useSnapshot(useApi().lastSearch);
  const params = { pk: String(project.pk) };
  return (
    <HeaderContent>
      <nav aria-label={t('projectPage.breadcrumb')} className="flex min-w-0 items-center gap-2">
        <Link
          to="/projects/list"
          search={text === '' ? {} : { search: text }}
          className="text-ink-soft hover:text-ink max-sm:hidden"
        >
          {t('navigation.projects')}
        </Link>
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-faint max-sm:hidden" />
        <h1 className="truncate font-semibold text-lg" title={project.name}>
          {project.name}
        </h1>
      </nav>
      {project.site_id !== null && <SiteChip sitePk={project.site_id} />}
      <TabLinks label={t('projectPage.tabs')}>
        {tabsOf(project).map(({ id, to }) => (
          <Link
            key={id}
            to={to}
            params={params}
            aria-current={tab === id ? 'page' : undefined}
            activeOptions={{ exact: true }}
            activeProps={{}}
            className={tabClass}
          >
            {t(`projectPage.tab.${id}`)}
          </Link>
        ))}
      </TabLinks>
      <div className="ml-auto">
        <ProjectActions project={project} viewer={viewer} />
      </div>
    </HeaderContent>
  );
}
