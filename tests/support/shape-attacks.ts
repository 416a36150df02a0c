import { readShapefile } from '#domain/formats/shp/read-shapefile.ts';
import { guardedSource } from './guarded-source.ts';
import type { Attack } from './text-attacks.ts';

const headerBytes = 100;

/** A `.shp` of one polygon with these rings, xy per vertex. */
function polygonFile(rings: readonly (readonly number[])[]): Uint8Array {
  const count = rings.reduce((sum, ring) => sum + ring.length / 2, 0);
  const length = 44 + 4 * rings.length + 16 * count;
  const bytes = new Uint8Array(headerBytes + 8 + length);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, 9994);
  view.setInt32(headerBytes, 1);
  view.setInt32(headerBytes + 4, length / 2);
  const at = headerBytes + 8;
  view.setInt32(at, 5, true);
  view.setInt32(at + 36, rings.length, true);
  view.setInt32(at + 40, count, true);
  const verticesAt = at + 44 + 4 * rings.length;
  let values = 0;
  for (const [i, ring] of rings.entries()) {
    view.setInt32(at + 44 + 4 * i, values / 2, true);
    for (const value of ring) view.setFloat64(verticesAt + 8 * values++, value, true);
  }
  return bytes;
}

/** Records without a shape: the shortest that there are. */
function nullShapes(length: number): Uint8Array {
  const count = Math.ceil(length / 12);
  const bytes = new Uint8Array(headerBytes + 12 * count);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, 9994);
  for (let i = 0; i < count; i++) view.setInt32(headerBytes + 12 * i + 4, 2);
  return bytes;
}

const clockwise = (x: number, y: number, side: number) => [
  x,
  y,
  x,
  y + side,
  x + side,
  y + side,
  x + side,
  y,
];
const counter = (x: number, y: number, side: number) => [x, y, x + side, y, x + side, y + side, x, y + side];
const list = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));
const ringBytes = 68;

const rings: Readonly<Record<string, (count: number) => number[][]>> = {
  'outlines and then holes in none': (count) => [
    ...list(count / 2, (i) => clockwise(3 * i, 0, 1)),
    ...list(count / 2, (i) => counter(3 * i, 5, 1)),
  ],
  'outlines in each other and holes': (count) => [
    ...list(count / 2, (i) => clockwise(i, i, 4 * count - 2 * i)),
    ...list(count / 2, () => counter(2 * count, 2 * count, 1)),
  ],
  'an outline of many vertices and holes': (count) => [
    list(count, (i) => [i, i % 2]).flat(),
    ...list(count / 2, (i) => counter(i, 0.25, 0.1)),
  ],
};

const attack = (name: string, make: (length: number) => Uint8Array): Attack => ({
  name: `shapefile of ${name}`,
  prepare(length) {
    const bytes = make(length);
    return () => readShapefile({ shp: guardedSource('a.shp', bytes) }, { layer: 'a' });
  },
});

/** Attacks on the reader of shapefiles. */
export const shapeAttacks: readonly Attack[] = [
  attack('null shapes', nullShapes),
  ...Object.entries(rings).map(([name, make]) =>
    attack(name, (length) => polygonFile(make(2 * Math.ceil(length / ringBytes / 2)))),
  ),
];
