import { mapPlace } from '../affine.ts';
import { type PlacedObject, vectorOf } from '../context.ts';
import type { DrawingBuilder } from '../drawing-builder.ts';

/**
 * Adds a face of three or four corners to the surface of its layer; four are cut along the diagonal that leaves both
 * halves turned alike in plan.
 * @param corners xyz each, in order
 */
export function addFace(
  builder: DrawingBuilder,
  layer: string,
  corners: readonly (readonly number[])[],
): void {
  const distinct = corners.filter(
    (corner, i) => !corners.slice(0, i).some((other) => other.every((value, axis) => value === corner[axis])),
  );
  const [a, b, c, d] = distinct;
  if (!a || !b || !c) {
    builder.notes.count('dxf.without-extent', '3DFACE');
    return;
  }
  if (!d) {
    builder.addFace(layer, [...a, ...b, ...c]);
    return;
  }
  const turn = (p: readonly number[], q: readonly number[], r: readonly number[]) =>
    (q[0]! - p[0]!) * (r[1]! - p[1]!) - (q[1]! - p[1]!) * (r[0]! - p[0]!);
  if (turn(a, b, c) * turn(a, c, d) >= 0) {
    builder.addFace(layer, [...a, ...b, ...c]);
    builder.addFace(layer, [...a, ...c, ...d]);
  } else {
    builder.addFace(layer, [...a, ...b, ...d]);
    builder.addFace(layer, [...b, ...c, ...d]);
  }
}

/** 3DFACE: corners in the system of the drawing. */
export function readFace({ groups, builder, facts, placement }: PlacedObject): void {
  const corners = [10, 11, 12, 13]
    .filter((code) => groups.find(code) >= 0)
    .map((code) => mapPlace(placement.map, vectorOf(groups, code)));
  addFace(builder, facts.look.layer, corners);
}
