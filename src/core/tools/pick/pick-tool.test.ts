import { describe, expect, it } from 'vitest';
import { createBench, type EditorBench } from '#tests/support/editor.ts';
import type { ToolId } from '../../state/state.ts';

/** A line to the east, crossed by a wall at 60; another wall stands beyond its end. */
async function createWith(tool: ToolId): Promise<EditorBench> {
  const bench = await createBench();
  for (const coordinates of [
    [0, -100, 0, 200, -100, 20],
    [60, 0, 0, 60, -200, 0],
    [300, 0, 0, 300, -200, 0],
  ]) {
    await bench.editor.dispatch('feature.add', { kind: 'polyline', coordinates }, 'program');
  }
  await bench.editor.dispatch('selection.set', { ids: [] }, 'program');
  await bench.editor.dispatch('tool.choose', { tool }, 'panel');
  return bench;
}

const lines = ({ editor }: EditorBench) =>
  Object.values(editor.views.document.features).map(({ coordinates }) => coordinates);

function hover({ editor, viewport, frame }: EditorBench, x: number, y: number): Float64Array[] {
  editor.tools.pointerMove({ x, y, button: -1, isTouch: false, hasShift: false, clickCount: 0 });
  frame();
  return [...viewport.vectors.get('preview')!.values()].map(({ positions }) => positions);
}

describe('edits by clicking a line', () => {
  it('show what a click would do, do it as one step, and leave by Escape', async () => {
    const bench = await createWith('pick-trim');
    expect(hover(bench, 150, 104)).toEqual([Float64Array.of(0, -100, 0, 60, -100, 6)]);
    expect(hover(bench, 150, 180)).toEqual([]);
    await bench.click(150, 104);
    expect(lines(bench)[0]).toEqual([0, -100, 0, 60, -100, 6]);
    expect(bench.editor.views.workspace.selection).toEqual([]);
    await bench.editor.dispatch('history.undo', null, 'shortcut');
    expect(lines(bench)[0]).toEqual([0, -100, 0, 200, -100, 20]);
    bench.editor.tools.key('Escape');
    await bench.editor.settle();
    expect(bench.editor.views.workspace.tool).toBe('select');
    bench.frame();
    expect(bench.viewport.vectors.get('preview')?.size).toBe(0);
  });

  it('split where it is clicked, and extend the nearer end to the next line', async () => {
    const split = await createWith('pick-split');
    await split.click(150, 102);
    expect(lines(split)).toHaveLength(4);
    expect(lines(split)[0]?.slice(3)).toEqual([150, -100, 15]);
    const extend = await createWith('pick-extend');
    await extend.click(180, 98);
    expect(lines(extend)[0]).toEqual([0, -100, 0, 300, -100, 30]);
    await extend.click(20, 98);
    expect(extend.editor.views.status.notices.at(-1)?.error.code).toBe('edit.no-edge-ahead');
  });

  it('round the nearest corner with the radius that was set', async () => {
    const bench = await createWith('pick-fillet');
    const { editor } = bench;
    await editor.dispatch(
      'feature.add',
      { kind: 'polyline', coordinates: [400, -400, 0, 500, -400, 0, 500, -300, 0] },
      'program',
    );
    await editor.dispatch('pick.radius', { radius: 20 }, 'panel');
    await bench.click(490, 400);
    expect(lines(bench).at(-1)).toHaveLength(12);
    expect(lines(bench).at(-1)?.slice(3, 5)).toEqual([480, -400]);
  });

  it('leave hidden layers alone, and locked ones with a reason', async () => {
    const bench = await createWith('pick-split');
    const { editor } = bench;
    const [layer] = Object.keys(editor.views.document.layers);
    await editor.dispatch('layer.update', { id: layer!, patch: { isLocked: true } }, 'panel');
    await bench.click(150, 102);
    expect(editor.views.status.notices.at(-1)?.error.code).toBe('drawing.layer-locked');
    await editor.dispatch(
      'layer.update',
      { id: layer!, patch: { isLocked: null, isVisible: false } },
      'panel',
    );
    expect(hover(bench, 150, 102)).toEqual([]);
    await bench.click(150, 102);
    expect(lines(bench)).toHaveLength(3);
  });
});
