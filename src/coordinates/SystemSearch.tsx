import { useQuery } from '@tanstack/react-query';
import { MapPinned } from 'lucide-react';
import { useState } from 'react';
import { searchCrs } from '#domain/crs/search-crs.ts';
import type { CrsEntry } from '#domain/crs/table.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Combobox } from '#ui/Combobox.tsx';
import { PlaceChoice } from './PlaceChoice.tsx';
import { type Place, parsePlace } from './place.ts';
import { isComputed, surveyKinds, systemsAt, useSystemsAt } from './systems-at.ts';

/** Maximum number of systems listed at once. */
const listed = 20;
/** Maximum number of systems of a place offered at once. */
const offeredAtPlace = 4;

interface SystemSearchProps {
  hint: string;
  /** Null while nothing of the list is chosen. */
  onSelect(entry: CrsEntry | null): void;
  error?: string | undefined;
  /** Location of the survey, if its files declare it: systems made for that place are offered. */
  place?: Place | undefined;
}

/** Finds a coordinate system of the EPSG dataset by code, name, area or a place: of the survey, typed, or on a map. */
export function SystemSearch({ hint, onSelect, error, place }: SystemSearchProps) {
  const { t } = useText();
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const [isOnMap, setOnMap] = useState(false);
  const found = useQuery({
    queryKey: ['crs', text],
    queryFn: () => {
      const typed = parsePlace(text);
      return typed === null ? searchCrs(text, listed, { kinds: surveyKinds }) : systemsAt(typed, listed);
    },
    enabled: text.trim() !== '',
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const here = useSystemsAt(place ?? null, offeredAtPlace);
  const entries = text.trim() === '' ? [] : (found.data ?? []);
  const choose = (entry: CrsEntry) => {
    setText(entry.name);
    setRefused(isComputed(entry) ? null : entry.name);
    onSelect(isComputed(entry) ? entry : null);
  };
  const offered = text.trim() === '' && !isOnMap ? here : [];
  return (
    <div className="flex flex-col gap-1">
      <Combobox
        label={t('crsField.label')}
        hint={hint}
        error={refused === null ? error : t('crsField.refused', { name: refused })}
        query={text}
        onQueryChange={(next) => {
          setText(next);
          setRefused(null);
          onSelect(null);
        }}
        options={entries.map((entry) => ({
          id: String(entry.epsg),
          label: entry.name,
          detail: [`EPSG:${entry.epsg}`, entry.area?.name].filter(Boolean).join(' · '),
        }))}
        onSelect={(option) => {
          const entry = entries.find((candidate) => String(candidate.epsg) === option.id);
          if (entry !== undefined) choose(entry);
        }}
        emptyText={found.isFetching ? t('loading') : t('crsField.none')}
      />
      {offered.length > 0 && (
        <div className="flex flex-wrap items-center gap-1">
          <span className="text-ink-soft text-sm">{t('crsField.here')}</span>
          {offered.map((entry) => (
            <button
              key={entry.epsg}
              type="button"
              onClick={() => choose(entry)}
              className="min-h-7 min-w-0 max-w-full rounded-xl border border-line px-3 py-0.5 text-left text-ink text-sm hover:bg-hover pointer-coarse:min-h-11"
            >
              {entry.name}
            </button>
          ))}
        </div>
      )}
      <div>
        <Button
          tone="quiet"
          icon={<MapPinned aria-hidden="true" className="size-4" />}
          aria-expanded={isOnMap}
          onClick={() => setOnMap(!isOnMap)}
        >
          {t(isOnMap ? 'crsField.hideMap' : 'crsField.showMap')}
        </Button>
      </div>
      {isOnMap && <PlaceChoice start={place ?? null} chosenName={text} onChoose={choose} />}
    </div>
  );
}
