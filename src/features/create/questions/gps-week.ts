import type { ProjectSettings } from '#contract/schemas/project.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import { findMixedTimes } from '#domain/formats/las/gps-time.ts';
import type { Preflight } from '../choose/preflight.ts';

/** Answer to times with different epochs. */
export interface WeekAnswer {
  readonly isOpen: boolean;
  /** Project settings from the answer. */
  readonly settings: ProjectSettings;
}

/** Times of lidar files that cannot be combined without a week; null where they can. */
export function findWeekQuestion(lidar: Preflight | null): ErrorRecord | null {
  return findMixedTimes(
    (lidar?.files ?? []).map(({ file, las }) => ({ name: file.name, header: las.header })),
  );
}

/** Parses the full number of a GPS week. */
export function readWeek(question: ErrorRecord | null, text: string): WeekAnswer {
  if (question === null) return { isOpen: false, settings: {} };
  const isWeek = /^\s*\d{1,4}\s*$/.test(text);
  return { isOpen: !isWeek, settings: isWeek ? { gps_week: Number(text) } : {} };
}
