import { describe, expect, it } from 'vitest';
import { createBench, type EditorBench } from '#tests/support/editor.ts';
import { createFakeViewport, groundAt } from '#tests/support/fake-viewport.ts';
import type { ToolId } from '../state/state.ts';

async function createWith(tool: ToolId): Promise<EditorBench> {
  const bench = await createBench();
  await bench.editor.dispatch('tool.choose', { tool }, 'panel');
  return bench;
}

const features = ({ editor }: EditorBench) => Object.values(editor.views.document.features);

describe('drawing tools', () => {
  it('place points one after the other, numbered, on the ground', async () => {
    const bench = await createWith('point');
    await bench.click(10, 20);
    await bench.click(40, 50);
    expect(features(bench).map(({ name, coordinates }) => [name, coordinates])).toEqual([
      ['1', [10, -20, groundAt(10, -20)]],
      ['2', [40, -50, groundAt(40, -50)]],
    ]);
  });

  it('keep clicks in order although picks take time', async () => {
    const bench = await createWith('polyline');
    const clicks = [
      [10, 10],
      [30, 10],
      [30, 40],
    ] as const;
    await Promise.all(clicks.map(([x, y]) => bench.click(x, y)));
    bench.editor.tools.key('Enter');
    await bench.editor.settle();
    expect(features(bench)[0]?.coordinates.filter((_, i) => i % 3 === 0)).toEqual([10, 30, 30]);
  });

  it('place a click where it was seen, although the view moves on before its turn', async () => {
    const bench = await createWith('polyline');
    const clicks = [bench.click(10, 10), bench.click(30, 10)];
    bench.viewport.setCamera({ target: [500, 500, 100] });
    await Promise.all(clicks);
    bench.editor.tools.key('Enter');
    await bench.editor.settle();
    expect(features(bench)[0]?.coordinates.filter((_, i) => i % 3 === 0)).toEqual([10, 30]);
  });

  it('finish a polygon by a double click, and undo takes it away whole', async () => {
    const bench = await createWith('polygon');
    for (const [x, y] of [
      [0, 0],
      [50, 0],
      [50, 50],
    ] as const)
      await bench.click(x, y);
    await bench.click(50, 50, { clickCount: 2 });
    expect(features(bench)).toHaveLength(1);
    expect(features(bench)[0]?.coordinates).toHaveLength(9);
    expect(bench.editor.views.workspace.draft).toBeNull();
    await bench.editor.dispatch('history.undo', null, 'shortcut');
    expect(features(bench)).toEqual([]);
    await bench.editor.dispatch('history.redo', null, 'shortcut');
    expect(features(bench)).toHaveLength(1);
  });

  it('draw polygons for what was chosen, and other kinds for nothing else', async () => {
    const bench = await createWith('polygon');
    const { editor } = bench;
    await editor.dispatch('tool.purpose', { purpose: 'flatten' }, 'panel');
    for (const [x, y] of [
      [0, 0],
      [50, 0],
      [50, 50],
      [2, 2],
    ] as const)
      await bench.click(x, y);
    await editor.dispatch('tool.choose', { tool: 'point' }, 'panel');
    await bench.click(80, 80);
    const purposes = () => features(bench).map(({ purpose }) => purpose);
    expect(purposes()).toEqual(['flatten', undefined]);
    const [polygon, point] = features(bench).map(({ id }) => id) as [string, string];
    await editor.dispatch('feature.purpose', { ids: [polygon], purpose: 'ortho-crop' }, 'panel');
    await editor.dispatch('feature.purpose', { ids: [point], purpose: 'ortho-crop' }, 'panel');
    expect(purposes()).toEqual(['ortho-crop', undefined]);
    expect(editor.views.status.notices.at(-1)?.error.code).toBe('drawing.purpose-unfit');
    await editor.dispatch('history.undo', null, 'shortcut');
    expect(purposes()).toEqual(['flatten', undefined]);
    await editor.dispatch('feature.purpose', { ids: [polygon], purpose: null }, 'panel');
    expect(features(bench)[0]).not.toHaveProperty('purpose');
  });

  it('close a polygon on its first corner', async () => {
    const bench = await createWith('polygon');
    for (const [x, y] of [
      [0, 0],
      [50, 0],
      [50, 50],
      [2, 2],
    ] as const)
      await bench.click(x, y);
    expect(features(bench)[0]?.coordinates).toHaveLength(9);
  });

  it('do not finish with too few vertices', async () => {
    const bench = await createWith('polygon');
    await bench.click(0, 0);
    await bench.click(50, 0);
    bench.editor.tools.key('Enter');
    await bench.editor.settle();
    expect(features(bench)).toEqual([]);
    expect(bench.editor.views.workspace.draft?.coordinates).toHaveLength(6);
  });

  it('take the last vertex back, and the draft by Escape', async () => {
    const bench = await createWith('polyline');
    await bench.click(0, 0);
    await bench.click(50, 0);
    bench.editor.tools.key('Backspace');
    await bench.editor.settle();
    expect(bench.editor.views.workspace.draft?.coordinates).toHaveLength(3);
    bench.editor.tools.key('Escape');
    await bench.editor.settle();
    expect(bench.editor.views.workspace.draft).toBeNull();
    bench.editor.tools.key('Escape');
    await bench.editor.settle();
    expect(bench.editor.views.workspace.tool).toBe('select');
  });

  it('leave drags to the camera', async () => {
    const bench = await createWith('point');
    await bench.drag([10, 10], [60, 60]);
    expect(features(bench)).toEqual([]);
  });

  it('snap to the vertices that are drawn', async () => {
    const bench = await createWith('point');
    await bench.editor.dispatch(
      'feature.add',
      { kind: 'point', coordinates: [100.25, -100.5, 7] },
      'program',
    );
    await bench.click(103, 98);
    expect(features(bench)[1]?.coordinates).toEqual([100.25, -100.5, 7]);
  });

  it('place vertices without an elevation where nothing is under the pointer', async () => {
    const bench = await createBench({ viewport: createFakeViewport({ isBare: true }) });
    await bench.editor.dispatch('tool.choose', { tool: 'point' }, 'panel');
    await bench.click(10, 20);
    expect(features(bench)[0]?.coordinates).toEqual([10, -20, Number.NaN]);
  });

  it('show the draft with the place under the pointer', async () => {
    const bench = await createWith('polyline');
    await bench.click(0, 0);
    bench.editor.tools.pointerMove({
      x: 30,
      y: 0,
      button: -1,
      isTouch: false,
      hasShift: false,
      clickCount: 0,
    });
    bench.frame();
    expect([...(bench.viewport.vectors.get('draft')?.get('shape')?.positions ?? [])]).toEqual([
      0,
      0,
      groundAt(0, 0),
      30,
      0,
      groundAt(30, 0),
    ]);
  });
});

