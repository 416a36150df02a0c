import { describe, expect, it } from 'vitest';
import { prepareTerrainTile } from '#domain/view/terrain-tile.ts';
import { type ContourTile, contourLabels } from './contour-labels.ts';

const size = 258;
const cell = 0.5;

/** A tile of a surface given by eastings and northings from its north-west corner. */
function createTile(elevation: (east: number, north: number) => number): ContourTile {
  const values = Float32Array.from({ length: size * size }, (_, i) => {
    const [column, row] = [(i % size) - 0.5, Math.floor(i / size) - 0.5];
    return elevation(column * cell, -row * cell);
  });
  return {
    name: 'tile',
    texels: prepareTerrainTile(values, size, cell, cell, null),
    west: 5000,
    north: 9000,
    cellWidth: cell,
    cellHeight: cell,
    cells: [size - 2, size - 2],
  };
}

describe('contourLabels', () => {
  it('stand on index lines, along them, and name their level', () => {
    const elevation = (east: number, north: number) => 100 + 0.3 * east - 0.1 * north;
    const labels = contourLabels(createTile(elevation), 5, String);
    expect(labels.length).toBeGreaterThan(20);
    for (const { anchor, direction, text, group } of labels) {
      expect(elevation(anchor[0] - 5000, anchor[1] - 9000)).toBeCloseTo(Number(text), 2);
      expect(Number(text) % 5).toBe(0);
      expect(anchor[2]).toBe(Number(text));
      expect(0.3 * direction![0] - 0.1 * direction![1]).toBeCloseTo(0, 3);
      expect(group).toBe(`contour ${text}`);
    }
    expect(new Set(labels.map(({ id }) => id)).size).toBe(labels.length);
  });

  it('leave out what is level, missing, or bends too much for a text', () => {
    expect(
      contourLabels(
        createTile(() => 105),
        5,
        String,
      ),
    ).toEqual([]);
    const half = createTile((east) => (east > 60 ? Number.NaN : 100 + 0.3 * east));
    for (const { anchor } of contourLabels(half, 5, String)) expect(anchor[0] - 5000).toBeLessThan(60);
    const cone = (east: number, north: number) => 130 - 6 * Math.hypot(east - 64, north + 64);
    const near = contourLabels(createTile(cone), 5, String).filter(
      ({ anchor }) => Math.hypot(anchor[0] - 5064, anchor[1] - 8936) < 6,
    );
    expect(near).toEqual([]);
  });
});
