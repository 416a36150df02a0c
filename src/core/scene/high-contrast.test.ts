import { describe, expect, it } from 'vitest';
import { createBench } from '#tests/support/editor.ts';

describe('the drawing in high contrast', () => {
  it('has an edge and wider lines, what is being drawn too, and loses them again', async () => {
    const bench = await createBench();
    const { editor, viewport } = bench;
    const styleIn = (layer: string) => [...viewport.vectors.get(layer)!.values()][0]!.style;
    const line = { kind: 'polyline', coordinates: [0, 0, 0, 9, 9, 9] } as const;
    await editor.dispatch('feature.add', line, 'program');
    await editor.dispatch('tool.choose', { tool: 'polyline' }, 'panel');
    await bench.click(300, 200);
    bench.frame();
    const plain = styleIn('drawing');
    expect(plain.edgePx).toBeUndefined();
    await editor.dispatch('display.set', { patch: { hasHighContrast: true } }, 'program');
    bench.frame();
    expect(styleIn('drawing')).toMatchObject({ edgePx: 2, widthPx: plain.widthPx + 1 });
    expect(styleIn('draft').edgePx).toBe(2);
    await editor.dispatch('display.set', { patch: { hasHighContrast: false } }, 'program');
    bench.frame();
    expect(styleIn('drawing')).toEqual(plain);
  });
});
