import type { SymbolPart } from './symbol.ts';

/** A line through places, x and y in turn. */
export const line = (...points: number[]): SymbolPart => ({ kind: 'line', points });
/** A closed line. */
export const ring = (...points: number[]): SymbolPart => ({ kind: 'line', points, isClosed: true });
/** A filled area. */
export const area = (...points: number[]): SymbolPart => ({ kind: 'area', points });
/** A circle about a place. */
export const circle = (radius: number, x = 0, y = 0): SymbolPart => ({ kind: 'circle', x, y, radius });
/** A filled circle about a place. */
export const disc = (radius: number, x = 0, y = 0): SymbolPart => ({
  kind: 'circle',
  x,
  y,
  radius,
  isFilled: true,
});
/** A part of a circle, degrees from east, counter-clockwise. */
export const arc = (radius: number, from: number, to: number, x = 0, y = 0): SymbolPart => ({
  kind: 'arc',
  x,
  y,
  radius,
  start: (from * Math.PI) / 180,
  end: (to * Math.PI) / 180,
});
/** A rectangle about a place. */
export const box = (width: number, height: number, x = 0, y = 0): SymbolPart =>
  ring(
    x - width / 2,
    y - height / 2,
    x + width / 2,
    y - height / 2,
    x + width / 2,
    y + height / 2,
    x - width / 2,
    y + height / 2,
  );
/** Two lines that cross upright in the middle. */
export const plus = (reach: number): SymbolPart[] => [line(-reach, 0, reach, 0), line(0, -reach, 0, reach)];
/** Two lines that cross at a slant in the middle. */
export const cross = (reach: number): SymbolPart[] => [
  line(-reach, -reach, reach, reach),
  line(-reach, reach, reach, -reach),
];
/** Lines from a circle outwards, evenly around. */
export const rays = (count: number, from: number, to: number): SymbolPart[] =>
  Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return line(from * cos, from * sin, to * cos, to * sin);
  });
/** A ring of half circles, as crowns are drawn. */
export const scallops = (count: number, radius: number): SymbolPart[] =>
  Array.from({ length: count }, (_, i) => {
    const middle = (360 * i) / count;
    const turn = (middle * Math.PI) / 180;
    const half = radius * Math.sin(Math.PI / count);
    const out = radius * Math.cos(Math.PI / count);
    return arc(half, middle - 90, middle + 90, out * Math.cos(turn), out * Math.sin(turn));
  });
