import { useId, useState } from 'react';
import type { CrsEntry } from '#domain/crs/table.ts';
import { useText } from '#i18n/use-text.ts';
import { cx } from '#ui/cx.ts';
import { TextField } from '#ui/TextField.tsx';
import { formatPlace, type Place, parsePlace } from './place.ts';
import { useSystemsAt } from './systems-at.ts';
import { WorldPlan } from './WorldPlan.tsx';

/** Maximum number of systems listed for a place. */
const listed = 40;

interface PlaceChoiceProps {
  /** Location of the survey, if its files declare it. */
  start: Place | null;
  /** Name of the system that is chosen. */
  chosenName: string;
  onChoose(entry: CrsEntry): void;
}

/** Chooses a place by its coordinates or on a plan of the world, and a system of those made for it. */
export function PlaceChoice({ start, chosenName, onChoose }: PlaceChoiceProps) {
  const { t } = useText();
  const titleId = useId();
  const [typed, setTyped] = useState(start === null ? '' : formatPlace(start));
  const place = parsePlace(typed);
  const systems = useSystemsAt(place, listed);
  const [pointed, setPointed] = useState<CrsEntry | null>(null);
  const outlined =
    systems.find((entry) => entry === pointed) ?? systems.find(({ name }) => name === chosenName);
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line p-3">
      <TextField
        label={t('placeChoice.coordinates')}
        hint={t('placeChoice.hint')}
        error={typed.trim() === '' || place !== null ? undefined : t('placeChoice.fault')}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      <WorldPlan
        place={place}
        area={outlined?.area ?? null}
        onPlace={(next) => setTyped(formatPlace(next))}
      />
      {place !== null && (
        <section aria-labelledby={titleId} className="flex flex-col">
          <h3 id={titleId} className="font-medium text-ink-soft text-sm">
            {t('placeChoice.systems')}
          </h3>
          <ul className="mt-1 flex max-h-70 flex-col overflow-y-auto">
            {systems.map((entry) => (
              <li key={entry.epsg}>
                <button
                  type="button"
                  aria-pressed={entry.name === chosenName}
                  onPointerEnter={() => setPointed(entry)}
                  onPointerLeave={() => setPointed(null)}
                  onFocus={() => setPointed(entry)}
                  onBlur={() => setPointed(null)}
                  onClick={() => onChoose(entry)}
                  className={cx(
                    'flex min-h-10 w-full min-w-0 flex-col rounded-md px-3 py-1 text-left hover:bg-hover pointer-coarse:min-h-11',
                    entry.name === chosenName && 'bg-accent-soft text-accent-ink',
                  )}
                >
                  <span>{entry.name}</span>
                  <span className="text-ink-soft text-sm">
                    {[`EPSG:${entry.epsg}`, entry.area?.name].filter(Boolean).join(' · ')}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
