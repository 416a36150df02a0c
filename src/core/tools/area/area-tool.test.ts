import { describe, expect, it } from 'vitest';
import { createBench, type EditorBench } from '#tests/support/editor.ts';
import type { ToolId } from '../../state/state.ts';

/** Lines seen at screen x, y (the fake's y runs down): one inside 0 … 100, one across its right edge, one far off. */
async function createWith(tool: ToolId): Promise<EditorBench & { ids: string[] }> {
  const bench = await createBench();
  for (const coordinates of [
    [10, -10, 0, 40, -40, 0],
    [80, -50, 0, 150, -50, Number.NaN],
    [300, -300, 0, 400, -300, 0],
  ]) {
    await bench.editor.dispatch('feature.add', { kind: 'polyline', coordinates }, 'program');
  }
  const ids = Object.keys(bench.editor.views.document.features);
  await bench.editor.dispatch('selection.set', { ids: [] }, 'program');
  await bench.editor.dispatch('tool.choose', { tool }, 'panel');
  return { ...bench, ids };
}

const chosen = ({ editor, ids }: EditorBench & { ids: string[] }) =>
  editor.views.workspace.selection.map((id) => ids.indexOf(id));

describe('selecting by a box', () => {
  it('takes what is wholly inside to the right, and what is touched to the left', async () => {
    const bench = await createWith('select-box');
    await bench.drag([0, 0], [60, 60], [100, 100]);
    expect(chosen(bench)).toEqual([0]);
    await bench.drag([100, 100], [40, 50], [0, 0]);
    expect(chosen(bench)).toEqual([0, 1]);
    expect(bench.editor.views.status.selectionReport).toEqual({ count: 2, locked: 0 });
    expect(bench.editor.views.workspace.selectionOutline).toBeNull();
  });

  it('adds with Shift, takes away with Control, and does by itself what was chosen', async () => {
    const bench = await createWith('select-box');
    await bench.drag([0, 0], [100, 100]);
    await bench.drag([290, 290, { hasShift: true }], [410, 310, { hasShift: true }]);
    expect(chosen(bench)).toEqual([0, 2]);
    await bench.drag([0, 0, { hasControl: true }], [100, 100, { hasControl: true }]);
    expect(chosen(bench)).toEqual([2]);
    await bench.editor.dispatch('selection.action', { action: 'add' }, 'panel');
    await bench.drag([0, 0], [100, 100]);
    expect(chosen(bench)).toEqual([2, 0]);
  });

  it('leaves hidden layers out, and counts what lies on locked ones', async () => {
    const bench = await createWith('select-box');
    const { editor } = bench;
    const [layer] = Object.keys(editor.views.document.layers);
    await editor.dispatch('layer.update', { id: layer!, patch: { isLocked: true } }, 'panel');
    await bench.drag([0, 0], [500, 500]);
    expect(chosen(bench)).toEqual([]);
    expect(editor.views.status.selectionReport).toEqual({ count: 0, locked: 3 });
    await editor.dispatch(
      'layer.update',
      { id: layer!, patch: { isLocked: null, isVisible: false } },
      'panel',
    );
    await bench.drag([0, 0], [500, 500]);
    expect(editor.views.status.selectionReport).toEqual({ count: 0, locked: 0 });
  });

  it('shows the box while it is drawn, locks the camera, and picks where it does not move', async () => {
    const bench = await createWith('select-box');
    const { editor, viewport } = bench;
    const input = { button: 0, isTouch: false, hasShift: false, clickCount: 1 };
    editor.tools.pointerDown({ ...input, x: 90, y: 90 });
    editor.tools.pointerMove({ ...input, x: 30, y: 20 });
    await editor.settle();
    expect(viewport.primaryDrag).toBe('none');
    expect(editor.views.workspace.selectionOutline).toMatchObject({ pane: 'first', isCrossing: true });
    expect(editor.views.workspace.selectionOutline?.places).toHaveLength(4);
    editor.tools.key('Escape');
    await editor.settle();
    expect(editor.views.workspace.selectionOutline).toBeNull();
    expect(viewport.primaryDrag).toBe('navigate');
    bench.frame();
    await bench.click(300, 300);
    expect(chosen(bench)).toEqual([2]);
  });

  it('finds what changed after the index was packed', async () => {
    const bench = await createWith('select-box');
    await bench.drag([0, 0], [100, 100]);
    await bench.editor.dispatch('edit.move', { dx: 0, dy: -200, dz: 0, isCopy: false }, 'panel');
    await bench.drag([0, 0], [100, 100]);
    expect(chosen(bench)).toEqual([]);
    await bench.drag([0, 200], [100, 300]);
    expect(chosen(bench)).toEqual([0]);
  });
});

