import type { RejectedPhoto } from '#domain/photogrammetry/model/reconstruction.ts';
import { rejectionRecord } from '#domain/photogrammetry/model/rejection.ts';
import { useText } from '#i18n/use-text.ts';
import { Card } from '#ui/Card.tsx';
import type { PhotoReport } from './photo-report.ts';

/** Photos that are in no product, each with its reason; hidden where all were used. */
export function RejectedPhotos({ rejected }: { rejected: PhotoReport['images']['rejected'] }) {
  const { t, errorText } = useText();
  if (rejected.length === 0) return null;
  return (
    <Card aria-label={t('report.rejected')} className="px-4 py-3">
      <h3 className="font-semibold">{t('report.rejected')}</h3>
      <ul className="mt-1 flex flex-col gap-1">
        {rejected.map((photo) => (
          <li key={photo.name} className="select-text break-words text-ink-soft">
            {errorText(rejectionRecord(photo as RejectedPhoto), 'unknownError')}
          </li>
        ))}
      </ul>
    </Card>
  );
}
