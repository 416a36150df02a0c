import { describe, expect, it } from 'vitest';
import { createBench } from '#tests/support/editor.ts';
import type { CommandId, CommandPayloads } from './command-table.ts';

const point = { kind: 'point', coordinates: [1, 2, 3] } as const;

async function createLayers() {
  const bench = await createBench();
  const { editor } = bench;
  const run = <Id extends CommandId>(id: Id, payload: CommandPayloads[Id]) =>
    editor.dispatch(id, payload, 'panel');
  await run('layer.add', { name: 'Kerbs' });
  await run('feature.add', point);
  const layers = () => Object.values(editor.views.document.layers);
  const kerbs = () => layers().find(({ name }) => name === 'Kerbs')!;
  const [feature] = Object.values(editor.views.document.features);
  return { ...bench, run, layers, kerbs, id: feature!.id };
}

describe('layers', () => {
  it('that are locked keep what lies on them', async () => {
    const { editor, run, kerbs, id } = await createLayers();
    await run('layer.update', { id: kerbs().id, patch: { isLocked: true } });
    await run('feature.delete', { ids: [id] });
    await run('feature.update', { ids: [id], patch: { name: 'moved' } });
    await run('vertex.move', { featureId: id, index: 0, position: [9, 9, 9] });
    await run('feature.add', point);
    await run('layer.delete', { id: kerbs().id });
    expect(Object.values(editor.views.document.features)).toMatchObject([
      { name: '1', coordinates: [1, 2, 3] },
    ]);
    const codes = editor.views.status.notices.map(({ error }) => error.code);
    expect(new Set(codes)).toEqual(new Set(['drawing.layer-locked']));
    await run('layer.update', { id: kerbs().id, patch: { isLocked: null } });
    expect(kerbs()).not.toHaveProperty('isLocked');
    await run('feature.delete', { ids: [id] });
    expect(editor.views.document.features).toEqual({});
  });

  it('change places, and come back by undo', async () => {
    const { editor, run, layers, kerbs } = await createLayers();
    const names = () =>
      layers()
        .sort((a, b) => a.rank - b.rank)
        .map(({ name }) => name);
    const before = names();
    expect(editor.isEnabled('layer.move', { id: kerbs().id, by: 1 })).toBe(false);
    await run('layer.move', { id: kerbs().id, by: -1 });
    expect(names()).toEqual([...before].reverse());
    await run('history.undo', null);
    expect(names()).toEqual(before);
  });

  it('merge into one, with their features, and come back by undo', async () => {
    const { editor, run, layers, kerbs, id } = await createLayers();
    const other = layers().find(({ name }) => name !== 'Kerbs')!;
    await run('layer.merge', { id: kerbs().id, into: other.id });
    expect(layers()).toHaveLength(1);
    expect(editor.views.document.features[id]?.layerId).toBe(other.id);
    expect(editor.views.workspace.activeLayerId).toBe(other.id);
    await run('history.undo', null);
    expect(editor.views.document.features[id]?.layerId).toBe(kerbs().id);
  });

  it('without features are removed together, but never the last one', async () => {
    const { run, layers, id } = await createLayers();
    await run('layer.add', { name: 'Empty' });
    await run('layer.purge', null);
    expect(layers().map(({ name }) => name)).toEqual(['Kerbs']);
    await run('feature.delete', { ids: [id] });
    await run('layer.add', { name: 'Another' });
    await run('layer.purge', null);
    expect(layers()).toHaveLength(1);
  });
});
