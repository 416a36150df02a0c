import { AppError } from '../../errors/app-error.ts';
import { reversePath, splitPath } from '../../geometry/path/cut.ts';
import { filletVertex } from '../../geometry/path/fillet.ts';
import { joinPaths } from '../../geometry/path/join.ts';
import { offsetPath } from '../../geometry/path/offset.ts';
import type { OffsetCorner } from '../../geometry/path/offset-raw.ts';
import { type Path, placeAtStation, stationsOf } from '../../geometry/path/path.ts';
import { crossingStations, extendToEdge, type TrimmedPart, trimPath } from '../../geometry/path/reach.ts';
import { simplifyPath } from '../../geometry/path/simplify.ts';
import { smoothPath } from '../../geometry/path/smooth.ts';
import type { DrawingFeature } from '../feature.ts';
import { featurePaths } from '../feature-path.ts';
import {
  draftLike,
  type EditOutcome,
  firstAndOthers,
  polylineOf,
  requireKinds,
  reshaped,
  withPaths,
} from './outcome.ts';

type Features = readonly DrawingFeature[];
const lines = ['polyline', 'polygon'] as const;

/** Changes every path of lines and areas. @throws edit.unfit, drawing.too-few-vertices */
function mapPaths(features: Features, change: (path: Path) => Path): EditOutcome {
  requireKinds(features, lines);
  return { replaced: features.map((feature) => withPaths(feature, featurePaths(feature).map(change))) };
}

/** Turns the direction round. */
export function reverseLines(features: Features): EditOutcome {
  return mapPaths(features, reversePath);
}

/** Leaves out vertices within a tolerance in space. @throws edit.not-positive */
export function simplifyLines(features: Features, tolerance: number, zFactor: number): EditOutcome {
  requirePositive(tolerance);
  requireKinds(features, lines);
  const replaced = features.map((feature) => {
    const paths = featurePaths(feature).map((path) => {
      const simple = simplifyPath(path, tolerance, zFactor);
      // A ring that would collapse stays as it is.
      const isCollapsed =
        path.isClosed && simple.coordinates.length < 9 && simple.bulges.every((bulge) => bulge === 0);
      return isCollapsed ? path : simple;
    });
    return withPaths(feature, paths);
  });
  return { replaced };
}

/** Replaces corners by arcs through the same vertices. */
export function smoothLines(features: Features): EditOutcome {
  return mapPaths(features, smoothPath);
}

/** Joins open polylines whose ends come within a distance. @throws edit.unfit, edit.needs-others, edit.nothing-to-join */
export function joinLines(features: Features, distance: number): EditOutcome {
  requireKinds(features, ['polyline']);
  firstAndOthers(features);
  if (!(distance >= 0)) throw new AppError('edit.negative');
  const joined = joinPaths(
    features.map((feature) => featurePaths(feature)[0]!),
    distance,
  ).filter(({ members }) => members.length > 1);
  if (joined.length === 0) throw new AppError('edit.nothing-to-join', { distance });
  return {
    replaced: joined.map(({ path, members }) => reshaped(features[members[0]!]!, polylineOf(path))),
    removed: joined.flatMap(({ members }) => members.slice(1).map((member) => features[member]!.id)),
  };
}

/** Where a line is split: at a length from its beginning, at a vertex, into equal parts, or where it crosses others. */
export type SplitPlace =
  | { readonly at: 'station'; readonly station: number }
  | { readonly at: 'vertex'; readonly vertex: number }
  | { readonly at: 'parts'; readonly parts: number }
  | { readonly at: 'crossings' };

/** Most parts of one line, and most copies of one edit. */
export const maxParts = 10_000;

