import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isProjectable } from '#domain/crs/proj-write.ts';
import { searchCrs } from '#domain/crs/search-crs.ts';
import type { CrsEntry } from '#domain/crs/table.ts';
import { useText } from '#i18n/use-text.ts';
import { Combobox } from '#ui/Combobox.tsx';

/** Systems that points of a survey can be in. */
const kinds = ['projected', 'compound'] as const;
/** So many of the systems of a place are offered at once, those of the smallest area first. */
const offeredAtPlace = 4;

/** Degrees. */
export interface Place {
  readonly longitude: number;
  readonly latitude: number;
}

interface CrsFieldProps {
  hint: string;
  onSelect(entry: CrsEntry | null): void;
  error?: string | undefined;
  /** Where the survey lies, if its files say: systems made for that place are offered. */
  place?: Place | undefined;
}

const isComputed = (entry: CrsEntry): boolean => {
  if (entry.kind === 'projected') return isProjectable(entry.crs);
  return entry.kind === 'compound' && isProjectable(entry.horizontal);
};

/** Finds a coordinate system of the EPSG dataset by code, name or area, and by the place of the survey. */
export function CrsField({ hint, onSelect, error, place }: CrsFieldProps) {
  const { t } = useText();
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const found = useQuery({
    queryKey: ['crs', text],
    queryFn: () => searchCrs(text, 20, { kinds }),
    enabled: text.trim() !== '',
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const here = useQuery({
    queryKey: ['crs-at', place],
    queryFn: async () => {
      if (place === undefined) return [];
      const { longitude, latitude } = place;
      const box = { west: longitude, east: longitude, south: latitude, north: latitude };
      const entries = await searchCrs('', 10 * offeredAtPlace, { kinds, place: box });
      return entries.filter((entry) => !entry.deprecated && isComputed(entry)).slice(0, offeredAtPlace);
    },
    enabled: place !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const entries = text.trim() === '' ? [] : (found.data ?? []);
  const choose = (entry: CrsEntry) => {
    setText(entry.name);
    setRefused(isComputed(entry) ? null : entry.name);
    onSelect(isComputed(entry) ? entry : null);
  };
  const offered = text.trim() === '' ? (here.data ?? []) : [];
  return (
    <div className="flex flex-col">
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
              className="h-7 rounded-full border border-line px-3 text-ink text-sm hover:bg-hover pointer-coarse:h-11"
            >
              {entry.name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
