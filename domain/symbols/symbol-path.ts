import type { SymbolDefinition, SymbolPart } from './symbol.ts';

/** A part of a symbol as the path of an SVG, y down, one unit the symbol's height; `isFilled`: its inside is drawn. */
export interface SymbolPath {
  readonly d: string;
  readonly isFilled: boolean;
}

const places = 1000;
const figure = (value: number) => String(Math.round(value * places) / places + 0);
const place = (x: number, y: number) => `${figure(x)} ${figure(-y)}`;

function lineOf(points: readonly number[], isClosed: boolean): string {
  const corners: string[] = [];
  for (let i = 0; i < points.length; i += 2) corners.push(place(points[i]!, points[i + 1]!));
  return `M${corners.join('L')}${isClosed ? 'Z' : ''}`;
}

function arcOf(x: number, y: number, radius: number, start: number, end: number): string {
  const at = (angle: number) => place(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
  const middle = (start + end) / 2;
  const reach = `A${figure(radius)} ${figure(radius)} 0 0 0 `;
  return `M${at(start)}${reach}${at(middle)}${reach}${at(end)}`;
}

/** The path of a part of a symbol. */
export function symbolPath(part: SymbolPart): SymbolPath {
  switch (part.kind) {
    case 'line':
      return { d: lineOf(part.points, part.isClosed ?? false), isFilled: false };
    case 'area':
      return { d: lineOf(part.points, true), isFilled: true };
    case 'circle':
      return {
        d: arcOf(part.x, part.y, part.radius, 0, 2 * Math.PI),
        isFilled: part.isFilled ?? false,
      };
    case 'arc':
      return { d: arcOf(part.x, part.y, part.radius, part.start, part.end), isFilled: false };
  }
}

/** Fewest units that a square around a symbol is wide, so that small symbols look smaller than large ones. */
const minSide = 0.9;

/** The square around a symbol as the view box of an SVG; whole circles count for arcs. */
export function symbolBox({ parts }: Pick<SymbolDefinition, 'parts'>): string {
  const min = [Infinity, Infinity];
  const max = [-Infinity, -Infinity];
  const take = (x: number, y: number) => {
    min[0] = Math.min(min[0]!, x);
    min[1] = Math.min(min[1]!, y);
    max[0] = Math.max(max[0]!, x);
    max[1] = Math.max(max[1]!, y);
  };
  for (const part of parts) {
    if (part.kind === 'circle' || part.kind === 'arc') {
      take(part.x - part.radius, part.y - part.radius);
      take(part.x + part.radius, part.y + part.radius);
    } else for (let i = 0; i < part.points.length; i += 2) take(part.points[i]!, part.points[i + 1]!);
  }
  const side = 1.12 * Math.max(minSide, max[0]! - min[0]!, max[1]! - min[1]!);
  const [x, y] = [(min[0]! + max[0]!) / 2, (min[1]! + max[1]!) / 2];
  return [x - side / 2, -y - side / 2, side, side].map(figure).join(' ');
}
