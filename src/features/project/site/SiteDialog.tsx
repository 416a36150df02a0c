import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useApi } from '#api/api-context.ts';
import { queryKeys, siteQuery } from '#api/queries.ts';
import { limits } from '#contract/limits.ts';
import { routes } from '#contract/routes/table.ts';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { TextField } from '#ui/TextField.tsx';

interface SiteDialogProps {
  project: Project;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Assigns the project to a site by its name, or removes it from its site. */
export function SiteDialog({ project, open, onOpenChange }: SiteDialogProps) {
  const { t, errorText } = useText();
  const { client } = useApi();
  const cache = useQueryClient();
  const formId = useId();
  const site = useQuery(siteQuery(client, project.site_id));
  const [name, setName] = useState('');
  const save = useMutation({
    mutationFn: () => client.call(routes.projectModify, { params: { pk: project.pk }, body: { site: name } }),
    onSuccess: (changed) => {
      cache.setQueryData(queryKeys.project(project.pk), changed);
      onOpenChange(false);
    },
  });
  const current = site.data?.name ?? '';
  const { reset } = save;
  useEffect(() => {
    if (!open) return;
    setName(current);
    reset();
  }, [open, current, reset]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      closable={!save.isPending}
      title={t('site.set')}
      description={t('site.setText')}
      closeLabel={t('close')}
      footer={
        <>
          <Button disabled={save.isPending} onClick={() => onOpenChange(false)}>
            {t('cancel')}
          </Button>
          <Button tone="primary" type="submit" form={formId} pending={save.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <TextField
          label={t('site.name')}
          hint={t('site.nameHint')}
          value={name}
          maxLength={limits.nameLength}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
          error={save.isError ? errorText(save.error, 'unknownError') : undefined}
        />
      </form>
    </Dialog>
  );
}
