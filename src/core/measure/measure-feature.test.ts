import { describe, expect, it } from 'vitest';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { planeOfMap } from './ground.ts';
import { measureFeature } from './measure-feature.ts';

function createFeature(more: Partial<DrawingFeature>): DrawingFeature {
  const coordinates = [0, 0, 10, 10, 0, 10, 10, 10, 20];
  return { id: 'a', kind: 'polyline', layerId: 'l', code: '', name: '', coordinates, rank: 1, ...more };
}

const measured = (more: Partial<DrawingFeature>) => {
  const feature = createFeature(more);
  return measureFeature(feature, 1, planeOfMap(feature.coordinates));
};

describe('the measures of a feature', () => {
  it('of a line are its lengths, its deltas and its elevations', () => {
    const line = measured({});
    expect(line).toMatchObject({ length: 20, vertices: 3, area: null, perimeter: null, grid: null });
    expect(line.slopeLength).toBeCloseTo(10 + Math.hypot(10, 10), 12);
    expect(line.delta).toEqual({ x: 10, y: 10, z: 10 });
    expect(line.azimuthRad).toBeCloseTo(Math.PI / 4, 12);
    expect(line.elevations).toEqual([10, 20]);
  });

  it('of a closed line and of a polygon with a hole are areas and perimeters', () => {
    expect(measured({ isClosed: true })).toMatchObject({ length: null, area: 50, delta: null });
    const outline = [0, 0, 0, 10, 0, 0, 10, 10, 0, 0, 10, 0];
    const hole = [4, 5, 0, 6, 5, 0];
    const polygon = measured({
      kind: 'polygon',
      coordinates: [...outline, ...hole],
      holeStarts: [4],
      bulges: [0, 0, 0, 0, 1, 1],
    });
    expect(polygon.area).toBeCloseTo(100 - Math.PI, 12);
    expect(polygon.perimeter).toBeCloseTo(40 + 2 * Math.PI, 12);
  });

  it('of a surface is its area in space, of a point its elevation', () => {
    const grid = measured({ kind: 'grid', columns: 2, coordinates: [0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1] });
    expect(grid.surfaceArea).toBeCloseTo(Math.SQRT2, 12);
    expect(measured({ kind: 'point', coordinates: [1, 2, 3] })).toMatchObject({
      elevations: [3, 3],
      length: null,
    });
  });
});
