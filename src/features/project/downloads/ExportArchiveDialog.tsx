import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#api/api-context.ts';
import { rawRoutes } from '#contract/routes/raw-routes.ts';
import { fillPath } from '#contract/routes/route.ts';
import { routes } from '#contract/routes/table.ts';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Quantity } from '#ui/Quantity.tsx';
import { useToast } from '#ui/Toast.tsx';
import type { Viewer } from '../viewer.ts';
import { useExportFolder } from './use-export-folder.ts';

interface ExportArchiveDialogProps {
  project: Project;
  viewer: Viewer;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Saves the whole project as one archive: on a desktop into the projects folder, else as a download. */
export function ExportArchiveDialog({ project, viewer, open, onOpenChange }: ExportArchiveDialogProps) {
  const { t, errorText, format } = useText();
  const { client } = useApi();
  const showToast = useToast();
  const folder = useExportFolder(project, viewer);
  const [withInputs, setWithInputs] = useState(false);
  const write = useMutation({
    mutationFn: (dest: string) =>
      client.call(routes.projectExportArchive, {
        params: { pk: project.pk },
        query: { dest, inputs: withInputs },
      }),
    onSuccess: ({ path }) => {
      showToast({ title: t('downloads.exported', { path }) });
      onOpenChange(false);
    },
  });
  const address = fillPath(rawRoutes.archiveGet.path, { pk: project.pk });
  const input = project.size.input;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      closable={!write.isPending}
      title={t('exportArchive.title')}
      closeLabel={t('close')}
      footer={
        <>
          <Button disabled={write.isPending} onClick={() => onOpenChange(false)}>
            {t('cancel')}
          </Button>
          {folder === null ? (
            <a
              download
              href={withInputs ? `${address}?inputs` : address}
              className={buttonClass('primary')}
              onClick={() => onOpenChange(false)}
            >
              {t('exportArchive.download')}
            </a>
          ) : (
            <Button tone="primary" pending={write.isPending} onClick={() => write.mutate(folder)}>
              {t('exportArchive.save')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3 pb-4">
        <p className="text-ink-soft">{t('exportArchive.what')}</p>
        <Checkbox
          label={t('exportArchive.inputs')}
          checked={withInputs}
          onChange={setWithInputs}
          trailing={<Quantity value={input} text={format.bytes(input)} />}
        />
        {folder !== null && <p className="break-all text-ink-soft text-sm">{folder}</p>}
        {write.isError && (
          <p role="alert" className="text-bad">
            {errorText(write.error, 'downloads.exportFailed')}
          </p>
        )}
      </div>
    </Dialog>
  );
}
