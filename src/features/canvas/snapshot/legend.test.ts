import { describe, expect, it } from 'vitest';
import { startTranslations } from '#i18n/setup.ts';
import { bindText } from '#i18n/use-text.ts';
import { createBench } from '#tests/support/editor.ts';
import type { DisplaySettings } from '#viewport/display.ts';
import { aspectStops, differenceStops, rampStops } from '#viewport/ramps.ts';
import { legendsOf } from './legend.ts';

/** An editor that shows terrain, and its legends under a look. */
async function createTerrain() {
  const { editor, viewport } = await createBench();
  const instance = await startTranslations('en-US');
  const { t, format } = bindText(instance, instance.t, 'en-US');
  const layer = { id: 'dem', kind: 'terrain', source: '/dem', isVisible: true, opacity: 1 } as const;
  editor.addSource({ layer, product: 'digital_elevation_model' });
  viewport.emit('layerReady', { layerId: 'dem' });
  const under = async (patch: Partial<DisplaySettings>) => {
    await editor.dispatch('display.set', { patch }, 'program');
    return legendsOf(editor, t, format);
  };
  return { editor, under };
}

describe('legends', () => {
  it('follow what colours terrain', async () => {
    const { under } = await createTerrain();
    const slope = await under({ terrainColour: 'slope', slopeUnit: 'percent', slopeRange: [5, 60] });
    expect(slope).toMatchObject([
      { kind: 'ramp', stops: rampStops.heat, low: '5.0\u00a0%', high: '60.0\u00a0%' },
    ]);
    const [aspect] = await under({ terrainColour: 'aspect' });
    expect(aspect?.kind === 'list' && aspect.entries.map(({ colour }) => colour)).toEqual(
      aspectStops.slice(0, -1),
    );
    const difference = await under({ terrainColour: 'difference', differenceRange: 0.5 });
    expect(difference).toMatchObject([{ stops: differenceStops, low: 'Fill 0.50 m', high: 'Cut 0.50 m' }]);
    expect(await under({ terrainColour: 'plain' })).toEqual([]);
  });

  it('name contours and water beside the colours, and nothing that is hidden', async () => {
    const { editor, under } = await createTerrain();
    const legends = await under({ hasContours: true, contourInterval: 0.5, waterLevel: 101.25 });
    const texts = legends.flatMap((legend) =>
      legend.kind === 'list'
        ? legend.entries.map(({ text, linePx }) => `${text} ${linePx ?? ''}`.trim())
        : [],
    );
    expect(texts).toContain('101.25 m');
    expect(texts).toEqual(expect.arrayContaining(['0.5 m 1', '2.5 m 2']));
    await editor.dispatch('scene.set', { id: 'dem', patch: { isVisible: false } }, 'program');
    expect(await under({})).toEqual([]);
  });
});
