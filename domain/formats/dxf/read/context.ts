import type { Vec3 } from '../../../math/vectors.ts';
import { type Affine, compose, objectSystem } from './affine.ts';
import type { DrawingBuilder, ObjectFacts } from './drawing-builder.ts';
import type { DrawingTables } from './layers.ts';
import type { Inherited } from './looks.ts';
import type { Groups } from './record.ts';
import type { DrawingStrings } from './strings.ts';

/** What reading objects needs. */
export interface ReadContext {
  readonly builder: DrawingBuilder;
  readonly tables: DrawingTables;
  readonly strings: DrawingStrings;
}

/** How a block's objects are drawn: by identity and nothing inherited outside of blocks. */
export interface Placement {
  readonly map: Affine;
  readonly inherited: Inherited | null;
  /** Names of the blocks that lie in each other here. */
  readonly chain: readonly string[];
}

/** An object to be read, with its place in the drawing. */
export interface PlacedObject extends ReadContext {
  readonly groups: Groups;
  readonly facts: ObjectFacts;
  readonly placement: Placement;
}

/** A vector of three groups, `code`, `code` + 10, `code` + 20; missing ones are those of `missing`. */
export function vectorOf(groups: Groups, code: number, missing: Vec3 = [0, 0, 0]): Vec3 {
  return [
    groups.number(code, missing[0]),
    groups.number(code + 10, missing[1]),
    groups.number(code + 20, missing[2]),
  ];
}

/** The place of a group with the groups of 10 and 20 more right behind it; missing ones are 0. */
export function placeAt(groups: Groups, index: number): Vec3 {
  const code = groups.codeAt(index);
  const at = (offset: number) =>
    index + offset < groups.count && groups.codeAt(index + offset) === code + 10 * offset
      ? groups.numberAt(index + offset)
      : 0;
  return [groups.numberAt(index), at(1), at(2)];
}

/** Places of all groups with a code, from a position on. */
export function placesOf(groups: Groups, code: number, from = 0): Vec3[] {
  const places: Vec3[] = [];
  for (let i = groups.find(code, from); i >= 0; i = groups.find(code, i + 1)) places.push(placeAt(groups, i));
  return places;
}

/** The extrusion direction of an object. */
export function extrusionOf(groups: Groups): Vec3 {
  return groups.find(210) < 0 ? [0, 0, 1] : vectorOf(groups, 210);
}

/** From an object's own system to the drawing. */
export function objectMap({ groups, placement }: Pick<PlacedObject, 'groups' | 'placement'>): Affine {
  return compose(placement.map, objectSystem(extrusionOf(groups)));
}

export const radians = (degrees: number) => (degrees * Math.PI) / 180;
export const degrees = (angle: number) => (angle * 180) / Math.PI;
