import { AppError } from '#domain/errors/app-error.ts';
import { printMarkFrame } from '#domain/photogrammetry/control/mark-frame.ts';
import { findMarkFrame } from '#domain/photogrammetry/georeference/find-mark-frame.ts';
import type { Reconstruction } from '#domain/photogrammetry/model/reconstruction.ts';
import type { FramedControl } from './control-points.ts';

/**
 * Refuses marks whose rays do not meet in the photos' poses as given, but do in another pixel frame. Error:
 * `control.marks-scaled`.
 */
export function requireConsistentObservations(
  block: Reconstruction,
  control: readonly FramedControl[],
): void {
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
