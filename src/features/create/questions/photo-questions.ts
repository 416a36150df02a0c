import type { ErrorRecord } from '#domain/errors/app-error.ts';
import { keepKnownObservations } from '#domain/photogrammetry/control/known-observations.ts';
import { readMarkFrame } from '#domain/photogrammetry/control/mark-frame.ts';
import { sizesOf, tieObservations } from '#domain/photogrammetry/control/tie-observations.ts';
import { checkHemisphere } from '#domain/photogrammetry/photos/hemisphere.ts';
import type { ImagePreflight } from '../choose/image-preflight.ts';

/** Open questions of photos and control at which processing would stop. */
export interface PhotoQuestions {
  /** Positions without a hemisphere (north or south, east or west); null for none. */
  readonly hemisphere: ErrorRecord | null;
  /** Marks that fit another pixel frame, with that frame; null where they need none. */
  readonly frame: { readonly record: ErrorRecord; readonly option: string } | null;
  /** Control files that cannot be used with these photos in any frame. */
  readonly faults: readonly ErrorRecord[];
  /** Marks that are left out, such as those in missing photos. */
  readonly warnings: readonly ErrorRecord[];
}

/** Finds the questions to ask before the upload. */
export function findPhotoQuestions({
  photos,
  points,
}: Pick<ImagePreflight, 'photos' | 'points'>): PhotoQuestions {
  const infos = photos.map(({ info }) => info);
  const sizes = sizesOf(infos);
  const found = points.flatMap(({ reading }) => tieObservations(reading, sizes, null).fault ?? []);
  const offer = found.find(({ params }) => typeof params['option'] === 'string');
  const option = offer ? String(offer.params['option']) : null;
  const asked = option === null ? null : readMarkFrame(option);
  const faults = points.flatMap(({ reading }) => tieObservations(reading, sizes, asked).fault ?? []);
  const warnings = points.flatMap(({ reading }) =>
    keepKnownObservations(reading, [...sizes.keys()]).warnings.slice(reading.warnings.length),
  );
  return {
    hemisphere: checkHemisphere(infos),
    // One frame applies to all files of a project: where it does not fix all, each file's problem is reported.
    frame: offer && option !== null && faults.length === 0 ? { record: offer, option } : null,
    faults: faults.length === 0 ? [] : found,
    warnings,
  };
}
