import type { ErrorRecord } from '#domain/errors/app-error.ts';
import { keepKnownObservations } from '#domain/photogrammetry/control/known-observations.ts';
import { readMarkFrame } from '#domain/photogrammetry/control/mark-frame.ts';
import { sizesOf, tieObservations } from '#domain/photogrammetry/control/tie-observations.ts';
import { checkHemisphere } from '#domain/photogrammetry/photos/hemisphere.ts';
import type { ImagePreflight } from '../choose/image-preflight.ts';

/** What photos and control leave open: processing would stop at it. */
export interface PhotoQuestions {
  /** Positions that say neither north nor south, or neither east nor west; null where all do. */
  readonly hemisphere: ErrorRecord | null;
  /** Marks that fit another pixel frame, with that frame; null where they need none. */
  readonly frame: { readonly record: ErrorRecord; readonly option: string } | null;
  /** Control files that cannot be used with these photos in any frame. */
  readonly faults: readonly ErrorRecord[];
  /** Marks that are left out, as those in absent photos. */
  readonly warnings: readonly ErrorRecord[];
}

/** Finds what is to be asked before the upload. */
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
    // One frame holds for all files of a project: where it does not mend all, each file says what is wrong with it.
    frame: offer && option !== null && faults.length === 0 ? { record: offer, option } : null,
    faults: faults.length === 0 ? [] : found,
    warnings,
  };
}
