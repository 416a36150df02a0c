import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { searchCrs } from '#domain/crs/search-crs.ts';
import type { CrsEntry } from '#domain/crs/table.ts';
import { useText } from '#i18n/use-text.ts';
import { Combobox } from '#ui/Combobox.tsx';

/** Systems that points of a survey can be in. */
const isHorizontal = (entry: CrsEntry): boolean => entry.kind === 'projected' || entry.kind === 'compound';

interface CrsFieldProps {
  hint: string;
  onSelect(entry: CrsEntry | null): void;
  error?: string | undefined;
}

/** Finds a coordinate system of the EPSG dataset by code, name or place. */
export function CrsField({ hint, onSelect, error }: CrsFieldProps) {
  const { t } = useText();
  const [text, setText] = useState('');
  const found = useQuery({
    queryKey: ['crs', text],
    queryFn: async () => (await searchCrs(text, 60)).filter(isHorizontal).slice(0, 20),
    enabled: text.trim() !== '',
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const entries = text.trim() === '' ? [] : (found.data ?? []);
  return (
    <Combobox
      label={t('crsField.label')}
      hint={hint}
      error={error}
      query={text}
      onQueryChange={(next) => {
        setText(next);
        onSelect(null);
      }}
      options={entries.map((entry) => ({
        id: String(entry.epsg),
        label: entry.name,
        detail: `EPSG:${entry.epsg}`,
      }))}
      onSelect={(option) => {
        const entry = entries.find((candidate) => String(candidate.epsg) === option.id);
        if (entry === undefined) return;
        setText(entry.name);
        onSelect(entry);
      }}
      emptyText={found.isFetching ? t('loading') : t('crsField.none')}
    />
  );
}
