import { type ContourLines, isRing } from '../geometry/grid/contour-lines.ts';
import type { ExchangeFeature, ExchangeText } from './exchange-model.ts';

/** An elevation without the digits that adding intervals leaves. */
export function tidyLevel(level: number): number {
  return Number(level.toPrecision(12));
}

/**
 * Contours as polylines of one height with the property `elevation`; rings are closed and do not repeat their first
 * vertex. Lines of fewer than two vertices are left out.
 * @param layerOf name of the layer of an elevation
 */
export function contourFeatures(
  lines: ContourLines,
  layerOf: (elevation: number) => string,
): ExchangeFeature[] {
  const { levels, lineLevels, starts, coordinates } = lines;
  return Array.from(lineLevels, (level, line): ExchangeFeature => {
    const elevation = tidyLevel(levels[level]!);
    const closed = isRing(lines, line);
    const first = starts[line]!;
    const count = Math.max(0, starts[line + 1]! - first - (closed ? 1 : 0));
    const places = new Float64Array(3 * count);
    for (let i = 0; i < count; i++) {
      places[3 * i] = coordinates[2 * (first + i)]!;
      places[3 * i + 1] = coordinates[2 * (first + i) + 1]!;
      places[3 * i + 2] = elevation;
    }
    return {
      kind: 'polyline',
      coordinates: places,
      ...(closed ? { closed } : {}),
      layer: layerOf(elevation),
      properties: { elevation },
    };
  }).filter((feature) => feature.coordinates.length >= 6);
}

/** Every fifth level counted from zero, by the smallest step between levels. */
export function isIndexLevel({ levels }: ContourLines): (elevation: number) => boolean {
  const step = levels.length > 1 ? levels[1]! - levels[0]! : Number.NaN;
  return (elevation) => Math.abs(Math.round(elevation / step) % 5) === 0;
}

/** Labels are a two-hundredth of the wider side of all lines in height. */
const labelsPerSide = 200;
/** Lines shorter than so many heights of a label carry none. */
const shortestInHeights = 8;

function labelHeight(coordinates: Float64Array): number {
  const [low, high] = [
    [Infinity, Infinity],
    [-Infinity, -Infinity],
  ];
  coordinates.forEach((value, i) => {
    low![i % 2] = Math.min(low![i % 2]!, value);
    high![i % 2] = Math.max(high![i % 2]!, value);
  });
  return Math.max(high![0]! - low![0]!, high![1]! - low![1]!) / labelsPerSide;
}

/** Elevations written along index contours, in the middle of each, so that they read from below or from the right. */
export function contourTexts(
  lines: ContourLines,
  isIndex: (elevation: number) => boolean,
  layer: string,
): ExchangeText[] {
  const { levels, lineLevels, starts, coordinates } = lines;
  const height = labelHeight(coordinates);
  if (!(height > 0)) return [];
  const texts: ExchangeText[] = [];
  for (let line = 0; line < lineLevels.length; line++) {
    const elevation = tidyLevel(levels[lineLevels[line]!]!);
    if (!isIndex(elevation)) continue;
    const middle = middleOf(coordinates, starts[line]!, starts[line + 1]!);
    if (middle === null || middle.length < shortestInHeights * height) continue;
    const { x, y, angle } = middle;
    texts.push({ text: String(elevation), x, y, z: elevation, height, angle, layer });
  }
  return texts;
}

/** The place half way along a line, with the line's direction there in degrees from east, above −90 and up to 90. */
function middleOf(coordinates: Float64Array, first: number, end: number) {
  const lengthAt = (i: number) =>
    Math.hypot(
      coordinates[2 * i]! - coordinates[2 * i - 2]!,
      coordinates[2 * i + 1]! - coordinates[2 * i - 1]!,
    );
  let length = 0;
  for (let i = first + 1; i < end; i++) length += lengthAt(i);
  let left = length / 2;
  for (let i = first + 1; i < end; i++) {
    const own = lengthAt(i);
    if (left > own || own === 0) {
      left -= own;
      continue;
    }
    const [x, y] = [coordinates[2 * i - 2]!, coordinates[2 * i - 1]!];
    const [dx, dy] = [coordinates[2 * i]! - x, coordinates[2 * i + 1]! - y];
    const direction = (Math.atan2(dy, dx) * 180) / Math.PI;
    const angle = direction > 90 ? direction - 180 : direction <= -90 ? direction + 180 : direction;
    return { length, x: x + (dx * left) / own, y: y + (dy * left) / own, angle };
  }
  return null;
}
