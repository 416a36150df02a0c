import type { ErrorRecord } from '../../errors/app-error.ts';
import type { ControlFile } from '../model/control.ts';
import { findMisplacedObservations, findUnknownObservations } from './check-observations.ts';
import { keepKnownObservations } from './known-observations.ts';
import { type MarkFrame, observationsInStoredPixels } from './mark-frame.ts';
import type { PhotoSizes } from './read-opensfm-json.ts';

/** A control file whose observations have the project's photo names and stored pixels. */
export interface TiedObservations {
  readonly file: ControlFile;
  /**
   * Why its control cannot be used unchanged: `control.no-known-marks`, `control.mark-outside`, or
   * `control.marks-swapped` and `control.marks-turned` with a suitable frame as `option`. Null where it can.
   */
  readonly fault: ErrorRecord | null;
}

/**
 * Assigns the observations of a control file to the photos of a project.
 * @param frame pixel frame of the observations, where the user declares one other than that of the stored photos
 */
export function tieObservations(
  file: ControlFile,
  sizes: PhotoSizes,
  frame: MarkFrame | null,
): TiedObservations {
  const known = keepKnownObservations(file, [...sizes.keys()]);
  const placed = frame ? observationsInStoredPixels(known, frame, sizes) : known;
  return {
    file: placed,
    fault: findUnknownObservations(file, known) ?? findMisplacedObservations(placed, sizes),
  };
}

/** Sizes of photos by name. */
export function sizesOf(
  infos: readonly { readonly name: string; readonly width: number; readonly height: number }[],
): PhotoSizes {
  return new Map(infos.map(({ name, width, height }) => [name, { width, height }]));
}
