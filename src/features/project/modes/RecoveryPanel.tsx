import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, CircleDot, Upload as UploadIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useApi } from '#api/api-context.ts';
import { queryKeys, recoveryQuery } from '#api/queries.ts';
import { findMissing, readProjectMakes } from '#api/uploads/find-missing.ts';
import { parseLidarName } from '#api/uploads/lidar-upload.ts';
import type { UploadPart } from '#api/uploads/send-parts.ts';
import type { Upload } from '#api/uploads/upload-list.ts';
import type { AnswerOf } from '#contract/routes/route.ts';
import { routes } from '#contract/routes/table.ts';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { cx } from '#ui/cx.ts';
import { DropZone } from '#ui/DropZone.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ErrorState } from '#ui/States.tsx';

interface RecoveryPanelProps {
  project: Project;
  /** An upload of this browser that failed. */
  upload: Readonly<Upload> | undefined;
}

/** The project page when files are missing: their list, and a drop zone; the upload resumes automatically. */
export function RecoveryPanel({ project, upload }: RecoveryPanelProps) {
  const { t, errorText } = useText();
  const { uploads } = useApi();
  const failure = upload?.status === 'error' ? upload : null;
  return (
    <>
      {failure !== null && (
        <ErrorState
          title={t('uploads.title')}
          action={
            <Button tone="primary" onClick={() => uploads.retry(project.pk)}>
              {t('retry')}
            </Button>
          }
        >
          {errorText(failure.error, 'uploads.failed')}
        </ErrorState>
      )}
      <MissingFiles project={project} />
    </>
  );
}

function MissingFiles({ project }: { project: Project }) {
  const { t, errorText } = useText();
  const { client, uploads } = useApi();
  const { held } = useSnapshot(uploads.state);
  const recovery = useQuery(recoveryQuery(client, project.pk));
  const { found, hasMismatch, take } = useFoundFiles(project, recovery.data);
  const files = recovery.data;
  const missing = files?.missing.filter(([name]) => !found.some((part) => part.name === name)) ?? [];
  const awaitsArchive = files?.missing.some(([name]) => /\.zip$/i.test(name)) ?? false;
  const isAllThere = files?.missing.length === 0 && files.uploaded.length > 0;
  return (
    <div className="mx-auto max-w-2xl p-4 sm:pt-16">
      <Card className="flex flex-col gap-4 p-6">
        <div>
          <h2 className="font-semibold text-lg">{t('recovery.title')}</h2>
          <p className="mt-1 text-ink-soft">{t('recovery.text')}</p>
        </div>
        {held.some((upload) => upload.pk === project.pk) && <GoOn project={project} />}
        {recovery.isPending && <Skeleton className="h-24" />}
        {isAllThere && <StartProcessing project={project} />}
        {recovery.isError && <p role="alert">{errorText(recovery.error, 'recovery.errorOccurred')}</p>}
        {files !== undefined && !isAllThere && (
          <RecoveryList missing={missing} found={found} uploaded={files.uploaded} />
        )}
        {files?.missing.length === 0 && !isAllThere && <p>{t('recovery.nothingAnnounced')}</p>}
        <DropZone
          accept={awaitsArchive ? '.zip' : '.las,.laz,.jpg,.jpeg,.tif,.tiff,.txt,.csv,.json'}
          disabled={(files?.missing.length ?? 0) === 0}
          onFiles={take}
          className="flex items-center justify-center gap-3 p-8 text-left"
        >
          <UploadIcon aria-hidden="true" className="size-5 text-ink-soft" />
          {t(awaitsArchive ? 'recovery.dropArchive' : 'recovery.drop')}
        </DropZone>
        <p role="alert" className="min-h-5 text-bad">
          {hasMismatch && t(awaitsArchive ? 'recovery.notTheArchive' : 'recovery.noMatch')}
        </p>
      </Card>
    </div>
  );
}

