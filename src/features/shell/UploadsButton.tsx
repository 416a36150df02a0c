import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useApi } from '#api/api-context.ts';
import { bootstrapQuery } from '#api/queries.ts';
import type { HeldUpload, Upload } from '#api/uploads/upload-list.ts';
import { noteOfUpload } from '#api/uploads/upload-note.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Drawer } from '#ui/Drawer.tsx';
import { ProgressBar, ProgressRing } from '#ui/Progress.tsx';

/** Opens the uploads: hidden without uploads; a ring with the total percent, a badge when one failed. */
export function UploadsButton() {
  const { t, format } = useText();
  const { uploads: list } = useApi();
  const { uploads, held } = useSnapshot(list.state);
  const [isOpen, setOpen] = useState(false);
  const isEmpty = uploads.length + held.length === 0;
  useEffect(() => {
    if (isEmpty) setOpen(false);
  }, [isEmpty]);
  if (isEmpty) return null;

  const sent = uploads.reduce((sum, upload) => sum + upload.sentBytes, 0);
  const total = uploads.reduce((sum, upload) => sum + upload.totalBytes, 0);
  const fraction = total === 0 ? 0 : sent / total;
  const hasError = uploads.some((upload) => upload.status === 'error');
  const name = hasError
    ? t('uploads.buttonFailed')
    : t('uploads.button', { percent: format.percent(fraction) });
  return (
    <>
      <Button tone="quiet" aria-label={name} onClick={() => setOpen(true)}>
        {hasError ? (
          <CircleAlert className="size-5 text-bad" />
        ) : (
          <ProgressRing value={fraction} label={t('uploads.title')} />
        )}
        <span className="tabular-nums">{format.percent(fraction)}</span>
      </Button>
      <Drawer open={isOpen} onOpenChange={setOpen} title={t('uploads.title')} closeLabel={t('close')}>
        <ul className="flex flex-col gap-4">
          {uploads.map((upload) => (
            <li key={upload.pk}>
              <UploadRow upload={upload} />
            </li>
          ))}
          {held.map((upload) => (
            <li key={upload.pk}>
              <HeldRow upload={upload} />
            </li>
          ))}
        </ul>
      </Drawer>
    </>
  );
}

function HeldRow({ upload }: { upload: HeldUpload }) {
  const { t } = useText();
  const { uploads } = useApi();
  return (
    <div className="flex flex-col gap-2">
      <p className="truncate font-medium">{upload.name}</p>
      <p className="text-ink-soft text-sm">{t('uploads.needsPermission')}</p>
      <div className="flex gap-2">
        <Button onClick={() => void uploads.goOn(upload.pk)}>{t('uploads.goOn')}</Button>
        <Button onClick={() => uploads.cancel(upload.pk)}>{t('cancel')}</Button>
      </div>
    </div>
  );
}

function UploadRow({ upload }: { upload: Readonly<Upload> }) {
  const { t, format, errorText } = useText();
  const { client, uploads } = useApi();
  const edition = useQuery(bootstrapQuery(client)).data?.edition ?? 'cloud';
  const note = noteOfUpload(upload, edition);
  const isFailed = upload.status === 'error';
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-4">
        <p className="truncate font-medium">{upload.name}</p>
        <p className="shrink-0 text-ink-soft text-sm">
          {t('uploads.amount', {
            sent: format.bytes(upload.sentBytes),
            total: format.bytes(upload.totalBytes),
          })}
        </p>
      </div>
      <ProgressBar
        value={upload.totalBytes === 0 ? undefined : upload.sentBytes / upload.totalBytes}
        label={upload.name}
        tone={isFailed ? 'bad' : 'accent'}
      />
      {isFailed && (
        <p role="alert" className="text-bad text-sm">
          {errorText(upload.error, 'uploads.failed')}
        </p>
      )}
      {note !== null && <p className="text-sm text-warn">{t(note)}</p>}
      {upload.bytesPerSecond !== null && upload.secondsLeft !== null && (
        <p className="text-ink-soft text-sm">
          {t('uploads.rate', {
            speed: format.bytes(upload.bytesPerSecond),
            left: format.duration(upload.secondsLeft),
          })}
        </p>
      )}
      <div className="flex gap-2">
        {isFailed && <Button onClick={() => uploads.retry(upload.pk)}>{t('retry')}</Button>}
        <Button onClick={() => uploads.cancel(upload.pk)}>{t('cancel')}</Button>
      </div>
    </div>
  );
}
