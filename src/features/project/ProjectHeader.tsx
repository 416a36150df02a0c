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

interface ProjectHeaderProps {
  project: Project;
  tab: 'overview' | 'canvas';
  viewer: Viewer;
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
        <Link
          to="/projects/$pk"
          params={params}
          aria-current={tab === 'overview' ? 'page' : undefined}
          activeOptions={{ exact: true }}
          activeProps={{}}
          className={tabClass}
        >
          {t('projectPage.tab.overview')}
        </Link>
        <Link
          to="/projects/$pk/canvas"
          params={params}
          aria-current={tab === 'canvas' ? 'page' : undefined}
          activeOptions={{ exact: true }}
          activeProps={{}}
          className={tabClass}
        >
          {t('projectPage.tab.canvas')}
        </Link>
      </TabLinks>
      <div className="ml-auto">
        <ProjectActions project={project} viewer={viewer} />
      </div>
    </HeaderContent>
  );
}
