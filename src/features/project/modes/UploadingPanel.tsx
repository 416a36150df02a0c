import { useApi } from '#api/api-context.ts';
import type { Upload } from '#api/uploads/upload-list.ts';
import { noteOfUpload } from '#api/uploads/upload-note.ts';
import { type Edition, hasFeature } from '#contract/editions.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { ProgressBar } from '#ui/Progress.tsx';

/** The project page while this browser sends its files: amount, speed and remaining time. */
export function UploadingPanel({ upload, edition }: { upload: Readonly<Upload>; edition: Edition }) {
  const { t, format, errorText } = useText();
  const { uploads } = useApi();
  const note = noteOfUpload(upload, edition);
  const fraction = upload.totalBytes === 0 ? 0 : upload.sentBytes / upload.totalBytes;
  return (
    <div className="mx-auto max-w-2xl p-4 sm:pt-16">
      <Card className="flex flex-col gap-4 p-6">
        <div className="flex items-baseline justify-between gap-4">
          <h2 className="font-semibold text-lg">{t('uploadingPage.title')}</h2>
          <output className="font-semibold text-2xl">{format.percent(fraction)}</output>
        </div>
        <ProgressBar value={fraction} label={t('uploadingPage.title')} className="h-2" />
        <dl className="flex min-h-11 flex-wrap gap-x-10 gap-y-2">
          <Figure
            name={t('uploadingPage.sent')}
            value={t('uploads.amount', {
              sent: format.bytes(upload.sentBytes),
              total: format.bytes(upload.totalBytes),
            })}
          />
          {upload.bytesPerSecond !== null && (
            <Figure name={t('uploadingPage.speed')} value={`${format.bytes(upload.bytesPerSecond)}/s`} />
          )}
          {upload.secondsLeft !== null && (
            <Figure name={t('uploadingPage.timeLeft')} value={format.duration(upload.secondsLeft)} />
          )}
        </dl>
        <div role="status" className="min-h-10 text-sm text-warn">
          {note !== null && <p>{t(note)}</p>}
          {upload.reason !== null && upload.reason.code !== 'client.unreachable' && (
            <p className="text-ink-soft">{errorText(upload.reason, 'uploads.waiting')}</p>
          )}
        </div>
        <div className="flex items-end justify-between gap-4">
          <p className="text-ink-soft">
            {hasFeature(edition, 'keepBrowserOpen') && t('uploadingPage.keepOpen')}
          </p>
          <Button onClick={() => uploads.cancel(upload.pk)}>{t('cancel')}</Button>
        </div>
      </Card>
    </div>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-ink-soft text-xs">{name}</dt>
      <dd className="font-medium">{value}</dd>
    </div>
  );
}
