import { describe, expect, it } from 'vitest';
import { arcOfBulge } from '#domain/geometry/plane/bulge.ts';
import { createBench, type EditorBench } from '#tests/support/editor.ts';
import { near } from '#tests/support/paths.ts';
import type { SegmentMode, ToolId } from '../state/state.ts';

async function createWith(tool: ToolId): Promise<EditorBench> {
  const bench = await createBench();
  await bench.editor.dispatch('tool.choose', { tool }, 'panel');
  return bench;
}

async function type({ editor }: EditorBench, ...lines: string[]): Promise<void> {
  for (const text of lines) await editor.dispatch('draft.enter', { text, hasDecimalComma: false }, 'panel');
}

const last = ({ editor }: EditorBench) => Object.values(editor.views.document.features).at(-1);
const lastNotice = ({ editor }: EditorBench) => editor.views.status.notices.at(-1)?.error.code;

describe('tools for shapes', () => {
  it('draw circles by centre and place or typed radius, as true arcs', async () => {
    const bench = await createWith('circle');
    await type(bench, '10,20,5', '5');
    expect(last(bench)).toMatchObject({
      kind: 'polygon',
      coordinates: [5, 20, 5, 15, 20, 5],
      bulges: [1, 1],
    });
    await type(bench, '0,0,0', '3,4,9');
    expect(last(bench)?.coordinates).toEqual([-5, 0, 0, 5, 0, 0]);
    await bench.editor.dispatch('history.undo', null, 'shortcut');
    expect(last(bench)?.coordinates).toEqual([5, 20, 5, 15, 20, 5]);
  });

  it('draw arcs through a place or of a typed radius', async () => {
    const bench = await createWith('arc');
    await type(bench, '0,0,0', '0,10,4', '5,5,2');
    expect(last(bench)).toMatchObject({ kind: 'polyline', coordinates: [0, 0, 0, 0, 10, 4] });
    expect(last(bench)?.bulges).toEqual(near([1, 0]));
    await type(bench, '0,0,0', '0,10,4', '13');
    const arc = arcOfBulge(0, 0, 0, 10, last(bench)!.bulges![0]!)!;
    expect([arc.radius, arc.centreX]).toEqual(near([13, 12]));
    await type(bench, '0,0,0', '0,10,4', '3');
    expect(lastNotice(bench)).toBe('drawing.radius-too-short');
  });

  it('draw rectangles, and keep the draft where the places make no shape', async () => {
    const bench = await createWith('rectangle');
    await type(bench, '0,0,1', '4,0,2');
    expect(lastNotice(bench)).toBe('drawing.no-shape');
    expect(bench.editor.views.workspace.draft?.coordinates).toHaveLength(3);
    await type(bench, '4,3,2');
    expect(last(bench)?.coordinates).toEqual([0, 0, 1, 4, 0, 1, 4, 3, 2, 0, 3, 2]);
    await bench.editor.dispatch('tool.choose', { tool: 'rectangle-3' }, 'panel');
    await type(bench, '0,0,1', '0,10,1', '2.5');
    expect(last(bench)?.coordinates).toEqual(near([0, 0, 1, 0, 10, 1, 2.5, 10, 1, 2.5, 0, 1]));
  });

  it('show the shape as the pointer would make it', async () => {
    const bench = await createWith('circle');
    await type(bench, '0,0,0');
    bench.editor.tools.pointerMove({
      x: 30,
      y: 40,
      button: -1,
      isTouch: false,
      hasShift: false,
      clickCount: 0,
    });
    bench.frame();
    const shown = bench.viewport.vectors.get('draft')?.get('shape');
    expect(shown?.kind).toBe('polygon');
    const positions = [...shown!.positions];
    for (let i = 0; i < positions.length; i += 3) {
      expect(Math.hypot(positions[i]!, positions[i + 1]!)).toBeCloseTo(50, 9);
    }
  });
});

describe('segments of a line', () => {
  async function drawn(mode: SegmentMode, ...lines: string[]) {
    const bench = await createWith('polyline');
    await bench.editor.dispatch(
      'feature.add',
      { kind: 'polyline', coordinates: [0, 0, 1, 10, 0, 2, 10, 10, 3, 20, 10, 4] },
      'program',
    );
    await bench.editor.dispatch('draft.segment', { mode }, 'panel');
    await type(bench, ...lines);
    return bench;
  }

  it('go on as an arc in the direction of the one before', async () => {
    const bench = await drawn('arc', '0,0,0', '0,10,0', '10,20,0', '20,30,0');
    const { draft } = bench.editor.views.workspace;
    // The first has no direction to go on in; a quarter to the east follows, then one that turns by none.
    expect(draft?.bulges).toEqual(near([0, -Math.tan(Math.PI / 8), Math.tan(Math.PI / 8), 0]));
    await bench.editor.dispatch('draft.back', null, 'panel');
    expect(bench.editor.views.workspace.draft?.bulges).toEqual(near([0, -Math.tan(Math.PI / 8), 0]));
    await bench.editor.dispatch('draft.finish', null, 'panel');
    expect(last(bench)).toMatchObject({ kind: 'polyline', bulges: [0, expect.any(Number), 0] });
  });

  it('follow a drawn line with its elevations, in either direction', async () => {
    const bench = await drawn('trace', '15,10,0', '5,0,0');
    expect(bench.editor.views.workspace.draft?.coordinates).toEqual(
      near([15, 10, 0, 10, 10, 3, 10, 0, 2, 5, 0, 1.5]),
    );
    await type(bench, '5,3,0');
    expect(lastNotice(bench)).toBe('drawing.nothing-to-trace');
    expect(bench.editor.views.workspace.draft?.coordinates).toHaveLength(12);
  });
});
