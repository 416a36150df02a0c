import { type Tin, tinRect } from './tin.ts';

/** Finds the triangles of a TIN near a place in plan, through a uniform grid over its bounds. */
export interface TriangleIndex {
  /** Numbers of triangles whose bounds may meet the rectangle, each once, ascending. */
  query(minX: number, minY: number, maxX: number, maxY: number): number[];
}

/** Up to this many triangles are looked through one by one. */
const fewTriangles = 32;

/** Indexes a TIN (borrowed); memory and time are linear in its triangles and the cells that their bounds meet. */
export function indexTriangles(tin: Tin): TriangleIndex {
  const bounds = triangleBounds(tin);
  return tin.triangles.length / 3 <= fewTriangles ? listOf(bounds) : gridOf(tin, bounds);
}

function isNear(
  bounds: Float64Array,
  t: number,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
): boolean {
  return (
    bounds[4 * t]! <= maxX &&
    bounds[4 * t + 2]! >= minX &&
    bounds[4 * t + 1]! <= maxY &&
    bounds[4 * t + 3]! >= minY
  );
}

function listOf(bounds: Float64Array): TriangleIndex {
  return {
    query(minX, minY, maxX, maxY) {
      const found: number[] = [];
      for (let t = 0; t < bounds.length / 4; t++)
        if (isNear(bounds, t, minX, minY, maxX, maxY)) found.push(t);
      return found;
    },
  };
}

function gridOf(tin: Tin, bounds: Float64Array): TriangleIndex {
  const rect = tinRect(tin);
  const count = tin.triangles.length / 3;
  const width = rect.maxX - rect.minX;
  const height = rect.maxY - rect.minY;
  const cell =
    Math.max(Math.sqrt((width * height) / Math.max(1, count)), Math.max(width, height) / 1024) || 1;
  const columns = Math.floor(width / cell) + 1;
  const rows = Math.floor(height / cell) + 1;
  const clampTo = (value: number, limit: number) => Math.max(0, Math.min(limit - 1, Math.floor(value)));
  const visit = (minX: number, minY: number, maxX: number, maxY: number, use: (cell: number) => void) => {
    const first = clampTo((minX - rect.minX) / cell, columns);
    const last = clampTo((maxX - rect.minX) / cell, columns);
    for (
      let row = clampTo((minY - rect.minY) / cell, rows);
      row <= clampTo((maxY - rect.minY) / cell, rows);
      row++
    ) {
      for (let column = first; column <= last; column++) use(row * columns + column);
    }
  };
  const visitTriangle = (t: number, use: (cell: number) => void) =>
    visit(bounds[4 * t]!, bounds[4 * t + 1]!, bounds[4 * t + 2]!, bounds[4 * t + 3]!, use);
  const starts = new Uint32Array(columns * rows + 2);
  for (let t = 0; t < count; t++) visitTriangle(t, (at) => starts[at + 2]!++);
  for (let i = 2; i < starts.length; i++) starts[i]! += starts[i - 1]!;
  const list = new Uint32Array(starts.at(-1)!);
  for (let t = 0; t < count; t++) {
    visitTriangle(t, (at) => {
      list[starts[at + 1]!++] = t;
    });
  }
  return {
    query(minX, minY, maxX, maxY) {
      const found = new Set<number>();
      if (maxX < rect.minX || minX > rect.maxX || maxY < rect.minY || minY > rect.maxY) return [];
      visit(minX, minY, maxX, maxY, (at) => {
        for (let i = starts[at]!; i < starts[at + 1]!; i++) {
          const t = list[i]!;
          if (isNear(bounds, t, minX, minY, maxX, maxY)) found.add(t);
        }
      });
      return [...found].sort((a, b) => a - b);
    },
  };
}

function triangleBounds({ points, triangles }: Tin): Float64Array {
  const bounds = new Float64Array((triangles.length / 3) * 4);
  for (let t = 0; t < triangles.length / 3; t++) {
    const [a, b, c] = [3 * triangles[3 * t]!, 3 * triangles[3 * t + 1]!, 3 * triangles[3 * t + 2]!];
    bounds[4 * t] = Math.min(points[a]!, points[b]!, points[c]!);
    bounds[4 * t + 1] = Math.min(points[a + 1]!, points[b + 1]!, points[c + 1]!);
    bounds[4 * t + 2] = Math.max(points[a]!, points[b]!, points[c]!);
    bounds[4 * t + 3] = Math.max(points[a + 1]!, points[b + 1]!, points[c + 1]!);
  }
  return bounds;
}
