import { describe, expect, it } from 'vitest';
import { readCrs } from '#domain/crs/read-crs.ts';
import { startTranslations } from '#i18n/setup.ts';
import { bindText } from '#i18n/use-text.ts';
import { createBench } from '#tests/support/editor.ts';
import { linesOf, titleFields } from './title-block.ts';

/** The scale field of a sheet around a place of a system. */
async function scaleField(payload: string | null, target: readonly [number, number, number]) {
  const { definition } = await readCrs(payload === null ? [] : [{ source: 'user', payload }]);
  const { editor, viewport } = await createBench({ facts: { system: definition } });
  viewport.setCamera({ target });
  const instance = await startTranslations('en-US');
  const words = bindText(instance, instance.t, 'en-US');
  const combined = editor.combinedScaleAt(editor.activeView().camera.target);
  return titleFields(editor.facts, words, { title: 'Site', scale: 1000, combined })[2];
}

describe('the title block of a sheet', () => {
  it('tells both scales where the map is larger than the ground', async () => {
    // Web Mercator at 60° north: two units of the map in one of the ground.
    expect(await scaleField('EPSG:3857', [1_113_195, 8_399_738, 0])).toMatchObject({
      label: 'Scale on the ground',
      text: '1:1,000',
      note: expect.stringMatching(/^In the plane of the map 1:1,99\d\.\d\d$/),
    });
    expect(await scaleField('EPSG:32632', [500_000, 5_000_000, 0])).toMatchObject({
      text: '1:1,000',
      note: 'In the plane of the map 1:999.600',
    });
  });

  it('tells one where they differ by less than 1 in 20,000, or where nothing is known', async () => {
    const atUnity = await scaleField('EPSG:32632', [320_000, 5_000_000, 0]);
    expect(atUnity).toMatchObject({ label: 'Scale on the ground', text: '1:1,000' });
    expect(atUnity).not.toHaveProperty('note');
    expect(await scaleField(null, [0, 0, 0])).toMatchObject({ label: 'Scale', text: '1:1,000' });
  });

  it('breaks what is wider than its field', () => {
    const width = (text: string) => text.length;
    expect(linesOf('NAD83 / UTM zone 17N', width, 20)).toEqual(['NAD83 / UTM zone 17N']);
    expect(linesOf('NAD83 / UTM zone 17N + NAVD88 height (EPSG:26917)', width, 30)).toEqual([
      'NAD83 / UTM zone 17N +',
      'NAVD88 height (EPSG:26917)',
    ]);
    expect(linesOf('NAD_1983_StatePlane', width, 5)).toEqual(['NAD_1983_StatePlane']);
  });
});
