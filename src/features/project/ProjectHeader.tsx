import { Link } from '@tanstack/react-router';
import { ChevronRight, Ellipsis, Info, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { useApi } from '#api/api-context.ts';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { HeaderContent } from '#ui/Header.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Menu } from '#ui/Menu.tsx';
import { TabLinks, tabClass } from '#ui/Tabs.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { DetailsDialog } from './DetailsDialog.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import type { Viewer } from './viewer.ts';

interface ProjectHeaderProps {
  project: Project;
  tab: 'overview' | 'canvas';
  viewer: Viewer;
}

type OpenDialog = 'details' | 'rename' | 'delete' | null;

/** Breadcrumb, tabs and the project's actions, in the window's header bar. */
export function ProjectHeader({ project, tab, viewer }: ProjectHeaderProps) {
  const { t } = useText();
  const { text } = useSnapshot(useApi().lastSearch);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const dialogProps = (name: OpenDialog) => ({
    project,
    open: dialog === name,
    onOpenChange: (open: boolean) => setDialog(open ? name : null),
  });
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
        <Menu
          trigger={<IconButton label={t('projectPage.actions')} icon={<Ellipsis />} />}
          items={[
            {
              id: 'details',
              label: t('projectDetails.title'),
              icon: <Info />,
              onSelect: () => setDialog('details'),
            },
            {
              id: 'rename',
              label: t('renameProject.title'),
              icon: <Pencil />,
              disabled: !project.owned,
              onSelect: () => setDialog('rename'),
            },
            {
              id: 'delete',
              label: t('deleteProjectModal.title'),
              icon: <Trash2 />,
              danger: true,
              disabled: !project.owned || project.is_deleted,
              onSelect: () => setDialog('delete'),
            },
          ]}
        />
      </div>
      <DetailsDialog {...dialogProps('details')} edition={viewer.edition} />
      <RenameDialog {...dialogProps('rename')} edition={viewer.edition} />
      <DeleteDialog {...dialogProps('delete')} />
    </HeaderContent>
  );
}