/** Splits the first polyline; the others are only crossed. @throws edit.unfit, edit.no-split, edit.needs-others */
export function splitLine(features: Features, place: SplitPlace): EditOutcome {
  const line = features[0]!;
  requireKinds([line], ['polyline']);
  const path = featurePaths(line)[0]!;
  const parts = splitPath(path, stationsOfSplit(path, features, place));
  const [first, ...rest] = parts;
  if (first === undefined || first === path) throw new AppError('edit.no-split');
  return {
    replaced: [reshaped(line, polylineOf(first))],
    added: rest.map((part) => reshaped(draftLike(line), polylineOf(part))),
  };
}

function stationsOfSplit(path: Path, features: Features, place: SplitPlace): number[] {
  const stations = stationsOf(path);
  const total = stations.at(-1) ?? 0;
  switch (place.at) {
    case 'station':
      return [place.station];
    case 'vertex':
      return [stations[place.vertex] ?? Number.NaN].filter((station) => !Number.isNaN(station));
    case 'parts': {
      const { parts } = place;
      if (!Number.isInteger(parts) || parts < 2 || parts > maxParts) {
        throw new AppError('edit.bad-count', { least: 2, limit: maxParts });
      }
      return Array.from({ length: path.isClosed ? parts : parts - 1 }, (_, i) =>
        path.isClosed ? (total * i) / parts : (total * (i + 1)) / parts,
      );
    }
    case 'crossings': {
      const [, others] = firstAndOthers(features);
      requireKinds(others, lines);
      return crossingStations(path, others.flatMap(featurePaths));
    }
  }
}

/** Takes a part of the first polyline away that the others bound. */
export function trimLine(features: Features, part: TrimmedPart): EditOutcome {
  const [line, edges] = firstAndOthers(features);
  requireKinds([line], ['polyline']);
  requireKinds(edges, lines);
  const [first, second] = trimPath(featurePaths(line)[0]!, edges.flatMap(featurePaths), part);
  return {
    replaced: [reshaped(line, polylineOf(first!))],
    added: second ? [reshaped(draftLike(line), polylineOf(second))] : [],
  };
}

/** Lengthens the first polyline to the nearest of the others that it reaches. */
export function extendLineTo(features: Features, end: 'start' | 'end'): EditOutcome {
  const [line, edges] = firstAndOthers(features);
  requireKinds([line], ['polyline']);
  requireKinds(edges, lines);
  const path = extendToEdge(featurePaths(line)[0]!, edges.flatMap(featurePaths), end);
  return { replaced: [reshaped(line, polylineOf(path))] };
}

/** An extension in space. */
export interface Extension {
  readonly end: 'start' | 'end';
  /** Slope distance, horizontal unit; negative goes the other way. */
  readonly length: number;
  /** Clockwise from grid north, radians. */
  readonly azimuth: number;
  /** Up from the horizontal, radians. */
  readonly vertical: number;
}

/**
 * Adds a vertex beyond an end of open polylines.
 * @param lengthFactor what a length of 1 is in the plane of the coordinates
 * @throws edit.length-zero, edit.azimuth-empty, edit.vertical-empty, edit.extend-closed, edit.unfit
 */
export function extendLines(
  features: Features,
  { end, length, azimuth, vertical }: Extension,
  zFactor: number,
  lengthFactor: number,
): EditOutcome {
  if (!Number.isFinite(length) || length === 0) throw new AppError('edit.length-zero');
  if (!Number.isFinite(azimuth)) throw new AppError('edit.azimuth-empty');
  if (!Number.isFinite(vertical)) throw new AppError('edit.vertical-empty');
  requireKinds(features, ['polyline']);
  const plan = length * Math.cos(vertical) * lengthFactor;
  const [dx, dy] = [plan * Math.sin(azimuth), plan * Math.cos(azimuth)];
  const dz = (length * Math.sin(vertical)) / zFactor;
  const replaced = features.map((feature) => {
    const path = featurePaths(feature)[0]!;
    if (path.isClosed) throw new AppError('edit.extend-closed');
    const at = end === 'end' ? path.coordinates.length - 3 : 0;
    const [x, y, z] = path.coordinates.slice(at, at + 3) as [number, number, number];
    const added = [x + dx, y + dy, z + dz];
    const isEnd = end === 'end';
    return reshaped(
      feature,
      polylineOf({
        coordinates: isEnd ? [...path.coordinates, ...added] : [...added, ...path.coordinates],
        bulges: isEnd ? [...path.bulges, 0] : [0, ...path.bulges],
        isClosed: false,
      }),
    );
  });
  return { replaced };
}

