import { useSnapshot } from 'valtio';
import type { CameraStations } from '#core/stations/camera-stations.ts';
import { stationColours, stationParts } from '#core/stations/station-layers.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import type { Rgba } from '#viewport/display.ts';
import { type StationsAccess, useStationsAccess } from './stations-context.ts';

/** The camera stations in the list of what is shown: toggled as a whole and by part, with their legend. */
export function StationsPart() {
  const access = useStationsAccess();
  if (access === null) return null;
  return <Stations {...access} />;
}

function Stations({ stations, reading }: StationsAccess) {
  const { t, format, errorText } = useText();
  const { isShown, parts, counts } = useSnapshot(stations.state);
  return (
    <div>
      <Checkbox label={t('stations.title')} checked={isShown} onChange={stations.setShown} />
      {isShown && reading.kind === 'reading' && (
        <p className="pl-6 text-ink-soft text-sm">{t('stations.reading')}</p>
      )}
      {isShown && reading.kind === 'failed' && (
        <p role="alert" className="pl-6 text-sm text-warn">
          {errorText(reading.error, 'stations.failed')}
        </p>
      )}
      {isShown && counts !== null && (
        <fieldset aria-label={t('stations.title')} className="pl-6">
          {stationParts.map((part) => (
            <div key={part} className="flex items-center justify-between gap-2">
              <Checkbox
                label={t(`stations.${part}`)}
                checked={parts[part]}
                onChange={(next) => stations.setPart(part, next)}
              />
              <span className="text-ink-faint text-xs tabular-nums">{format.number(counts[part])}</span>
            </div>
          ))}
          {parts.control && counts.control > 0 && <Legend stations={stations} />}
          {counts.frusta > 0 && (
            <Button onClick={() => stations.choose({ kind: 'photo', index: 0 })}>
              {t('stations.browse')}
            </Button>
          )}
        </fieldset>
      )}
    </div>
  );
}

const cssOf = ([r, g, b]: Rgba) => `rgb(${r * 255} ${g * 255} ${b * 255})`;

const marks = [
  ['gcp', 'M7 1.5l6 11h-12z'],
  ['checkpoint', 'M7 1l6 6l-6 6l-6 -6z'],
  ['outlier', 'M1.5 7h11'],
] as const;

function Legend({ stations }: { stations: CameraStations }) {
  const { t, format } = useText();
  const { factor } = useSnapshot(stations.state);
  return (
    <div className="pb-2 text-ink-soft text-sm">
      <ul className="flex flex-wrap gap-x-3">
        {marks.map(([kind, path]) => (
          <li key={kind} className="flex items-center gap-1.5">
            <svg aria-hidden="true" viewBox="0 0 14 14" className="size-3.5">
              <path
                d={path}
                fill={cssOf(stationColours[kind])}
                stroke={cssOf(stationColours[kind])}
                strokeWidth={kind === 'outlier' ? 2.5 : 0}
              />
            </svg>
            {t(`stations.legend.${kind}`)}
          </li>
        ))}
      </ul>
      <p>{t('stations.legend.arrows', { factor: format.number(factor) })}</p>
    </div>
  );
}
