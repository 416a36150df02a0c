import { describe, expect, it } from 'vitest';
import { readGeoJson } from './read-geojson.ts';

const unreadable = expect.objectContaining({ code: 'geojson.unreadable' });

describe('GeoJSON that cannot be read', () => {
  it('is refused where collections are nested without end', () => {
    const depth = 20_000;
    const text = `${'{"type":"GeometryCollection","geometries":['.repeat(depth)}${']}'.repeat(depth)}`;
    expect(() => readGeoJson(JSON.parse(text), 'a.geojson')).toThrow(unreadable);
  });

  it.each([
    ['an object', { toString: 1 }],
    ['a list', [[]]],
    ['missing', undefined],
  ])('is refused where a type is %s', (_, type) => {
    expect(() => readGeoJson({ type, coordinates: [1, 2] }, 'a.geojson')).toThrow(unreadable);
  });

  it('does not forbid a collection in a collection', () => {
    const point = { type: 'Point', coordinates: [1, 2] };
    const inner = { type: 'GeometryCollection', geometries: [point] };
    const outer = { type: 'GeometryCollection', geometries: [inner, point] };
    expect(readGeoJson(outer, 'a.geojson').features).toHaveLength(2);
  });
});