/**
 * Adds lines beside lines, and outlines beside those of areas, at a distance to the right of their direction.
 * @throws edit.distance-empty, edit.offset-vanishes, edit.unfit, edit.too-many-vertices
 */
export function offsetLines(features: Features, distance: number, corner: OffsetCorner): EditOutcome {
  if (!Number.isFinite(distance) || distance === 0) throw new AppError('edit.distance-empty');
  requireKinds(features, lines);
  const added = features.flatMap((feature) =>
    featurePaths(feature)
      .flatMap((path) => offsetPath(path, distance, corner))
      .map((path) => {
        const isArea = feature.kind === 'polygon' && path.isClosed && path.coordinates.length >= 6;
        return isArea
          ? withPaths(draftLike(feature), [path])
          : reshaped(draftLike(feature), polylineOf(path));
      }),
  );
  if (added.length === 0) throw new AppError('edit.offset-vanishes');
  return { added };
}

/**
 * Rounds a corner, or every corner between straight segments that has room.
 * @throws edit.not-positive, edit.unfit, edit.no-corner, edit.fillet-straight, edit.fillet-too-large
 */
export function filletLines(features: Features, radius: number, vertex: number | null): EditOutcome {
  requirePositive(radius);
  requireKinds(features, lines);
  if (vertex !== null) return { replaced: [filletOne(features[0]!, radius, vertex)] };
  let skipped = 0;
  const outcome = mapPaths(features, (path) => {
    const result = filletAll(path, radius);
    skipped += result.skipped;
    return result.path;
  });
  return { ...outcome, skipped };
}

function filletOne(feature: DrawingFeature, radius: number, vertex: number): DrawingFeature {
  let before = 0;
  const paths = featurePaths(feature).map((path) => {
    const index = vertex - before;
    const count = path.coordinates.length / 3;
    before += count;
    return index >= 0 && index < count ? filletVertex(path, index, radius) : path;
  });
  return withPaths(feature, paths);
}

/** Rounds from the last corner on, so that the numbers of those before stay. */
function filletAll(path: Path, radius: number): { readonly path: Path; readonly skipped: number } {
  const end = path.isClosed ? 0 : 1;
  const corners = path.coordinates.length / 3 - 2 * end;
  let rounded = path;
  let [done, refused] = [0, null as AppError | null];
  for (let vertex = corners + end - 1; vertex >= end; vertex--) {
    try {
      rounded = filletVertex(rounded, vertex, radius);
      done++;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused = error;
    }
  }
  if (done === 0) throw refused ?? new AppError('edit.no-corner');
  return { path: rounded, skipped: corners - done };
}

/** Azimuth (clockwise from north) and rise of a path at an end, going outward; radians. */
export function outwardDirection(
  path: Path,
  end: 'start' | 'end',
  zFactor: number,
): { readonly azimuth: number; readonly vertical: number } {
  const turned = end === 'start' ? reversePath(path) : path;
  const stations = stationsOf(turned);
  const total = stations.at(-1)!;
  const at = placeAtStation(turned, total)!;
  const before = stations.at(-2)!;
  const rise = (turned.coordinates.at(-1)! - turned.coordinates.at(-4)!) * zFactor;
  const azimuth = (Math.PI / 2 - at.direction + 4 * Math.PI) % (2 * Math.PI);
  return { azimuth, vertical: Number.isNaN(rise) ? 0 : Math.atan2(rise, total - before) };
}

function requirePositive(value: number): void {
  if (!(value > 0)) throw new AppError('edit.not-positive');
}
