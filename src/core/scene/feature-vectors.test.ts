import { describe, expect, it } from 'vitest';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { defaultFeatureStyle } from '#viewport/scene.ts';
import { featureIdOf, vectorsOf } from './feature-vectors.ts';

function createFeature(more: Partial<DrawingFeature>): DrawingFeature {
  return {
    id: 'a',
    kind: 'polyline',
    layerId: 'l',
    code: '',
    name: '',
    coordinates: [0, 0, 0, 2, 0, 0],
    rank: 1,
    ...more,
  };
}

const drawn = (more: Partial<DrawingFeature>) =>
  vectorsOf(createFeature(more), defaultFeatureStyle, { text: 'A' });

describe('what is drawn of a feature', () => {
  it('is arcs as chords near to them', () => {
    const [circle] = drawn({ isClosed: true, bulges: [1, 1] });
    const places = circle!.positions;
    for (let i = 0; i < places.length; i += 3) {
      expect(Math.hypot(places[i]! - 1, places[i + 1]!)).toBeCloseTo(1, 9);
    }
    expect([...places.slice(-3)]).toEqual([0, 0, 0]);
  });

  it('is a polygon with its holes', () => {
    const [polygon] = drawn({
      kind: 'polygon',
      coordinates: [0, 0, 0, 9, 0, 0, 9, 9, 0, 5, 2, 0, 6, 2, 0, 6, 3, 0],
      holeStarts: [3],
    });
    expect(polygon!.positions).toHaveLength(9);
    expect(polygon!.holes).toHaveLength(1);
  });

  it('is each point of a multipoint, all of which are the feature, one with its label', () => {
    const points = drawn({ kind: 'multipoint', coordinates: [0, 0, 0, 1, 1, 1, 2, 2, 2] });
    expect(points.map(({ kind }) => kind)).toEqual(['point', 'point', 'point']);
    expect(new Set(points.map(({ id }) => id)).size).toBe(3);
    expect(points.map(({ id }) => featureIdOf(id))).toEqual(['a', 'a', 'a']);
    expect(points.filter(({ label }) => label)).toHaveLength(1);
  });

  it('is the symbol of a point around its place, turned and in its size', () => {
    const look = {
      symbol: 'utility-pole',
      symbolSize: { value: 2, on: 'ground' },
      symbolRotation: Math.PI / 2,
    } as const;
    const [place, circle, wing] = drawn({ kind: 'point', coordinates: [10, 20, 5], look });
    expect(place).toMatchObject({ id: 'a', kind: 'point', label: { text: 'A' } });
    for (let i = 0; i < circle!.positions.length; i += 3) {
      const [x, y, z] = circle!.positions.subarray(i, i + 3);
      expect(Math.hypot(x! - 10, y! - 20)).toBeCloseTo(0.6, 9);
      expect(z).toBe(5);
    }
    // From half a symbol to the left of the point: below it after a quarter turn.
    expect([...wing!.positions].map((value) => Number(value.toFixed(9)))).toEqual([10, 19, 5, 10, 19.4, 5]);
    expect(featureIdOf(wing!.id)).toBe('a');
    expect(drawn({ kind: 'point', coordinates: [0, 0, 0], look: { symbol: 'nobody-knows' } })).toHaveLength(
      1,
    );
  });

  it('is a dimension line beside what it measures', () => {
    const lines = drawn({
      kind: 'annotation',
      coordinates: [0, 0, 0, 4, 0, 0, 1, 3, 0],
      annotation: { form: 'dimension', text: '', size: { value: 1, on: 'ground' }, rotation: 0 },
    });
    expect([...lines[0]!.positions]).toEqual([0, 3, 0, 4, 3, 0]);
    expect(lines).toHaveLength(3);
  });
});
