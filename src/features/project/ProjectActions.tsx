import { Archive, Ellipsis, Info, MapPin, Pencil, Trash2, UserRoundCog } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Menu } from '#ui/Menu.tsx';
import { DetailsDialog } from './details/DetailsDialog.tsx';
import { RenameDialog } from './details/RenameDialog.tsx';
import { ExportArchiveDialog } from './downloads/ExportArchiveDialog.tsx';
import { useOpenFolder } from './downloads/use-open-folder.tsx';
import { DeleteDialog } from './remove/DeleteDialog.tsx';
import { SiteDialog } from './site/SiteDialog.tsx';
import { mayManage, type Viewer } from './viewer.ts';

type OpenDialog = 'details' | 'archive' | 'rename' | 'site' | 'delete' | null;

/** The menu of project actions, and their dialogs. */
export function ProjectActions({ project, viewer }: { project: Project; viewer: Viewer }) {
  const { t } = useText();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const dialogProps = (name: OpenDialog) => ({
    project,
    open: dialog === name,
    onOpenChange: (open: boolean) => setDialog(open ? name : null),
  });
  const isManager = mayManage(project, viewer);
  const isAtRest = project.state === 'completed' || project.state === 'errored';
  const openFolder = useOpenFolder(project, viewer);
  const isForStaff = isManager && !project.owned;
  const forOwners = (icon: ReactNode) => (isForStaff ? <UserRoundCog aria-label={t('superView')} /> : icon);
  return (
    <>
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
            id: 'archive',
            label: t('exportArchive.title'),
            icon: forOwners(<Archive />),
            disabled: !isManager || !isAtRest,
            ...(isManager && !isAtRest ? { hint: t('exportArchive.busy') } : {}),
            onSelect: () => setDialog('archive'),
          },
          {
            id: 'rename',
            label: t('renameProject.title'),
            icon: forOwners(<Pencil />),
            disabled: !isManager,
            ...(isManager ? {} : { hint: t('onlyOwnersMayRename') }),
            onSelect: () => setDialog('rename'),
          },
          {
            id: 'site',
            label: t('site.set'),
            icon: forOwners(<MapPin />),
            disabled: !isManager,
            onSelect: () => setDialog('site'),
          },
          ...openFolder,
          {
            id: 'delete',
            label: t('deleteProjectModal.title'),
            icon: forOwners(<Trash2 />),
            danger: true,
            disabled: !isManager,
            ...(isManager ? {} : { hint: t('onlyOwnersMayDelete') }),
            onSelect: () => setDialog('delete'),
          },
        ]}
      />
      <DetailsDialog {...dialogProps('details')} viewer={viewer} />
      <ExportArchiveDialog {...dialogProps('archive')} viewer={viewer} />
      <RenameDialog {...dialogProps('rename')} edition={viewer.edition} />
      <SiteDialog {...dialogProps('site')} />
      <DeleteDialog {...dialogProps('delete')} viewer={viewer} />
    </>
  );
}