type Recovery = AnswerOf<typeof routes.uploadRecovery>;

/** Collects dropped files until none is missing; then the upload resumes automatically. */
function useFoundFiles(project: Project, files: Recovery | undefined) {
  const { client, uploads } = useApi();
  const [found, setFound] = useState<readonly UploadPart[]>([]);
  const [hasMismatch, setMismatch] = useState(false);
  const gathered = useRef<readonly UploadPart[]>([]);
  const turn = useRef(Promise.resolve());
  const match = async (dropped: readonly File[]) => {
    if (files === undefined) return;
    const { current: found } = gathered;
    const missing = files.missing.filter(([name]) => !found.some((part) => part.name === name));
    const remembered = await uploads.remembered(project.pk);
    const makes = await readProjectMakes(client, project).catch(() => []);
    const more = await findMissing({ missing, uploaded: files.uploaded, remembered, makes }, dropped);
    const all = [...found, ...more];
    gathered.current = all;
    setFound(all);
    setMismatch(more.length === 0);
    if (all.length === files.missing.length) uploads.resume({ pk: project.pk, name: project.name }, all);
  };
  /** Files dropped while earlier ones are being matched are queued. */
  const take = (dropped: readonly File[]) => {
    turn.current = turn.current.then(() => match(dropped));
  };
  return { found, hasMismatch, take };
}

interface RecoveryListProps {
  missing: Recovery['missing'];
  found: readonly UploadPart[];
  uploaded: Recovery['uploaded'];
}

/** Every file of the upload with its state; missing files come first. */
function RecoveryList({ missing, found, uploaded }: RecoveryListProps) {
  const { t, format } = useText();
  const sizeOf = ([name, size]: Recovery['missing'][number]) =>
    parseLidarName(name) && size === Math.trunc(size) && size < 2 ** 20
      ? t('recovery.wholeMib', { size: format.number(size) })
      : format.bytes(size);
  const rows = [
    ...missing.map((entry) => ({ name: entry[0], size: sizeOf(entry), state: 'missing' as const })),
    ...found.map(({ name, file }) => ({ name, size: format.bytes(file.size), state: 'found' as const })),
    ...uploaded.map(([name, size]) => ({ name, size: format.bytes(size), state: 'uploaded' as const })),
  ];
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium">
        {t('recovery.counts', {
          missing: format.number(missing.length),
          found: format.number(found.length),
          uploaded: format.number(uploaded.length),
        })}
      </p>
      <p className="text-ink-soft text-sm">{t('recovery.starts')}</p>
      <ul
        aria-label={t('recovery.files')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keys
        tabIndex={0}
        className="flex max-h-72 flex-col gap-1 overflow-y-auto"
      >
        {rows.map(({ name, size, state }) => {
          const Icon = icons[state];
          return (
            <li key={name} className="flex items-center gap-2">
              <Icon aria-hidden="true" className={cx('size-4 shrink-0', tones[state])} />
              <span className="min-w-0 flex-1 select-text truncate">{name}</span>
              <span className="shrink-0 text-ink-soft text-sm tabular-nums">{size}</span>
              <span className="w-20 shrink-0 text-right text-sm">{t(`recovery.state.${state}`)}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const icons = { missing: CircleDashed, found: CircleDot, uploaded: CircleCheck };
const tones = { missing: 'text-warn', found: 'text-accent', uploaded: 'text-good' };

/** The browser remembers the files, and asks the user for permission before the page may read them again. */
function GoOn({ project }: { project: Project }) {
  const { t } = useText();
  const { uploads } = useApi();
  return (
    <div className="flex flex-wrap items-center gap-4">
      <p className="flex-1">{t('uploads.needsPermission')}</p>
      <Button tone="primary" onClick={() => void uploads.goOn(project.pk)}>
        {t('uploads.goOn')}
      </Button>
    </div>
  );
}

/** All files have arrived and only the final call was lost: sends it. */
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
