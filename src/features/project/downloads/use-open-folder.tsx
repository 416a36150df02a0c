import { useMutation } from '@tanstack/react-query';
import { FolderOpen } from 'lucide-react';
import { useApi } from '#api/api-context.ts';
import { routes } from '#contract/routes/table.ts';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import type { MenuItem } from '#ui/Menu.tsx';
import { useToast } from '#ui/Toast.tsx';
import type { Viewer } from '../viewer.ts';
import { useExportFolder } from './use-export-folder.ts';

/** Menu item for the project's folder on disk; none where there is no projects folder. */
export function useOpenFolder(project: Project, viewer: Viewer): MenuItem[] {
  const { t, errorText } = useText();
  const { client } = useApi();
  const showToast = useToast();
  const open = useMutation({
    mutationFn: () => client.call(routes.folderOpen, { params: { pk: project.pk } }),
    onError: (error) => showToast({ title: errorText(error, 'projectPage.openFolderFailed'), tone: 'bad' }),
  });
  if (useExportFolder(project, viewer) === null) return [];
  return [
    {
      id: 'open-folder',
      label: t('projectPage.openFolder'),
      icon: <FolderOpen />,
      disabled: open.isPending,
      onSelect: () => open.mutate(),
    },
  ];
}
