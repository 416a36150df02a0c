import { describe, expect, it } from 'vitest';
import { createBench, type EditorBench } from '#tests/support/editor.ts';
import { groundAt } from '#tests/support/fake-viewport.ts';
import type { ToolId } from '../state/state.ts';

async function createWith(tool: ToolId, stepDeg: number): Promise<EditorBench> {
  const bench = await createBench();
  await bench.editor.dispatch('lock.set', { isOn: true, stepDeg }, 'panel');
  await bench.editor.dispatch('tool.choose', { tool }, 'panel');
  return bench;
}
const draft = ({ editor }: EditorBench) => editor.views.workspace.draft?.coordinates;

describe('locked directions', () => {
  it('bind what is clicked and what is shown before, at the ground there', async () => {
    const bench = await createWith('polyline', 90);
    await bench.click(100, 100);
    bench.editor.tools.pointerMove({
      x: 160,
      y: 104,
      button: -1,
      isTouch: false,
      hasShift: false,
      clickCount: 0,
    });
    bench.frame();
    const shown = bench.viewport.vectors.get('draft')?.get('shape')?.positions;
    expect([...shown!.slice(3, 5)]).toEqual([160, -100]);
    await bench.click(160, 104);
    expect(draft(bench)?.slice(3)).toEqual([160, -100, groundAt(160, -100)]);
  });

  it('leave snaps, a held Alt, typed lines and shapes of fixed places free', async () => {
    const bench = await createWith('polyline', 45);
    await bench.click(100, 100);
    await bench.click(160, 104, { isFree: true });
    expect(draft(bench)?.slice(3, 5)).toEqual([160, -104]);
    await bench.editor.dispatch('draft.enter', { text: '@10,3', hasDecimalComma: false }, 'panel');
    expect(draft(bench)?.slice(6, 8)).toEqual([170, -101]);
    const corners = await createWith('rectangle', 90);
    await corners.click(0, 0);
    await corners.click(50, 20);
    expect(Object.values(corners.editor.views.document.features)[0]?.coordinates).toHaveLength(12);
  });

  it('keep a step within its limits', async () => {
    const { editor } = await createWith('polyline', 500);
    expect(editor.views.workspace.angleLock).toEqual({ isOn: true, stepDeg: 180 });
  });
});
