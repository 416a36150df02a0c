import type { Vec3 } from '../../math/vectors.ts';

/**
 * The k nearest others of each place, nearest first, ties by index. A grid of square columns holds a few places each,
 * so the work is near linear for anything spread like a survey; heights count in the distance.
 * @param places local metres
 */
export function nearestNeighbours(places: readonly Vec3[], k: number): number[][] {
  const n = places.length;
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of places) {
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  }
  const extent = Math.max(maxX - minX, maxY - minY, 1e-9);
  const area = Math.max((maxX - minX) * (maxY - minY), (extent * extent) / Math.max(1, n));
  const cell = Math.max(Math.sqrt((2 * area) / Math.max(1, n)), extent / 4096);
  const columns = Math.floor((maxX - minX) / cell) + 1;
  const rows = Math.floor((maxY - minY) / cell) + 1;
  const cells = new Map<number, number[]>();
  const columnOf = (x: number) => Math.floor((x - minX) / cell);
  const rowOf = (y: number) => Math.floor((y - minY) / cell);
  places.forEach(([x, y], i) => {
    const key = rowOf(y) * columns + columnOf(x);
    const list = cells.get(key);
    if (list) list.push(i);
    else cells.set(key, [i]);
  });
  return places.map((place, i) => {
    const found: { index: number; distance: number }[] = [];
    const [cx, cy] = [columnOf(place[0]), rowOf(place[1])];
    const farthest = Math.max(columns, rows);
    for (let ring = 0; ring <= farthest; ring++) {
      for (let r = cy - ring; r <= cy + ring; r++) {
        if (r < 0 || r >= rows) continue;
        const isEdge = r === cy - ring || r === cy + ring;
        for (let c = cx - ring; c <= cx + ring; c += isEdge || ring === 0 ? 1 : 2 * ring) {
          if (c < 0 || c >= columns) continue;
          for (const j of cells.get(r * columns + c) ?? []) {
            if (j === i) continue;
            const [x, y, z] = places[j]!;
            found.push({ index: j, distance: Math.hypot(x - place[0], y - place[1], z - place[2]) });
          }
        }
      }
      if (found.length < k) continue;
      found.sort((a, b) => a.distance - b.distance || a.index - b.index);
      if (found[k - 1]!.distance <= ring * cell) break;
    }
    found.sort((a, b) => a.distance - b.distance || a.index - b.index);
    return found.slice(0, k).map(({ index }) => index);
  });
}
