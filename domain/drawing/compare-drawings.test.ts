import { expect, it } from 'vitest';
import { compareDrawings } from './compare-drawings.ts';
import { type DrawingDocument, emptyDrawing } from './document.ts';
import type { DrawingFeature } from './feature.ts';

const point = (id: string, x: number, name = id): DrawingFeature => ({
  id,
  kind: 'point',
  layerId: 'layer-1',
  code: 'TP',
  name,
  coordinates: [x, 2, Number.NaN],
  rank: 1,
});

const drawing = (...features: DrawingFeature[]): DrawingDocument => ({
  ...emptyDrawing('Layer'),
  features: Object.fromEntries(features.map((feature) => [feature.id, feature])),
});

it('finds nothing between a drawing and its copy, missing elevations included', () => {
  expect(compareDrawings(drawing(point('a', 1)), drawing(point('a', 1)))).toEqual([]);
});

it('lists what was added, removed and changed, with the fields', () => {
  const before = drawing(point('gone', 0, ''), point('moved', 1), point('same', 5));
  const moved = { ...point('moved', 3), look: { colour: '#ff0000' } };
  const after = { ...drawing(moved, point('new', 4), point('same', 5)), layers: before.layers };
  expect(compareDrawings(before, after)).toEqual([
    { table: 'features', id: 'moved', name: 'moved', change: 'changed', fields: ['coordinates', 'look'] },
    { table: 'features', id: 'new', name: 'new', change: 'added', fields: [] },
    { table: 'features', id: 'gone', name: 'TP', change: 'removed', fields: [] },
  ]);
});

it('lists changes of layers before those of features', () => {
  const before = drawing(point('a', 1));
  const layer = { ...before.layers['layer-1']!, isLocked: true as const };
  const after = { ...drawing(), layers: { 'layer-1': layer } };
  expect(compareDrawings(before, after).map(({ table, change }) => `${table} ${change}`)).toEqual([
    'layers changed',
    'features removed',
  ]);
});
