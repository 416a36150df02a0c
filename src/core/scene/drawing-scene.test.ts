import { expect, it } from 'vitest';
import { emptyDrawing } from '#domain/drawing/document.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { sizeLimits } from '#domain/math/size-limits.ts';
import { createBench } from '#tests/support/editor.ts';

it('hands a large layer that changed to the viewport in parts, and leaves other layers', async () => {
  const bench = await createBench();
  const { editor, viewport, frame } = bench;
  const slice = sizeLimits['scene.slice'].value;
  const document = emptyDrawing('Kept');
  const [kept] = Object.values(document.layers);
  const other = { ...kept!, id: 'other', name: 'Changed', rank: 2 };
  const points = Array.from({ length: slice + 500 }, (_, i): DrawingFeature => {
    const layerId = i < 3 ? kept!.id : other.id;
    return { id: `p${i}`, kind: 'point', layerId, code: '', name: '', coordinates: [i, 0, 0], rank: i };
  });
  const features = Object.fromEntries(points.map((point) => [point.id, point]));
  const layers = { ...document.layers, other };
  await editor.dispatch('document.replace', { document: { ...document, layers, features } }, 'panel');
  for (let i = 0; i < 4; i++) frame();
  const shown = () => [...viewport.vectors.get('drawing')!.values()];
  expect(shown()).toHaveLength(points.length);

  const before = new Map(shown().map((one) => [one.id, one]));
  const changed = () => shown().filter((one) => before.get(one.id) !== one).length;
  await editor.dispatch('layer.update', { id: 'other', patch: { colour: '#123456' } }, 'panel');
  frame();
  expect(changed()).toBe(slice);
  frame();
  expect(changed()).toBe(points.length - 3);

  await editor.dispatch('layer.update', { id: 'other', patch: { isVisible: false } }, 'panel');
  frame();
  frame();
  expect(
    shown()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(['p0', 'p1', 'p2']);
});