describe('the select tool', () => {
  async function createLine() {
    const bench = await createBench();
    const coordinates = [0, 0, 5, 100, 0, 6, 100, -100, 7];
    await bench.editor.dispatch('feature.add', { kind: 'polyline', coordinates }, 'program');
    bench.frame();
    const line = () => features(bench)[0]!;
    return { ...bench, line, id: features(bench)[0]!.id };
  }

  it('selects what is clicked and nothing on empty ground', async () => {
    const bench = await createLine();
    const { selection } = bench.editor.views.workspace;
    expect(selection).toEqual([bench.id]);
    await bench.click(300, 300);
    expect(bench.editor.views.workspace.selection).toEqual([]);
    bench.frame();
    await bench.click(100, 100);
    expect(bench.editor.views.workspace.selection).toEqual([bench.id]);
  });

  it('drags a vertex in one step that undo takes back, holding the camera still', async () => {
    const bench = await createLine();
    const drags: string[] = [];
    bench.editor.tools.pointerDown({
      x: 100,
      y: 0,
      button: 0,
      isTouch: false,
      hasShift: false,
      clickCount: 1,
    });
    drags.push(bench.viewport.primaryDrag);
    bench.editor.tools.pointerCancel();
    drags.push(bench.viewport.primaryDrag);
    expect(drags).toEqual(['none', 'navigate']);

    await bench.drag([100, 0], [120, 10], [140, 20], [150, 30]);
    expect(bench.line().coordinates).toEqual([0, 0, 5, 150, -30, groundAt(150, -30), 100, -100, 7]);
    expect(bench.editor.views.workspace.history.undo).toBe('command.vertex.move');
    await bench.editor.dispatch('history.undo', null, 'shortcut');
    expect(bench.line().coordinates).toEqual([0, 0, 5, 100, 0, 6, 100, -100, 7]);
  });

  it('puts the vertex back on Escape', async () => {
    const bench = await createLine();
    const input = { button: 0, isTouch: false, hasShift: false, clickCount: 1 };
    bench.editor.tools.pointerDown({ x: 100, y: 0, ...input });
    bench.editor.tools.pointerMove({ x: 150, y: 30, ...input });
    expect(bench.line().coordinates[3]).toBe(150);
    bench.editor.tools.key('Escape');
    await bench.editor.settle();
    expect(bench.line().coordinates).toEqual([0, 0, 5, 100, 0, 6, 100, -100, 7]);
    expect(bench.editor.views.workspace.history.undo).toBe('command.feature.add');
  });

  it('inserts a vertex by dragging the middle of an edge', async () => {
    const bench = await createLine();
    await bench.drag([50, 0], [50, 20], [50, 40]);
    expect(bench.line().coordinates).toEqual([0, 0, 5, 50, -40, groundAt(50, -40), 100, 0, 6, 100, -100, 7]);
    await bench.editor.dispatch('history.undo', null, 'shortcut');
    expect(bench.line().coordinates).toHaveLength(9);
  });

  it('deletes the chosen vertex, then the feature', async () => {
    const bench = await createLine();
    await bench.click(100, 0);
    expect(bench.editor.views.workspace.selectedVertex).toEqual({ featureId: bench.id, index: 1 });
    bench.editor.tools.key('Delete');
    await bench.editor.settle();
    expect(bench.line().coordinates).toEqual([0, 0, 5, 100, -100, 7]);
    bench.editor.tools.key('Escape');
    bench.editor.tools.key('Delete');
    await bench.editor.settle();
    expect(features(bench)).toEqual([]);
  });

  it('tells why the last vertices of a line cannot be deleted', async () => {
    const bench = await createLine();
    await bench.editor.dispatch('vertex.delete', { featureId: bench.id, index: 0 }, 'program');
    await bench.editor.dispatch('vertex.delete', { featureId: bench.id, index: 0 }, 'program');
    expect(bench.line().coordinates).toHaveLength(6);
    expect(bench.editor.views.status.notices.map(({ error }) => error.code)).toEqual([
      'drawing.too-few-vertices',
    ]);
  });

  it('leaves the redo stack when the selection changes', async () => {
    const bench = await createLine();
    await bench.editor.dispatch('vertex.delete', { featureId: bench.id, index: 1 }, 'program');
    await bench.editor.dispatch('history.undo', null, 'shortcut');
    await bench.editor.dispatch('selection.set', { ids: [] }, 'panel');
    expect(bench.editor.views.workspace.history.redo).toBe('command.vertex.delete');
  });
});
