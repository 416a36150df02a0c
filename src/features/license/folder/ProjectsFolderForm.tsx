import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useApi } from '#api/api-context.ts';
import { licenseKeys } from '#api/license-queries.ts';
import { routes } from '#contract/routes/table.ts';
import type { ExportDirectory } from '#contract/schemas/license.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';

interface ProjectsFolderFormProps {
  /** Initial path of the field. */
  initial: string;
  onSaved?(saved: ExportDirectory): void;
}

/** The choice of a projects folder, or of none; the server checks the path. */
export function ProjectsFolderForm({ initial, onSaved }: ProjectsFolderFormProps) {
  const { t, errorText } = useText();
  const { client } = useApi();
  const cache = useQueryClient();
  const [path, setPath] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const save = useMutation({
    mutationFn: (body: ExportDirectory) => client.call(routes.exportDirectorySet, { body }),
    onSuccess: (saved) => {
      cache.setQueryData(licenseKeys.projectsFolder, saved);
      void cache.invalidateQueries({ queryKey: licenseKeys.subfolders });
      onSaved?.(saved);
    },
  });
  const isEmpty = path.trim() === '';
  const failure = save.isError ? errorText(save.error, 'projectsFolder.genericError') : undefined;
  const isPending = (enabled: boolean) => save.isPending && save.variables.enabled === enabled;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!isEmpty) save.mutate({ path, enabled: true });
  };

  return (
    <form noValidate onSubmit={submit} className="mt-4 flex flex-col gap-2">
      <TextField
        label={t('projectsFolder.path')}
        hint={t('projectsFolder.hint')}
        value={path}
        onChange={(event) => setPath(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        error={isChecked && isEmpty ? t('validation.requiredField') : failure}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          pending={isPending(false)}
          disabled={save.isPending}
          onClick={() => save.mutate({ path: null, enabled: false })}
        >
          {t('projectsFolder.disable')}
        </Button>
        <Button tone="primary" type="submit" pending={isPending(true)} disabled={save.isPending}>
          {t('projectsFolder.confirm')}
        </Button>
      </div>
    </form>
  );
}
