import { useQuery } from '@tanstack/react-query';
import { useApi } from '#api/api-context.ts';
import { projectsFolderQuery } from '#api/license-queries.ts';
import { useText } from '#i18n/use-text.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { useToast } from '#ui/Toast.tsx';
import { ProjectsFolderForm } from './ProjectsFolderForm.tsx';

/** Another projects folder, or none from now on. */
export function ProjectsFolderDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange(open: boolean): void;
}) {
  const { t } = useText();
  const { client } = useApi();
  const showToast = useToast();
  const folder = useQuery({ ...projectsFolderQuery(client), enabled: open }).data;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('projectsFolder.title')}
      description={t('projectsFolder.intro')}
      closeLabel={t('close')}
    >
      {folder !== undefined && (
        <div className="pb-4">
          <ProjectsFolderForm
            initial={folder.path ?? ''}
            onSaved={() => {
              showToast({ title: t('projectsFolder.saved'), tone: 'good' });
              onOpenChange(false);
            }}
          />
        </div>
      )}
    </Dialog>
  );
}
