import { describe, expect, it } from 'vitest';
import { createBench } from '#tests/support/editor.ts';

describe('the drawing in high contrast', () => {
  it('lies on dark edges that are wider than its lines, and loses them again', async () => {
    const bench = await createBench();
    const { editor, viewport } = bench;
    const line = { kind: 'polyline', coordinates: [0, 0, 0, 9, 9, 9] } as const;
    const layer = (id: string) => viewport.vectors.get(id)!;
    await editor.dispatch('feature.add', line, 'program');
    bench.frame();
    expect(layer('drawing-casing').size).toBe(0);
    await editor.dispatch('display.set', { patch: { hasHighContrast: true } }, 'program');
    bench.frame();
    const [[id, drawn]] = [...layer('drawing')] as [[string, { style: { widthPx: number } }]];
    const casing = layer('drawing-casing').get(id);
    expect(casing?.style.widthPx).toBeGreaterThan(drawn.style.widthPx);
    expect(casing?.style.colour).toEqual([0, 0, 0, 1]);
    await editor.dispatch('feature.add', line, 'program');
    bench.frame();
    expect(layer('drawing-casing').size).toBe(2);
    await editor.dispatch('selection.set', { ids: [id] }, 'program');
    await editor.dispatch('feature.delete', { ids: [id] }, 'program');
    bench.frame();
    expect(layer('drawing-casing').size).toBe(1);
    await editor.dispatch('display.set', { patch: { hasHighContrast: false } }, 'program');
    bench.frame();
    expect(layer('drawing-casing').size).toBe(0);
  });
});
