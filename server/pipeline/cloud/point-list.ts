import { withRoom } from '#domain/math/with-room.ts';

/** A growing list of coordinates, xyz per point, with an initial capacity. */
export function createPointList(points: number) {
  let xyz = withRoom(new Float64Array(0), 3 * points);
  let length = 0;
  return {
    add(x: number, y: number, z: number): void {
      xyz = withRoom(xyz, length + 3);
      xyz[length++] = x;
      xyz[length++] = y;
      xyz[length++] = z;
    },
    lower(index: number, x: number, y: number, z: number): void {
      if (z < xyz[index * 3 + 2]!) xyz.set([x, y, z], index * 3);
    },
    count: () => length / 3,
    finish: () => xyz.slice(0, length),
  };
}
