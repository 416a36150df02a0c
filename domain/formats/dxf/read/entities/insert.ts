import type { ExchangeValue } from '../../../exchange-model.ts';
import { type Affine, compose, identity, mapDirection, mapPlace, translation } from '../affine.ts';
import type { Block } from '../blocks.ts';
import { objectMap, type PlacedObject, type Placement, radians, vectorOf } from '../context.ts';
import { inheritedFrom } from '../looks.ts';
import { plainLine } from '../plain-text.ts';
import type { Groups } from '../record.ts';

/** Blocks that lie in each other. */
const maxDepth = 32;
/** Copies of one insert in rows and columns. */
const maxCopies = 1_000_000;
const maxAttributes = 1000;

/** A block to be drawn, and how. */
export interface Drawn {
  readonly block: Block;
  readonly placement: Placement;
}

/**
 * The block of an INSERT, or the one that shows a dimension or a table. Null, and told, where the block is missing, in
 * another file, or within itself.
 */
export function drawnBlock(object: PlacedObject, find: (name: string) => Block | undefined): Drawn | null {
  const { groups, strings, placement, facts, tables } = object;
  const name = strings.name(groups, 2);
  const block = find(name);
  if (!block) return tell(object, 'dxf.unknown-block', name);
  if (block.isExternal) return tell(object, 'dxf.external-block', name);
  const chain = [...placement.chain, block.name];
  if (placement.chain.includes(block.name) || chain.length > maxDepth) {
    return tell(object, 'dxf.recursive-block', name);
  }
  const isInsert = groups.kind === 'INSERT';
  const map = isInsert ? insertMap(object, block) : compose(objectMap(object), tableMap(groups, block));
  return { block, placement: { map, inherited: inheritedFrom(facts.look, tables), chain } };
}

function tell(
  { builder, groups }: PlacedObject,
  code: 'dxf.unknown-block' | 'dxf.external-block' | 'dxf.recursive-block',
  name: string,
): null {
  builder.notes.count(code, name === '' ? groups.kind : name);
  return null;
}

/** Numbers of rows or columns below 1 count as 1. */
function countOf(groups: Groups, code: number): number {
  return Math.max(1, Math.trunc(groups.number(code, 1)));
}

/** An INSERT once for each of its rows and columns; too many are told, and then it is left out. */
export function* copiesOf(object: PlacedObject): Generator<PlacedObject> {
  const { groups, builder, placement } = object;
  const [columns, rows] = [countOf(groups, 70), countOf(groups, 71)];
  if (columns * rows > maxCopies) {
    builder.notes.count('dxf.damaged', groups.kind, { place: groups.place });
    return;
  }
  yield object;
  if (columns * rows === 1) return;
  const system = turnedSystem(object);
  for (let copy = 1; copy < columns * rows; copy++) {
    const [column, row] = [copy % columns, Math.floor(copy / columns)];
    const shift = mapDirection(system, [column * groups.number(44, 0), row * groups.number(45, 0), 0]);
    const map = compose(translation(shift), placement.map);
    builder.spend(1);
    yield { ...object, placement: { ...placement, map } };
  }
}

/** The axes of the rows and columns of an insert, in the drawing. */
function turnedSystem(object: PlacedObject): Affine {
  const turn = radians(object.groups.number(50, 0));
  const rotation: Affine = {
    ...identity,
    x: [Math.cos(turn), Math.sin(turn), 0],
    y: [-Math.sin(turn), Math.cos(turn), 0],
  };
  return compose({ ...objectMap(object), origin: [0, 0, 0] }, turn === 0 ? identity : rotation);
}

/** Blocks are moved by their base point, scaled, turned about z of the object's system, and moved to the insertion. */
function insertMap(object: PlacedObject, { base }: Block): Affine {
  const { groups } = object;
  const [sx, sy, sz] = [groups.number(41, 1), groups.number(42, 1), groups.number(43, 1)];
  const turn = radians(groups.number(50, 0));
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const scaled: Affine = {
    x: [sx * c, sx * s, 0],
    y: [-sy * s, sy * c, 0],
    z: [0, 0, sz],
    origin: vectorOf(groups, 10),
  };
  const isMoved = base.some((value) => value !== 0);
  const placed = isMoved ? compose(scaled, translation([-base[0], -base[1], -base[2]])) : scaled;
  return compose(objectMap(object), placed);
}

/** Dimensions are drawn where they are; tables at their insertion point. */
function tableMap(groups: Groups, { base }: Block): Affine {
  if (groups.kind !== 'ACAD_TABLE') return identity;
  const [x, y, z] = vectorOf(groups, 10);
  return translation([x - base[0], y - base[1], z - base[2]]);
}

/** The point of an insert that has attributes, with these as properties and the block's name; or that of our symbols. */
export function addInsertPoint(object: PlacedObject, attributes: readonly Groups[]): void {
  const { groups, builder, facts, strings } = object;
  const place = mapPlace(objectMap(object), vectorOf(groups, 10));
  const values: [string, ExchangeValue][] = attributes.slice(0, maxAttributes).map((attribute) => {
    return [strings.name(attribute, 2), plainLine(strings.first(attribute, 1))];
  });
  const { own } = facts;
  if (own?.symbol === undefined) {
    const block = strings.name(groups, 2);
    builder.addPoint(facts, place, { properties: { block, ...Object.fromEntries(values) } });
    return;
  }
  const along = mapDirection(turnedSystem(object), [1, 0, 0]);
  const rotation = Math.atan2(along[1], along[0]) + 0;
  const scale = groups.number(41, 1) * Math.hypot(...along);
  builder.addPoint(facts, place, { symbol: { name: own.symbol, rotation, scale } });
}
