import { ChevronLeft, ChevronRight, ExternalLink, X } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import type { CameraStations, ChosenStation, StationState } from '#core/stations/camera-stations.ts';
import type { StationPhoto } from '#core/stations/station-block.ts';
import { type Text, useText } from '#i18n/use-text.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Facts } from '#ui/Table.tsx';
import { usePanel } from '../use-panel.ts';
import { type StationsAccess, useStationsAccess } from './stations-context.ts';

/** Facts of the photo or surveyed point selected in the view. */
export function StationCard({ editor }: { editor: Editor }) {
  const access = useStationsAccess();
  return access === null ? null : <ChosenCard {...access} editor={editor} />;
}

type Counts = NonNullable<StationState['counts']>;

function ChosenCard({ stations, editor }: StationsAccess & { editor: Editor }) {
  const { chosen, counts } = useSnapshot(stations.state);
  if (chosen === null || counts === null) return null;
  return <Card stations={stations} editor={editor} chosen={chosen} counts={counts} />;
}

interface CardProps {
  stations: CameraStations;
  editor: Editor;
  chosen: Shown;
  counts: Counts;
}

function Card({ stations, editor, chosen, counts }: CardProps) {
  const text = useText();
  const { t } = text;
  const panel = usePanel<HTMLElement>(editor, () => stations.choose(null));
  const total = chosen.kind === 'photo' ? counts.frusta : counts.control;
  const name = chosen.kind === 'photo' ? chosen.photo.name : chosen.point.label;
  const step = (by: number) => stepTo(stations, chosen, by, total);
  return (
    <section
      {...panel}
      aria-label={t(`stations.${chosen.kind}`)}
      className="elevated absolute bottom-3 left-3 z-10 max-h-[calc(100%-1.5rem)] w-72 max-w-[calc(100%-1.5rem)] overflow-y-auto rounded-lg px-3 pb-2 max-sm:max-h-1/2 sm:left-18"
    >
      <header className="flex items-center gap-1 pt-1">
        <h2 className="min-w-0 flex-1 truncate font-semibold" title={name}>
          {name}
        </h2>
        <IconButton label={t('stations.previous')} icon={<ChevronLeft />} onClick={() => step(-1)} />
        <IconButton label={t('stations.next')} icon={<ChevronRight />} onClick={() => step(1)} />
        <IconButton label={t('close')} icon={<X />} onClick={() => stations.choose(null)} />
      </header>
      {chosen.kind === 'photo' && <PhotoThumbnail key={name} name={name} files={chosen.photo.files} />}
      <Facts facts={factsOf(chosen, text)} />
    </section>
  );
}

type Shown = ReturnType<typeof useSnapshot<ChosenStation>>;

function stepTo(stations: CameraStations, { kind, index }: Shown, by: number, total: number): void {
  stations.choose({ kind, index: (index + by + total) % total });
}

const metresOf = (residual: readonly (number | null)[] | null, { format }: Text) =>
  residual === null
    ? '–'
    : `${residual.map((value) => (value === null ? '–' : format.number(value, 3))).join(', ')} m`;

const pixelsOf = (rmsPx: number | null, { format }: Text) =>
  rmsPx === null ? '–' : `${format.number(rmsPx, 2)} px`;

function factsOf(chosen: Shown, text: Text) {
  const { t, format } = text;
  if (chosen.kind === 'photo') {
    const { position, gpsResidual, rmsPx, observations } = chosen.photo;
    return [
      { name: t('stations.position'), value: position.map((value) => format.number(value, 2)).join(', ') },
      { name: t('stations.residual'), value: pixelsOf(rmsPx, text) },
      { name: t('stations.gps'), value: metresOf(gpsResidual, text) },
      { name: t('stations.observations'), value: format.number(observations) },
    ];
  }
  const { kind, status, residual, rmsPx, marks } = chosen.point;
  return [
    { name: t('stations.kind'), value: t(`stations.legend.${kind}`) },
    { name: t('stations.status'), value: t(`stations.status.${status}`) },
    { name: t('stations.offset'), value: metresOf(residual, text) },
    { name: t('stations.residual'), value: pixelsOf(rmsPx, text) },
    { name: t('stations.marks'), value: format.number(marks) },
  ];
}

/** The thumbnail of a photo of the block, linked to the photo itself. */
function PhotoThumbnail({ name, files }: Pick<StationPhoto, 'name' | 'files'>) {
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
