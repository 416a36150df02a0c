import { useQuery } from '@tanstack/react-query';
import { isProjectable } from '#domain/crs/proj/proj-write.ts';
import { searchCrs } from '#domain/crs/search-crs.ts';
import type { CrsEntry } from '#domain/crs/table.ts';
import type { Place } from './place.ts';

/** Systems that points of a survey can be in. */
export const surveyKinds = ['projected', 'compound'] as const;

/** Whether coordinates in a system can be computed here. */
export function isComputed(entry: CrsEntry): boolean {
  if (entry.kind === 'projected') return isProjectable(entry.crs);
  return entry.kind === 'compound' && isProjectable(entry.horizontal);
}

/** Whether coordinates in a system are lengths. */
const isPlane = (entry: CrsEntry): boolean =>
  entry.kind === 'projected' || (entry.kind === 'compound' && entry.horizontal.kind === 'projected');

/** Plane systems that can be computed and whose area of use holds a place, those of the smallest area first. */
export async function systemsAt({ longitude, latitude }: Place, limit: number): Promise<CrsEntry[]> {
  const box = { west: longitude, east: longitude, south: latitude, north: latitude };
  const entries = await searchCrs('', 10 * limit, { kinds: surveyKinds, place: box });
  const fit = entries.filter((entry) => !entry.deprecated && isPlane(entry) && isComputed(entry));
  return fit.slice(0, limit);
}

/** The same, cached; empty without a place and until they are found. */
export function useSystemsAt(place: Place | null, limit: number): readonly CrsEntry[] {
  const here = useQuery({
    queryKey: ['crs-at', place, limit],
    queryFn: () => (place === null ? [] : systemsAt(place, limit)),
    enabled: place !== null,
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return place === null ? [] : (here.data ?? []);
}
