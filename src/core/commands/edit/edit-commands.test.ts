import { describe, expect, it } from 'vitest';
import { createBench, createSurface, type EditorBench } from '#tests/support/editor.ts';

async function createWith(...lines: number[][]): Promise<EditorBench & { ids: string[] }> {
  const bench = await createBench();
  for (const coordinates of lines) {
    await bench.editor.dispatch('feature.add', { kind: 'polyline', coordinates }, 'program');
  }
  const ids = Object.keys(bench.editor.views.document.features);
  await bench.editor.dispatch('selection.set', { ids }, 'program');
  return { ...bench, ids };
}

const features = ({ editor }: EditorBench) => Object.values(editor.views.document.features);

describe('edits of the selection', () => {
  it('are one step of undo each, whatever they add and remove', async () => {
    const bench = await createWith([0, 0, 0, 10, 0, 0], [10, 0, 0, 20, 0, 0]);
    const { editor, ids } = bench;
    await editor.dispatch('edit.join', { distance: 0 }, 'panel');
    expect(features(bench)).toHaveLength(1);
    expect(editor.views.workspace.selection).toEqual([ids[0]]);
    expect(editor.views.workspace.history.undo).toBe('command.edit.join');
    await editor.dispatch('edit.split', { at: 'parts', parts: 5 }, 'panel');
    expect(features(bench)).toHaveLength(5);
    expect(editor.views.workspace.selection).toHaveLength(5);
    await editor.dispatch('history.undo', null, 'shortcut');
    await editor.dispatch('history.undo', null, 'shortcut');
    expect(features(bench).map(({ coordinates }) => coordinates)).toEqual([
      [0, 0, 0, 10, 0, 0],
      [10, 0, 0, 20, 0, 0],
    ]);
  });

  it('select what they add, with ranks of their own and numbers for points', async () => {
    const bench = await createWith([0, 0, 0, 10, 0, 0]);
    const { editor } = bench;
    await editor.dispatch('edit.offset', { distance: 2, corner: 'mitre' }, 'panel');
    await editor.settle();
    expect(editor.views.workspace.selection).toEqual([features(bench)[1]?.id]);
    await editor.dispatch('edit.convert', { kind: 'point' }, 'panel');
    expect(features(bench).map(({ name }) => name)).toEqual(['', '1', '2']);
    expect(new Set(features(bench).map(({ rank }) => rank)).size).toBe(3);
  });

  it('are refused as a whole, with the reason, where a layer is locked or the edit does not fit', async () => {
    const bench = await createWith([0, 0, 0, 10, 0, 0]);
    const { editor, ids } = bench;
    await editor.dispatch('edit.extend', { end: 'end', length: 0, azimuth: 0, vertical: 0 }, 'panel');
    expect(editor.views.status.notices.at(-1)?.error.code).toBe('edit.length-zero');
    const [layer] = Object.keys(editor.views.document.layers);
    await editor.dispatch('layer.update', { id: layer!, patch: { isLocked: true } }, 'panel');
    await editor.dispatch('edit.reverse', null, 'panel');
    expect(editor.views.status.notices.at(-1)?.error.code).toBe('drawing.layer-locked');
    expect(editor.views.document.features[ids[0]!]?.coordinates).toEqual([0, 0, 0, 10, 0, 0]);
  });

  it('tell what they left out', async () => {
    const { editor } = await createWith([0, 0, 0, 10, 0, 0, 10, 1, 0, 20, 1, 0, 20, 10, 0]);
    await editor.dispatch('edit.fillet', { radius: 3, vertex: null }, 'panel');
    expect(editor.views.status.notices.at(-1)?.error).toEqual({
      code: 'edit.some-skipped',
      params: { count: 2 },
    });
  });

  it('do nothing without a selection', async () => {
    const bench = await createWith([0, 0, 0, 10, 0, 0]);
    await bench.editor.dispatch('selection.set', { ids: [] }, 'program');
    expect(bench.editor.isEnabled('edit.reverse', null)).toBe(false);
  });
});

describe('draping', () => {
  it('lays lines onto the ground as a job of one step, and takes their elevations away', async () => {
    const surface = createSurface((x, y) => 100 + 0.1 * x - 0.05 * y);
    const { editor } = await createBench({ ports: { surface } });
    await editor.dispatch('feature.add', { kind: 'polyline', coordinates: [0, 0, 1, 10, 20, 2] }, 'program');
    const [id] = Object.keys(editor.views.document.features);
    const heights = () =>
      editor.views.document.features[id!]!.coordinates.filter((_, i) => i % 3 === 2).map((z) => z.toFixed(6));
    await editor.dispatch('selection.set', { ids: [id!] }, 'program');
    await editor.dispatch('edit.drape', { spacing: null }, 'panel');
    await editor.settle();
    expect(heights()).toEqual(['100.000000', '100.000000']);
    await editor.dispatch('history.undo', null, 'shortcut');
    expect(heights()).toEqual(['1.000000', '2.000000']);
    await editor.dispatch('edit.drape', { spacing: 12 }, 'panel');
    await editor.settle();
    expect(heights()).toEqual(['100.000000', '100.000000', '100.000000']);
    await editor.dispatch('edit.undrape', null, 'panel');
    expect(heights()).toEqual(['NaN', 'NaN', 'NaN']);
  });

  it('says where there is no surface, and where none lies below', async () => {
    const bare = await createWith([0, 0, 0, 10, 0, 0]);
    await bare.editor.dispatch('edit.drape', { spacing: null }, 'panel');
    await bare.editor.settle();
    expect(bare.editor.views.status.notices.at(-1)?.error.code).toBe('editor.no-surface');
    const { editor } = await createBench({ ports: { surface: createSurface(() => Number.NaN) } });
    await editor.dispatch('feature.add', { kind: 'point', coordinates: [0, 0, 1] }, 'program');
    await editor.dispatch('edit.drape', { spacing: null }, 'panel');
    await editor.settle();
    expect(editor.views.status.notices.at(-1)?.error.code).toBe('edit.off-surface');
  });
});
