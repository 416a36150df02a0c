import { useQuery } from '@tanstack/react-query';
import { useApi } from '#api/api-context.ts';
import { times } from '#contract/limits.ts';
import { routes } from '#contract/routes/table.ts';
import type { UnitOfMeasure } from '#contract/schemas/common.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import { useDebounced } from '#ui/use-debounced.ts';

/** Which coordinate system a new product is to be in: a text of it, or none yet. */
export interface SystemChoice {
  readonly kind: 'original' | 'listed' | 'custom';
  /** EPSG code of a listed one. */
  readonly epsg: number | null;
  /** As typed. */
  readonly wkt: string;
}

/** A system that was read. `unit` is null where lengths are in none of the three units. */
export interface TargetSystem {
  readonly epsg: number | null;
  readonly wkt: string | null;
  readonly name: string;
  readonly unit: UnitOfMeasure | null;
}

const units: readonly UnitOfMeasure[] = ['meters', 'internationalFeet', 'usSurveyFeet'];

/** Reads a system from WKT or `EPSG:` and its code, in this page. Null for an empty text. */
export async function readTargetSystem(text: string): Promise<TargetSystem | null> {
  if (text.trim() === '') return null;
  const report = await readCrs([{ source: 'user', payload: text }]);
  const unit = report.horizontalUnit;
  return {
    epsg: report.epsg,
    wkt: text.startsWith('EPSG:') ? null : text,
    name: report.name ?? text,
    unit:
      report.kind === 'projected'
        ? (units.find((id) => unit?.kind === 'linear' && unit.id === id) ?? null)
        : null,
  };
}

/** The chosen system once it is read and, where it was typed, the server has nothing against it. */
export function useTargetSystem(choice: SystemChoice, original: { epsg: number | null; wkt: string | null }) {
  const { client } = useApi();
  const settled = useDebounced(choice.wkt, times.wktDebounce);
  const isSettled = settled === choice.wkt;
  const typed = settled.trim();
  const isTyped = choice.kind === 'custom';
  const text = isTyped
    ? typed
    : textOf(choice.kind === 'listed' ? { epsg: choice.epsg, wkt: null } : original);
  const system = useQuery({
    queryKey: ['target-system', text],
    queryFn: () => readTargetSystem(text),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const check = useQuery({
    queryKey: ['validate-wkt', typed],
    enabled: isTyped && typed !== '',
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => client.call(routes.validateWkt, { params: { wkt: typed }, signal }),
  });
  const isChecked = !isTyped || (isSettled && typed !== '' && check.data?.length === 0);
  return {
    system: isChecked ? (system.data ?? null) : null,
    /** Faults that the server found in the typed text. */
    faults: isTyped && isSettled && typed !== '' ? (check.data ?? []) : [],
    failure: isTyped && isSettled ? check.error : null,
    isReading: system.isFetching || (isTyped && (!isSettled || check.isFetching)),
  };
}

function textOf({ epsg, wkt }: { epsg: number | null; wkt: string | null }): string {
  return wkt ?? (epsg === null ? '' : `EPSG:${epsg}`);
}
