import { describe, expect, it } from 'vitest';
import { createBench } from '#tests/support/editor.ts';

const point = { kind: 'point', coordinates: [1, 2, 3] } as const;

async function createWithTwoLayers() {
  const { editor } = await createBench();
  await editor.dispatch('feature.add', point, 'program');
  await editor.dispatch('layer.add', { name: 'Roads' }, 'panel');
  await editor.dispatch('feature.add', point, 'program');
  const { document, workspace } = editor.views;
  const first = Object.values(document.layers).find(({ name }) => name === 'Drawing')!.id;
  return { editor, first, document, workspace, second: workspace.activeLayerId };
}

describe('layers', () => {
  it('take what is drawn while they are active', async () => {
    const { document, first, second } = await createWithTwoLayers();
    expect(Object.values(document.features).map(({ layerId }) => layerId)).toEqual([first, second]);
  });

  it('are deleted with all on them, and come back whole', async () => {
    const { editor, document, second, first, workspace } = await createWithTwoLayers();
    const before = JSON.stringify([document.layers, document.features]);
    await editor.dispatch('layer.delete', { id: second }, 'panel');
    expect(Object.keys(document.features)).toHaveLength(1);
    expect(workspace.activeLayerId).toBe(first);
    await editor.dispatch('history.undo', null, 'shortcut');
    expect(JSON.parse(JSON.stringify([document.layers, document.features]))).toEqual(JSON.parse(before));
  });

  it('that undo takes away are not drawn on', async () => {
    const { editor, document, first, workspace } = await createWithTwoLayers();
    await editor.dispatch('history.undo', null, 'shortcut');
    await editor.dispatch('history.undo', null, 'shortcut');
    expect(workspace.activeLayerId).toBe(first);
    await editor.dispatch('feature.add', point, 'program');
    expect(Object.values(document.features).every(({ layerId }) => layerId === first)).toBe(true);
  });

  it('are shown when something is drawn on them, in one step', async () => {
    const { editor, document, second } = await createWithTwoLayers();
    await editor.dispatch('layer.update', { id: second, patch: { isVisible: false } }, 'panel');
    await editor.dispatch('feature.add', point, 'program');
    expect(document.layers[second]?.isVisible).toBe(true);
    await editor.dispatch('history.undo', null, 'shortcut');
    expect(document.layers[second]?.isVisible).toBe(false);
  });

  it('hide what lies on them from the view', async () => {
    const bench = await createBench();
    await bench.editor.dispatch('feature.add', point, 'program');
    bench.frame();
    expect(bench.viewport.vectors.get('drawing')?.size).toBe(1);
    await bench.editor.dispatch('layer.update', { id: 'layer-1', patch: { isVisible: false } }, 'panel');
    bench.frame();
    expect(bench.viewport.vectors.get('drawing')?.size).toBe(0);
  });

  it('keep one: the last cannot be deleted', async () => {
    const { editor } = await createBench();
    expect(editor.isEnabled('layer.delete', { id: 'layer-1' })).toBe(false);
    await editor.dispatch('layer.delete', { id: 'layer-1' }, 'panel');
    expect(Object.keys(editor.views.document.layers)).toEqual(['layer-1']);
  });
});
