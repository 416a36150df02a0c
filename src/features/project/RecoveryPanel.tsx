import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleDashed, Upload as UploadIcon } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#api/api-context.ts';
import { queryKeys, recoveryQuery } from '#api/queries.ts';
import type { Upload } from '#api/uploads/upload-list.ts';
import { routes } from '#contract/routes/table.ts';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { DropZone } from '#ui/DropZone.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ErrorState } from '#ui/States.tsx';

interface RecoveryPanelProps {
  project: Project;
  /** An upload of this browser that failed. */
  upload: Readonly<Upload> | undefined;
}

/** The project page when files are missing: which, and the place to drop them; the upload goes on by itself. */
export function RecoveryPanel({ project, upload }: RecoveryPanelProps) {
  const { t, errorText } = useText();
  const { uploads } = useApi();
  if (upload?.status === 'error') {
    return (
      <ErrorState
        title={t('uploads.title')}
        action={
          <Button tone="primary" onClick={() => uploads.retry(project.pk)}>
            {t('retry')}
          </Button>
        }
      >
        {errorText(upload.error, 'uploads.failed')}
      </ErrorState>
    );
  }
  return <MissingFiles project={project} />;
}

function MissingFiles({ project }: { project: Project }) {
  const { t, errorText } = useText();
  const { client, uploads } = useApi();
  const [hasMismatch, setMismatch] = useState(false);
  const recovery = useQuery(recoveryQuery(client, project.pk));
  const isAllThere = recovery.data?.missing.length === 0 && recovery.data.uploaded.length > 0;
  const take = (files: readonly File[]) => {
    const found = uploads.resume({ pk: project.pk, name: project.name }, recovery.data?.missing ?? [], files);
    setMismatch(found === 0);
  };
  return (
    <div className="mx-auto max-w-2xl p-4 sm:pt-16">
      <Card className="flex flex-col gap-4 p-6">
        <div>
          <h2 className="font-semibold text-lg">{t('recovery.title')}</h2>
          <p className="mt-1 text-ink-soft">{t('recovery.text')}</p>
        </div>
        {recovery.isPending && <Skeleton className="h-24" />}
        {isAllThere && <StartProcessing project={project} />}
        {recovery.isError && <p role="alert">{errorText(recovery.error, 'recovery.errorOccurred')}</p>}
        <ul className="flex flex-col gap-1">
          {recovery.data?.missing.map(([name]) => (
            <li key={name} className="flex items-center gap-2">
              <CircleDashed aria-hidden="true" className="size-4 shrink-0 text-warn" />
              <span className="select-text truncate">{name}</span>
            </li>
          ))}
        </ul>
        {recovery.data?.missing.length === 0 && !isAllThere && <p>{t('recovery.nothingAnnounced')}</p>}
        <DropZone
          accept=".las,.laz,.jpg,.jpeg,.tif,.tiff,.txt,.csv,.json"
          disabled={(recovery.data?.missing.length ?? 0) === 0}
          onFiles={take}
          className="flex items-center justify-center gap-3 p-8"
        >
          <UploadIcon aria-hidden="true" className="size-5 text-ink-soft" />
          {t('recovery.drop')}
        </DropZone>
        <p role="alert" className="min-h-5 text-bad">
          {hasMismatch && t('recovery.noMatch')}
        </p>
      </Card>
    </div>
  );
}

/** Every file is there and only the last word was lost: gives it. */
function StartProcessing({ project }: { project: Project }) {
  const { t, errorText } = useText();
  const { client } = useApi();
  const cache = useQueryClient();
  const complete = useMutation({
    mutationFn: () =>
      client.call(routes.uploadCompleted, { params: { pk: project.pk }, query: { start_processing: true } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: queryKeys.project(project.pk) }),
  });
  return (
    <div className="flex flex-wrap items-center gap-4">
      <p className="flex-1">{t('recovery.allThere')}</p>
      <Button tone="primary" pending={complete.isPending} onClick={() => complete.mutate()}>
        {t('recovery.startProcessing')}
      </Button>
      {complete.isError && (
        <p role="alert" className="basis-full text-bad">
          {errorText(complete.error, 'unknownError')}
        </p>
      )}
    </div>
  );
}
