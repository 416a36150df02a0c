import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type { StationPhoto } from '#core/stations/station-block.ts';
import { useText } from '#i18n/use-text.ts';

/** The small picture of a photo of the block, and the way to the photo itself. */
export function PhotoPicture({ name, files }: Pick<StationPhoto, 'name' | 'files'>) {
  const { t } = useText();
  const [hasFailed, setFailed] = useState(false);
  if (files === null) return <p className="text-ink-soft text-sm">{t('stations.notStored')}</p>;
  return (
    <div>
      {hasFailed ? (
        <p role="status" className="text-sm text-warn">
          {t('stations.photoFailed')}
        </p>
      ) : (
        <img
          src={files.thumbnail}
          alt={name}
          className="max-h-48 w-full rounded-md bg-well object-contain max-sm:max-h-32"
          onError={() => setFailed(true)}
        />
      )}
      <a
        href={files.photo}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-6 items-center gap-1 text-accent text-sm underline"
      >
        {t('stations.openPhoto')}
        <ExternalLink aria-hidden="true" className="size-3.5" />
      </a>
    </div>
  );
}
