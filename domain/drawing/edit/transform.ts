import { AppError } from '../../errors/app-error.ts';
import type { DrawingFeature } from '../feature.ts';
import { draftLike, type EditOutcome, type FeatureDraft } from './outcome.ts';

/** A similarity in plan with a shift of elevations: x' = a x − b y + x0, or mirrored; its scale also scales arcs. */
export interface Similarity {
  readonly a: number;
  readonly b: number;
  readonly x0: number;
  readonly y0: number;
  /** Vertical unit. */
  readonly dz: number;
  /** y is turned round before: the plane is mirrored at the x axis. */
  readonly isMirrored: boolean;
}

type Place = readonly [x: number, y: number];

export function shiftBy(dx: number, dy: number, dz: number): Similarity {
  return { a: 1, b: 0, x0: dx, y0: dy, dz, isMirrored: false };
}

/** A turn about a place, counter-clockwise, and a scale. */
export function turnAbout([x, y]: Place, angle: number, scale: number): Similarity {
  const [a, b] = [scale * Math.cos(angle), scale * Math.sin(angle)];
  return { a, b, x0: x - a * x + b * y, y0: y - b * x - a * y, dz: 0, isMirrored: false };
}

/** A reflection in a line through a place; `angle` of the line, counter-clockwise from east. */
export function mirrorIn([x, y]: Place, angle: number): Similarity {
  const [a, b] = [Math.cos(2 * angle), Math.sin(2 * angle)];
  return { a, b, x0: x - a * x - b * y, y0: y - b * x + a * y, dz: 0, isMirrored: true };
}

/**
 * A feature moved, turned, scaled or mirrored. Arcs stay arcs, texts and symbols turn along but stay readable, sizes on
 * the ground scale along, and surfaces keep their upper side.
 */
export function transformed<F extends FeatureDraft>(feature: F, similarity: Similarity): F {
  const { a, b, x0, y0, dz, isMirrored } = similarity;
  const coordinates = [...feature.coordinates];
  const side = isMirrored ? -1 : 1;
  for (let i = 0; i < coordinates.length; i += 3) {
    const [x, y] = [coordinates[i]!, side * coordinates[i + 1]!];
    coordinates[i] = a * x - b * y + x0;
    coordinates[i + 1] = b * x + a * y + y0;
    coordinates[i + 2]! += dz;
  }
  const moved = { ...feature, coordinates };
  return isMirrored ? turnedOver(withTurn(moved, similarity)) : withTurn(moved, similarity);
}

/** Angles and ground sizes of texts and symbols after a similarity. */
function withTurn<F extends FeatureDraft>(feature: F, { a, b, isMirrored }: Similarity): F {
  const [turn, scale] = [Math.atan2(b, a), Math.hypot(a, b)];
  const angle = (before: number) => (isMirrored ? -before : before) + turn;
  const size = <S extends { value: number; on: 'ground' | 'paper' }>(before: S): S =>
    before.on === 'ground' ? { ...before, value: before.value * scale } : before;
  const { annotation, look } = feature;
  return {
    ...feature,
    ...(annotation
      ? {
          annotation: {
            ...annotation,
            rotation: isMirrored ? readable(angle(annotation.rotation)) : angle(annotation.rotation),
            size: size(annotation.size),
          },
        }
      : {}),
    ...(look && feature.kind === 'point'
      ? {
          look: {
            ...look,
            symbolRotation: angle(look.symbolRotation ?? 0),
            ...(look.symbolSize ? { symbolSize: size(look.symbolSize) } : {}),
          },
        }
      : {}),
  };
}

/** The angle of a text, or the one from which it is not upside down. */
function readable(angle: number): number {
  return Math.cos(angle) < -1e-12 ? angle + Math.PI : angle;
}

/** Arcs turn the other way in a mirror, and surfaces would lie upside down. */
function turnedOver<F extends FeatureDraft>(feature: F): F {
  const { bulges, triangles, columns, coordinates } = feature;
  const flipped = triangles?.map((_, i) => triangles[i % 3 === 0 ? i : i % 3 === 1 ? i + 1 : i - 1]!);
  return {
    ...feature,
    ...(bulges ? { bulges: bulges.map((bulge) => -bulge || 0) } : {}),
    ...(flipped ? { triangles: flipped } : {}),
    ...(columns === undefined ? {} : { coordinates: rowsTurned(coordinates, columns) }),
  };
}

function rowsTurned(coordinates: readonly number[], columns: number): number[] {
  const turned: number[] = [];
  for (let row = 0; row < coordinates.length; row += 3 * columns) {
    for (let column = columns - 1; column >= 0; column--) {
      turned.push(...coordinates.slice(row + 3 * column, row + 3 * column + 3));
    }
  }
  return turned;
}

/** Where features are turned, scaled and mirrored about: the middle of their extent, or the first vertex of the first. */
export type Pivot = 'middle' | 'first-vertex';

export function pivotOf(features: readonly DrawingFeature[], pivot: Pivot): Place {
  const first = features[0]!.coordinates;
  if (pivot === 'first-vertex') return [first[0]!, first[1]!];
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { coordinates } of features) {
    for (let i = 0; i < coordinates.length; i += 3) {
      minX = Math.min(minX, coordinates[i]!);
      maxX = Math.max(maxX, coordinates[i]!);
      minY = Math.min(minY, coordinates[i + 1]!);
      maxY = Math.max(maxY, coordinates[i + 1]!);
    }
  }
  return [(minX + maxX) / 2, (minY + maxY) / 2];
}

/** Transforms features, or adds transformed copies of them. @throws edit.out-of-range */
export function transformFeatures(
  features: readonly DrawingFeature[],
  similarity: Similarity,
  isCopy: boolean,
): EditOutcome {
  const { a, b, x0, y0, dz } = similarity;
  if (![a, b, x0, y0, dz].every(Number.isFinite) || (a === 0 && b === 0))
    throw new AppError('edit.out-of-range');
  return isCopy
    ? { added: features.map((feature) => transformed(draftLike(feature), similarity)) }
    : { replaced: features.map((feature) => transformed(feature, similarity)) };
}
