import { arc, area, box, circle, cross, disc, line, plus, rays, ring, scallops } from './parts.ts';
import type { SymbolDefinition, SymbolPart } from './symbol.ts';

const triangle = ring(-0.45, -0.26, 0.45, -0.26, 0, 0.52);
const post = [line(0, 0, 0, 0.6)];

/** Parts of each symbol by its name. */
const control = {
  'control-point': [triangle, disc(0.06)],
  benchmark: [
    circle(0.5),
    area(0, 0, 0.5, 0, 0.354, 0.354, 0, 0.5),
    area(0, 0, -0.5, 0, -0.354, -0.354, 0, -0.5),
  ],
  'traverse-station': [circle(0.4), disc(0.06)],
  'photo-target': [box(1, 1), area(0, 0, 0.5, 0, 0.5, 0.5, 0, 0.5), area(0, 0, -0.5, 0, -0.5, -0.5, 0, -0.5)],
  'spot-height': [...cross(0.25)],
  'check-point': [triangle, ...plus(0.12)],
  'boundary-mark': [circle(0.3)],
  'boundary-stone': [box(0.6, 0.6), ...cross(0.3)],
  'iron-pin': [circle(0.3), disc(0.15)],
  nail: [line(-0.3, 0, 0.3, 0), line(0, -0.3, 0, 0.3), circle(0.15)],
} satisfies Readonly<Record<string, readonly SymbolPart[]>>;

const water = {
  manhole: [circle(0.5), circle(0.38)],
  'manhole-sewer': [circle(0.5), arc(0.14, 0, 270, 0, 0.14), arc(0.14, 180, 450, 0, -0.14)],
  'manhole-storm': [circle(0.5), line(-0.5, 0, 0.5, 0), line(0, -0.5, 0, 0.5)],
  'catch-basin': [
    box(1, 0.7),
    line(-0.3, -0.35, -0.3, 0.35),
    line(0, -0.35, 0, 0.35),
    line(0.3, -0.35, 0.3, 0.35),
  ],
  'yard-inlet': [box(0.8, 0.8), ...cross(0.4)],
  hydrant: [circle(0.3), disc(0.12), line(0.3, 0, 0.5, 0), line(-0.3, 0, -0.5, 0), line(0, 0.3, 0, 0.5)],
  'water-valve': [ring(-0.5, -0.3, 0.5, 0.3, 0.5, -0.3, -0.5, 0.3)],
  'water-meter': [box(0.8, 0.6), circle(0.2)],
  well: [circle(0.4), ...plus(0.4)],
  'clean-out': [circle(0.3), ...cross(0.21)],
  spring: [circle(0.25), line(0.25, 0, 0.35, 0.1, 0.5, -0.05)],
} satisfies Readonly<Record<string, readonly SymbolPart[]>>;

const power = {
  pole: [circle(0.3), disc(0.08)],
  'utility-pole': [circle(0.3), line(-0.5, 0, -0.3, 0), line(0.3, 0, 0.5, 0)],
  'guy-wire': [line(-0.5, 0, 0.4, 0), area(0.5, 0, 0.25, 0.12, 0.25, -0.12)],
  lamp: [circle(0.2), ...rays(8, 0.28, 0.5)],
  'street-light': [circle(0.15), line(0.15, 0, 0.5, 0), disc(0.1, 0.4, 0)],
  pylon: [box(0.9, 0.9), ...cross(0.45)],
  'electric-box': [box(0.8, 0.8), line(0.1, 0.3, -0.12, -0.02, 0.12, 0.02, -0.1, -0.3)],
  'telephone-box': [box(0.8, 0.8), line(-0.2, 0.2, 0.2, 0.2), line(0, 0.2, 0, -0.25)],
  'gas-valve': [circle(0.45), ring(-0.3, -0.2, 0.3, 0.2, 0.3, -0.2, -0.3, 0.2)],
  'gas-marker': [ring(0, -0.5, 0.4, 0.2, -0.4, 0.2)],
  antenna: [line(0, -0.5, 0, 0.3), line(-0.3, 0.5, 0, 0.1, 0.3, 0.5)],
} satisfies Readonly<Record<string, readonly SymbolPart[]>>;

const street = {
  sign: [...post, ring(-0.3, 0.3, 0.3, 0.3, 0.3, 0.7, -0.3, 0.7), disc(0.05)],
  'traffic-light': [box(0.4, 1), circle(0.12, 0, 0.3), circle(0.12), circle(0.12, 0, -0.3)],
  bollard: [disc(0.2), circle(0.3)],
  'fence-post': [...cross(0.2)],
  gate: [line(-0.5, 0, -0.3, 0), line(0.3, 0, 0.5, 0), arc(0.6, 0, 90, -0.3, 0), line(-0.3, 0, -0.3, 0.6)],
  mailbox: [box(0.7, 0.5), line(-0.35, 0.25, 0, 0, 0.35, 0.25)],
  flagpole: [disc(0.06), line(0, 0, 0, 0.9), area(0, 0.9, 0.45, 0.72, 0, 0.55)],
  'parking-meter': [circle(0.2, 0, 0.3), line(0, 0.1, 0, -0.5)],
  monument: [box(0.6, 0.6), disc(0.1)],
} satisfies Readonly<Record<string, readonly SymbolPart[]>>;

const plants = {
  'tree-deciduous': [...scallops(8, 0.42), disc(0.05)],
  'tree-conifer': [...rays(12, 0.08, 0.5), disc(0.05)],
  'tree-palm': [
    arc(0.4, 20, 160, 0, -0.4),
    arc(0.4, 140, 280, 0.4, 0),
    arc(0.4, -100, 40, -0.4, 0),
    disc(0.05),
  ],
  stump: [circle(0.2), circle(0.1)],
  bush: [...scallops(5, 0.3)],
  hedge: [line(-0.5, 0, 0.5, 0), arc(0.15, 0, 180, -0.3, 0), arc(0.15, 0, 180), arc(0.15, 0, 180, 0.3, 0)],
  rock: [ring(-0.45, -0.2, -0.15, -0.35, 0.35, -0.25, 0.45, 0.1, 0.1, 0.35, -0.3, 0.2)],
} satisfies Readonly<Record<string, readonly SymbolPart[]>>;

const parts = { control, water, power, street, plants } as const;

export type SymbolGroup = keyof typeof parts;
type NameOf<Group> = Group extends Group ? keyof Group & string : never;
/** Name of a symbol of the library. */
export type SymbolName = NameOf<(typeof parts)[SymbolGroup]>;

/** The symbols by group, in the order in which they are offered. */
export const symbolGroups = (Object.keys(parts) as SymbolGroup[]).map((group) => ({
  group,
  names: Object.keys(parts[group]) as SymbolName[],
}));

const definitions: readonly SymbolDefinition[] = Object.values(parts).flatMap((group) =>
  Object.entries<readonly SymbolPart[]>(group).map(([name, drawn]) => ({ name, parts: drawn })),
);
const byName = new Map(definitions.map((definition) => [definition.name, definition]));

/** Symbols of our own for what is surveyed, each drawn within half a unit or so of its point. */
export const symbolLibrary: readonly SymbolDefinition[] = definitions;

/** A symbol of the library; undefined for names that it does not have. */
export function symbolNamed(name: string): SymbolDefinition | undefined {
  return byName.get(name);
}

/** Symbols of the library that are named, each once; names that it does not have are left out. */
export function symbolsNamed(names: Iterable<string>): SymbolDefinition[] {
  return [...new Set(names)].flatMap((name) => byName.get(name) ?? []);
}
