import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { searchCrs } from '#domain/crs/search-crs.ts';
import { useText } from '#i18n/use-text.ts';
import { Combobox } from '#ui/Combobox.tsx';

interface SystemSearchProps {
  error: string | undefined;
  onSelect(epsg: number | null): void;
}

/** Finds a projected coordinate system of the EPSG dataset by code, name or place. */
export function SystemSearch({ error, onSelect }: SystemSearchProps) {
  const { t } = useText();
  const [text, setText] = useState('');
  const found = useQuery({
    queryKey: ['target-systems', text],
    queryFn: async () =>
      (await searchCrs(text, 60)).filter((entry) => entry.kind === 'projected' || entry.kind === 'compound'),
    enabled: text.trim() !== '',
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const entries = text.trim() === '' ? [] : (found.data ?? []).slice(0, 20);
  return (
    <Combobox
      label={t('transform.search')}
      hint={t('transform.searchHint')}
      error={error}
      query={text}
      onQueryChange={(next) => {
        setText(next);
        onSelect(null);
      }}
      options={entries.map(({ epsg, name }) => ({ id: String(epsg), label: name, detail: `EPSG:${epsg}` }))}
      onSelect={({ id, label }) => {
        setText(label);
        onSelect(Number(id));
      }}
      emptyText={found.isFetching ? t('loading') : t('crsField.none')}
    />
  );
}