describe('selecting by a polygon', () => {
  it('takes its corners by clicks, and ends on the first, by a double click or by Enter', async () => {
    const bench = await createWith('select-polygon');
    for (const [x, y] of [
      [0, 0],
      [100, 0],
      [100, 100],
      [0, 100],
      [2, 2],
    ] as const)
      await bench.click(x, y);
    expect(chosen(bench)).toEqual([0]);
    for (const [x, y] of [
      [100, 0],
      [0, 0],
      [0, 100],
    ] as const)
      await bench.click(x, y);
    await bench.click(100, 100);
    bench.editor.tools.key('Enter');
    await bench.editor.settle();
    expect(chosen(bench)).toEqual([0, 1]);
  });

  it('takes corners back, and Escape ends it, then the tool', async () => {
    const bench = await createWith('select-polygon');
    const { editor } = bench;
    await bench.click(0, 0);
    await bench.click(100, 0);
    editor.tools.key('Backspace');
    await editor.settle();
    expect(editor.views.workspace.selectionOutline?.places).toHaveLength(1);
    editor.tools.key('Escape');
    await editor.settle();
    expect(editor.views.workspace.selectionOutline).toBeNull();
    editor.tools.key('Escape');
    await editor.settle();
    expect(editor.views.workspace.tool).toBe('select');
  });
});

describe('selecting by a lasso', () => {
  it('takes what lies wholly inside, in its hollows not', async () => {
    const bench = await createWith('select-lasso');
    await bench.drag([0, 0], [200, 0], [200, 100], [0, 100]);
    expect(chosen(bench)).toEqual([0, 1]);
    // Both ends of the second line are inside a U, its middle is not.
    await bench.drag([60, 0], [100, 0], [100, 60], [120, 60], [120, 0], [200, 0], [200, 90], [60, 90]);
    expect(chosen(bench)).toEqual([]);
    await bench.drag([200, 90], [60, 90], [60, 30], [70, 40], [200, 40]);
    expect(chosen(bench)).toEqual([1]);
  });
});

describe('areas and polygons', () => {
  it('touch a fill that they lie in, but not in its hole', async () => {
    const bench = await createBench();
    const outline = [0, 0, 0, 300, 0, 0, 300, -300, 0, 0, -300, 0];
    await bench.editor.dispatch('feature.add', { kind: 'polygon', coordinates: outline }, 'program');
    const hole = [100, -100, 0, 200, -100, 0, 200, -200, 0, 100, -200, 0];
    await bench.editor.dispatch('feature.add', { kind: 'polygon', coordinates: hole }, 'program');
    const ids = Object.keys(bench.editor.views.document.features);
    await bench.editor.dispatch('selection.set', { ids }, 'program');
    await bench.editor.dispatch('edit.combine', { operation: 'difference' }, 'panel');
    await bench.editor.settle();
    await bench.editor.dispatch('tool.choose', { tool: 'select-box' }, 'panel');
    await bench.drag([60, 60], [40, 40]);
    expect(bench.editor.views.workspace.selection).toHaveLength(1);
    await bench.drag([160, 160], [140, 140]);
    expect(bench.editor.views.workspace.selection).toHaveLength(0);
  });
});

describe('selecting by conditions', () => {
  it('takes what meets them, all of it, or what is not selected', async () => {
    const bench = await createWith('select');
    const { editor, ids } = bench;
    await editor.dispatch('feature.update', { ids: [ids[1]!], patch: { code: 'EP' } }, 'panel');
    const where = (value: string) =>
      editor.dispatch(
        'selection.where',
        { conditions: [{ field: { of: 'code' }, comparison: 'is', value }], action: 'replace' },
        'panel',
      );
    expect(await where('ep')).toBe(true);
    expect(chosen(bench)).toEqual([1]);
    await editor.dispatch('selection.invert', null, 'shortcut');
    expect(chosen(bench)).toEqual([0, 2]);
    expect(await where('')).toBe(false);
    expect(editor.views.status.notices.at(-1)?.error.code).toBe('selection.value-empty');
    expect(chosen(bench)).toEqual([0, 2]);
    await editor.dispatch('selection.all', null, 'shortcut');
    expect(chosen(bench)).toEqual([0, 1, 2]);
  });
});
