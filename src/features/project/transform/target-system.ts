import { useQuery } from '@tanstack/react-query';
import type { UnitOfMeasure } from '#contract/schemas/common.ts';
import type { CheckedWkt } from '#coordinates/WktField.tsx';
import { readCrs } from '#domain/crs/read-crs.ts';
import { shiftWarnings } from '#domain/crs/shift-warnings.ts';
import { createTransform } from '#domain/crs/transform.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';

/** Which coordinate system a new product is to be in: a text of it, or none yet. */
export interface SystemChoice {
  readonly kind: 'original' | 'listed' | 'custom';
  /** EPSG code of a listed one. */
  readonly epsg: number | null;
  /** The typed one; null while it is invalid or being checked. */
  readonly wkt: CheckedWkt | null;
}

/** A parsed system. `unit` is null where lengths are in none of the three units. */
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

/**
 * Warnings of the datum shift between two systems, for their whole area; the location of the data may have a better
 * one. None where one of them cannot be parsed or transformed: the request reports why.
 */
export async function readShiftWarnings(source: string, target: string): Promise<ErrorRecord[]> {
  const [from, to] = await Promise.all(
    [source, target].map((payload) => readCrs([{ source: 'user', payload }])),
  );
  if (!from?.definition?.horizontal || !to?.definition?.horizontal) return [];
  try {
    return shiftWarnings(createTransform(from.definition, to.definition));
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** The chosen system once it is parsed. */
export function useTargetSystem(choice: SystemChoice, original: { epsg: number | null; wkt: string | null }) {
  const text = textOf(choice, original);
  const system = useQuery({
    queryKey: ['target-system', text],
    queryFn: () => readTargetSystem(text),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const source = textOf({ ...choice, kind: 'original' }, original);
  const warnings = useQuery({
    queryKey: ['shift-warnings', source, text],
    queryFn: () => readShiftWarnings(source, text),
    enabled: source !== '' && text !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { system: system.data ?? null, isReading: system.isFetching, warnings: warnings.data ?? [] };
}

function textOf(choice: SystemChoice, original: { epsg: number | null; wkt: string | null }): string {
  if (choice.kind === 'custom') return choice.wkt?.text ?? '';
  const { epsg, wkt } = choice.kind === 'listed' ? { epsg: choice.epsg, wkt: null } : original;
  return wkt ?? (epsg === null ? '' : `EPSG:${epsg}`);
}
