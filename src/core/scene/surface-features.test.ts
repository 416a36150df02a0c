import { expect, it } from 'vitest';
import { emptyDrawing } from '#domain/drawing/document.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { createBench } from '#tests/support/editor.ts';

const grid: DrawingFeature = {
  id: 'g',
  kind: 'grid',
  layerId: 'layer-1',
  code: '',
  name: 'Terrace',
  coordinates: [0, 0, 1, 1, 0, 1, 0, 1, 2, 1, 1, 2],
  columns: 2,
  rank: 1,
};

it('shows grids and TINs as surfaces of the scene, as long as their layer is seen', async () => {
  const { editor, viewport } = await createBench();
  const document = { ...emptyDrawing('Drawing'), features: { g: grid } };
  await editor.dispatch('document.replace', { document }, 'panel');
  expect(viewport.layerIds.has('surface g')).toBe(true);
  await editor.dispatch('layer.update', { id: 'layer-1', patch: { isVisible: false } }, 'panel');
  expect(viewport.layerIds.has('surface g')).toBe(false);
  await editor.dispatch('layer.update', { id: 'layer-1', patch: { isVisible: true } }, 'panel');
  expect(viewport.layerIds.has('surface g')).toBe(true);
  await editor.dispatch('selection.set', { ids: ['g'] }, 'panel');
  await editor.dispatch('document.replace', { document: emptyDrawing('Drawing') }, 'panel');
  expect(viewport.layerIds.has('surface g')).toBe(false);
});
