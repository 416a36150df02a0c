import { symbolNamed } from '../symbols/library.ts';
import type { SymbolPart } from '../symbols/symbol.ts';
import { drawnLength, plainSymbolSize } from './drawn-size.ts';
import type { DrawingFeature } from './feature.ts';

/** A line or filled area of a symbol where it stands: xyz per vertex, length 3n. */
export interface SymbolShape {
  readonly kind: 'polyline' | 'polygon';
  readonly coordinates: readonly number[];
}

/** Chords of a whole circle. */
const circleChords = 24;

/** Places along an arc about a centre, xy. */
function arcPlaces(x: number, y: number, radius: number, start: number, end: number): number[] {
  const steps = Math.max(2, Math.ceil((circleChords * Math.abs(end - start)) / (2 * Math.PI)));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = start + ((end - start) * step) / steps;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  }).flat();
}

/** The places of a part in the symbol's plane, xy, and whether they bound an area. */
function placesOf(part: SymbolPart): { readonly xy: readonly number[]; readonly isArea: boolean } {
  switch (part.kind) {
    case 'line': {
      const { points, isClosed = false } = part;
      return { xy: isClosed ? [...points, points[0]!, points[1]!] : points, isArea: false };
    }
    case 'area':
      return { xy: part.points, isArea: true };
    case 'circle': {
      const { x, y, radius, isFilled = false } = part;
      const round = arcPlaces(x, y, radius, 0, 2 * Math.PI);
      return { xy: isFilled ? round.slice(0, -2) : round, isArea: isFilled };
    }
    case 'arc':
      return { xy: arcPlaces(part.x, part.y, part.radius, part.start, part.end), isArea: false };
  }
}

/**
 * What a point with a symbol of the library is drawn as, level at its elevation (NaN where it has none); empty for other
 * features and for symbols that the library does not have. Sizes on paper are those of a sheet 1:500.
 */
export function symbolShapes({
  kind,
  coordinates,
  look,
}: Pick<DrawingFeature, 'kind' | 'coordinates' | 'look'>): SymbolShape[] {
  const symbol = kind === 'point' && look?.symbol !== undefined ? symbolNamed(look.symbol) : undefined;
  if (symbol === undefined) return [];
  const size = drawnLength(look?.symbolSize ?? plainSymbolSize);
  const turn = look?.symbolRotation ?? 0;
  const [cos, sin] = [size * Math.cos(turn), size * Math.sin(turn)];
  const [x0, y0, z] = coordinates as [number, number, number];
  return symbol.parts.map((part) => {
    const { xy, isArea } = placesOf(part);
    const placed: number[] = [];
    for (let i = 0; i < xy.length; i += 2) {
      const [x, y] = [xy[i]!, xy[i + 1]!];
      placed.push(x0 + x * cos - y * sin, y0 + x * sin + y * cos, z);
    }
    return { kind: isArea ? 'polygon' : 'polyline', coordinates: placed };
  });
}
