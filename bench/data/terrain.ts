import { createGrid, type Grid } from '#domain/geometry/grid/grid.ts';
import { seededRandom } from './lidar.ts';

/** Rolling terrain between about 80 and 120. */
function terrainHeight(x: number, y: number): number {
  return 100 + 12 * Math.sin(x / 50) + 8 * Math.cos(y / 70);
}

/**
 * Lidar-like points: a 1 m grid of side × side with jitter at UTM coordinates, xyz, in scan order.
 * @param isShuffled in random order instead
 */
export function makeTerrainPoints(side: number, isShuffled = false): Float64Array {
  const random = seededRandom(20260101);
  const count = side * side;
  const place = Uint32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; isShuffled && i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const held = place[i]!;
    place[i] = place[j]!;
    place[j] = held;
  }
  const points = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const x = 500_000 + (i % side) + 0.6 * random();
    const y = 4_649_776 + Math.floor(i / side) + 0.6 * random();
    points.set([x, y, terrainHeight(x, y)], 3 * place[i]!);
  }
  return points;
}

/** x and y of points only. */
export function placesOf(points: Float64Array): Float64Array {
  const places = new Float64Array((points.length / 3) * 2);
  for (let i = 0; i < places.length / 2; i++) {
    places[2 * i] = points[3 * i]!;
    places[2 * i + 1] = points[3 * i + 1]!;
  }
  return places;
}

/** A 1 m elevation model of hills with detail down to a few cells, between about 100 and 300. */
export function makeElevationModel(side: number): Grid {
  const grid = createGrid({ width: side, height: side, originX: 500_000, originY: 4_650_000, cellSize: 1 });
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      grid.values[row * side + column] =
        200 +
        60 * Math.sin(column / 300) * Math.cos(row / 400) +
        30 * Math.sin(column / 90 + row / 130) +
        8 * Math.sin(column / 23) * Math.sin(row / 31) +
        1.5 * Math.sin(column / 5) * Math.cos(row / 7);
    }
  }
  return grid;
}
