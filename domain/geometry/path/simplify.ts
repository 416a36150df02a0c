import type { Path } from './path.ts';

/**
 * A path without the vertices that it leaves by at most a tolerance in space (D. Douglas and T. Peucker, "Algorithms for
 * the reduction of the number of points required to represent a digitized line", 1973); arcs stay whole. Where an
 * elevation is missing, the distance in plan counts. A closed path keeps its first vertex and the one farthest from it.
 * O(n²) at worst, O(n log n) on common lines.
 * @param tolerance horizontal unit, above 0
 * @param zFactor horizontal units in one vertical unit
 */
export function simplifyPath(path: Path, tolerance: number, zFactor: number): Path {
  const { coordinates, bulges, isClosed } = path;
  const count = coordinates.length / 3;
  const isKept = new Uint8Array(count);
  isKept[0] = 1;
  if (!isClosed) isKept[count - 1] = 1;
  for (let i = 0; i < count; i++) {
    if (bulges[i] === 0) continue;
    isKept[i] = 1;
    isKept[(i + 1) % count] = 1;
  }
  if (isClosed) isKept[farthestFrom(path, 0, zFactor)] = 1;
  const fixed = [...isKept.keys()].filter((vertex) => isKept[vertex] === 1);
  const spans = fixed.slice(1).map((to, i): [number, number] => [fixed[i]!, to]);
  if (isClosed) spans.push([fixed.at(-1)!, count]);
  while (spans.length > 0) {
    const [from, to] = spans.pop()!;
    let [worst, at] = [tolerance, -1];
    for (let vertex = from + 1; vertex < to; vertex++) {
      const distance = distanceTo(coordinates, vertex, from, to % count, zFactor);
      if (distance > worst) [worst, at] = [distance, vertex];
    }
    if (at < 0) continue;
    isKept[at] = 1;
    spans.push([from, at], [at, to]);
  }
  const kept = [...isKept.keys()].filter((vertex) => isKept[vertex] === 1);
  return {
    coordinates: kept.flatMap((vertex) => coordinates.slice(3 * vertex, 3 * vertex + 3)),
    bulges: kept.map((vertex) => bulges[vertex]!),
    isClosed,
  };
}

function farthestFrom({ coordinates }: Path, vertex: number, zFactor: number): number {
  let [best, at] = [-1, vertex];
  for (let other = 0; 3 * other < coordinates.length; other++) {
    const distance = distanceTo(coordinates, other, vertex, vertex, zFactor);
    if (distance > best) [best, at] = [distance, other];
  }
  return at;
}

/** Distance in space of a vertex from the segment between two others. */
function distanceTo(
  coordinates: readonly number[],
  vertex: number,
  from: number,
  to: number,
  zFactor: number,
): number {
  const at = (index: number, axis: number) => coordinates[3 * index + axis]!;
  const isFlat = Number.isNaN(at(vertex, 2) + at(from, 2) + at(to, 2));
  const factors = [1, 1, isFlat ? 0 : zFactor];
  const along = factors.map((factor, axis) => (factor === 0 ? 0 : factor * (at(to, axis) - at(from, axis))));
  const out = factors.map((factor, axis) =>
    factor === 0 ? 0 : factor * (at(vertex, axis) - at(from, axis)),
  );
  const dot = (a: readonly number[], b: readonly number[]) => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
  const squared = dot(along, along);
  const share = squared === 0 ? 0 : Math.min(1, Math.max(0, dot(out, along) / squared));
  return Math.hypot(...out.map((value, axis) => value - share * along[axis]!));
}
