import { cameraName } from '#domain/photogrammetry/model/camera-name.ts';
import { useText } from '#i18n/use-text.ts';
import type { DescribedFlight, ImagePreflight } from '../choose/image-preflight.ts';
import { Notice } from '../Notice.tsx';
import { Doubts } from '../questions/Doubts.tsx';
import { FlightPreview } from './FlightPreview.tsx';

interface PhotoFactsProps {
  preflight: ImagePreflight;
  described: DescribedFlight;
}

/** Number of photos by camera, their positions, and doubts about them. */
export function PhotoFacts({
  preflight: { photos, leftOut },
  described: { flight, doubts },
}: PhotoFactsProps) {
  const { t, format } = useText();
  const bytes = photos.reduce((sum, { file }) => sum + file.size, 0);
  const positioned = photos.filter(({ info }) => info.position !== null).length;
  const cameras = [
    ...new Set(
      photos.map(({ info: { make, model, width, height } }) =>
        `${cameraName(make, model)} ${width} × ${height}`.trim(),
      ),
    ),
  ];
  const number = format.number(photos.length);
  return (
    <div className="flex flex-col gap-2">
      <div>
        <p className="font-medium">
          {t('createPage.photos', { count: photos.length, number })} · {format.bytes(bytes)}
        </p>
        {cameras.map((camera) => (
          <p key={camera} className="select-text text-ink-soft text-sm">
            {camera}
          </p>
        ))}
        <p className="text-ink-soft text-sm">
          {t('createPage.positions', { number: format.number(positioned), total: number })}
        </p>
      </div>
      {positioned === 0 && <Notice tone="warn">{t('createPage.noPositions')}</Notice>}
      <FlightPreview flight={flight} />
      <Doubts records={[...leftOut, ...doubts]} />
    </div>
  );
}
