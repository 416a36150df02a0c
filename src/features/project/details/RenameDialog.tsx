import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useApi } from '#api/api-context.ts';
import { subfoldersQuery } from '#api/license-queries.ts';
import { queryKeys } from '#api/queries.ts';
import { type Edition, hasFeature } from '#contract/editions.ts';
import { routes } from '#contract/routes/table.ts';
import type { Project } from '#contract/schemas/project.ts';
import { projectNameFault } from '#contract/validation/project-name.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { TextField } from '#ui/TextField.tsx';

interface RenameDialogProps {
  project: Project;
  edition: Edition;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Gives the project another name, by the rules of the edition. */
export function RenameDialog({ project, edition, open, onOpenChange }: RenameDialogProps) {
  const { t, errorText } = useText();
  const { client } = useApi();
  const cache = useQueryClient();
  const formId = useId();
  const [name, setName] = useState(project.name);
  const [isChecked, setChecked] = useState(false);
  const fault = projectNameFault(name, edition, project.name);
  const isTaken = useIsSubfolder(name, edition, open);
  const rename = useMutation({
    mutationFn: () =>
      client.call(routes.projectModify, { params: { pk: project.pk }, body: { name: name.trim() } }),
    onSuccess: (changed) => {
      cache.setQueryData(queryKeys.project(project.pk), changed);
      void cache.invalidateQueries({ queryKey: [...queryKeys.projects, 'search'] });
      onOpenChange(false);
    },
  });
  const { reset } = rename;
  useEffect(() => {
    if (!open) return;
    setName(project.name);
    setChecked(false);
    reset();
  }, [open, project.name, reset]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (fault === null) rename.mutate();
  };
  const shownFault = isChecked && fault !== null ? t(fault) : undefined;
  const failure = rename.isError ? errorText(rename.error, 'unknownError') : undefined;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      closable={!rename.isPending}
      title={t('renameProject.title')}
      closeLabel={t('close')}
      footer={
        <>
          <Button disabled={rename.isPending} onClick={() => onOpenChange(false)}>
            {t('cancel')}
          </Button>
          <Button tone="primary" type="submit" form={formId} pending={rename.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <TextField
          label={t('renameProject.name')}
          value={name}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
          error={shownFault ?? failure}
        />
        {isTaken && fault === null && (
          <p role="status" className="flex gap-2 text-warn">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {t('renameProject.subfolderExists', { name: name.trim() })}
          </p>
        )}
      </form>
    </Dialog>
  );
}

/** Whether the projects folder holds a folder of this name, whatever its case. */
function useIsSubfolder(name: string, edition: Edition, isAsked: boolean): boolean {
  const { client } = useApi();
  const enabled = isAsked && hasFeature(edition, 'projectsFolder');
  const folders = useQuery({ ...subfoldersQuery(client), enabled }).data ?? [];
  const wanted = name.trim().toLowerCase();
  return enabled && folders.some((folder) => folder.toLowerCase() === wanted);
}
