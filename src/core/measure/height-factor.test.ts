import { describe, expect, it } from 'vitest';
import { INTERNATIONAL_FOOT, METRE } from '#domain/units/units.ts';
import { createBench } from '#tests/support/editor.ts';
import { heightStretch } from '#viewport/display.ts';

describe('heights in another unit than lengths', () => {
  it('are drawn, and slopes counted, in the unit of lengths', async () => {
    const facts = { horizontalUnit: METRE, verticalUnit: INTERNATIONAL_FOOT };
    const { editor, viewport } = await createBench({ facts });
    expect(viewport.display.heightFactor).toBe(0.3048);
    await editor.dispatch('display.set', { patch: { verticalExaggeration: 2 } }, 'program');
    expect(heightStretch(viewport.display)).toBeCloseTo(0.6096, 12);
    expect(editor.views.workspace.display.heightFactor).toBe(0.3048);
  });

  it('are left as they are where a unit is not known', async () => {
    const { viewport } = await createBench({ facts: { verticalUnit: null } });
    expect(viewport.display.heightFactor).toBe(1);
  });
});
