import { AppError } from '../../errors/app-error.ts';
import { type PathPlace, placeAtStation, stationsOf } from '../../geometry/path/path.ts';
import type { DrawingFeature } from '../feature.ts';
import { featurePaths } from '../feature-path.ts';
import { maxParts } from './line-edits.ts';
import { draftLike, type EditOutcome, firstAndOthers, requireKinds } from './outcome.ts';
import { pivotOf, type Similarity, shiftBy, transformed, turnAbout } from './transform.ts';

type Features = readonly DrawingFeature[];

/** Most vertices that one edit adds. */
export const maxAddedVertices = 2_000_000;

function copies(features: Features, similarities: readonly Similarity[]): EditOutcome {
  const vertices = features.reduce((sum, { coordinates }) => sum + coordinates.length / 3, 0);
  if (vertices * similarities.length > maxAddedVertices) {
    throw new AppError('edit.too-many-vertices', {
      count: vertices * similarities.length,
      limit: maxAddedVertices,
    });
  }
  return {
    added: similarities.flatMap((similarity) =>
      features.map((feature) => transformed(draftLike(feature), similarity)),
    ),
  };
}

function requireCount(count: number, least: number): void {
  if (!Number.isInteger(count) || count < least || count > maxParts) {
    throw new AppError('edit.bad-count', { least, limit: maxParts });
  }
}

/** Copies in columns and rows, the features being the first; steps are of coordinates. @throws edit.bad-count, edit.too-many-vertices */
export function rectangularArray(
  features: Features,
  { columns, rows, dx, dy }: { columns: number; rows: number; dx: number; dy: number },
): EditOutcome {
  requireCount(columns, 1);
  requireCount(rows, 1);
  requireCount(columns * rows, 2);
  const steps = Array.from(
    { length: columns * rows },
    (_, i) => [i % columns, Math.floor(i / columns)] as const,
  );
  return copies(
    features,
    steps.slice(1).map(([column, row]) => shiftBy(column * dx, row * dy, 0)),
  );
}

/**
 * Copies round a place, the features being the first of so many.
 * @param angle over all, radians counter-clockwise; a whole turn is divided evenly, a part of one includes its end
 * @param isTurned whether copies turn along
 */
export function polarArray(
  features: Features,
  { count, angle, x, y, isTurned }: { count: number; angle: number; x: number; y: number; isTurned: boolean },
): EditOutcome {
  requireCount(count, 2);
  const isWhole = Math.abs(Math.abs(angle) - 2 * Math.PI) < 1e-9;
  const step = angle / (isWhole ? count : count - 1);
  const [px, py] = pivotOf(features, 'middle');
  const similarities = Array.from({ length: count - 1 }, (_, i) => {
    const turn = turnAbout([x, y], step * (i + 1), 1);
    if (isTurned) return turn;
    return shiftBy(turn.a * px - turn.b * py + turn.x0 - px, turn.b * px + turn.a * py + turn.y0 - py, 0);
  });
  return copies(features, similarities);
}

/**
 * Copies of the features but the last along the last, a line, at every interval from its beginning to its end; the
 * middle of the features comes to lie on the line.
 * @param interval in the plane of the coordinates
 * @param isTurned whether they turn with the line, their own east to its direction
 */
export function copyAlong(features: Features, interval: number, isTurned: boolean): EditOutcome {
  firstAndOthers(features);
  const line = features.at(-1)!;
  const copied = features.slice(0, -1);
  requireKinds([line], ['polyline', 'polygon']);
  if (!(interval > 0)) throw new AppError('edit.not-positive');
  const path = featurePaths(line)[0]!;
  const total = stationsOf(path).at(-1)!;
  const count = Math.floor(total / interval + 1e-9) + (path.isClosed ? 0 : 1);
  requireCount(Math.max(count, 1), 1);
  const [px, py] = pivotOf(copied, 'middle');
  const places = Array.from({ length: count }, (_, i) => placeAtStation(path, Math.min(total, i * interval)));
  return copies(
    copied,
    places
      .filter((place): place is PathPlace => place !== null)
      .map(({ x, y, direction }) => {
        const { a, b } = turnAbout([0, 0], isTurned ? direction : 0, 1);
        return { a, b, x0: x - a * px + b * py, y0: y - b * px - a * py, dz: 0, isMirrored: false };
      }),
  );
}
