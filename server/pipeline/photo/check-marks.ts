import { AppError } from '#domain/errors/app-error.ts';
import type { ControlFile } from '#domain/photogrammetry/control.ts';
import { findMisplacedMarks, findUnknownMarks } from '#domain/photogrammetry/control-files/check-marks.ts';
import { keepKnownMarks } from '#domain/photogrammetry/control-files/known-marks.ts';
import {
  type MarkFrame,
  marksInStoredPixels,
  printMarkFrame,
} from '#domain/photogrammetry/control-files/mark-frame.ts';
import type { PhotoSizes } from '#domain/photogrammetry/control-files/read-opensfm-json.ts';
import { findMarkFrame } from '#domain/photogrammetry/georeference/find-mark-frame.ts';
import type { Reconstruction } from '#domain/photogrammetry/reconstruction.ts';
import type { FramedControl } from './control-points.ts';

/**
 * Ties the marks of a control file to the photos, in their stored pixels. Errors: `control.no-known-marks`,
 * `control.mark-outside`, `control.marks-swapped`, `control.marks-turned`.
 */
export function tieMarks(file: ControlFile, sizes: PhotoSizes, frame: MarkFrame | null): ControlFile {
  const known = keepKnownMarks(file, [...sizes.keys()]);
  const placed = frame ? marksInStoredPixels(known, frame, sizes) : known;
  const fault = findUnknownMarks(file, known) ?? findMisplacedMarks(placed, sizes);
  if (fault) throw new AppError(fault.code, fault.params);
  return placed;
}

/** Refuses marks that do not meet in the photos' poses as they stand, and do in another frame. Error: `control.marks-scaled`. */
export function demandMeetingMarks(block: Reconstruction, control: readonly FramedControl[]): void {
  for (const file of new Set(control.map((point) => point.file))) {
    const points = control.filter((point) => point.file === file).map(({ marks }) => marks);
    const found = findMarkFrame(block, points);
    if (!found) continue;
    const [residual, before] = [found.residualPx, found.asGivenPx].map((value) => Math.round(value));
    throw new AppError('control.marks-scaled', {
      file,
      residual: residual!,
      before: before!,
      option: printMarkFrame(found.frame),
    });
  }
}
