import { describe, expect, it } from 'vitest';
import { readCrs } from '../../crs/read-crs.ts';
import { INTERNATIONAL_FOOT } from '../../units/units.ts';
import { createLocalFrame } from './local-frame.ts';

const definitionOf = async (payload: string) =>
  (await readCrs([{ source: 'user', payload }])).definition ?? null;

describe('the local frame', () => {
  it.each([['EPSG:32615'], ['EPSG:2229+6360'], ['EPSG:4326']])(
    'returns to the place it came from: %s',
    async (text) => {
      const definition = await definitionOf(text);
      const origin = {
        'EPSG:32615': [500_000, 5_000_000, 300],
        'EPSG:2229+6360': [6_500_000, 1_800_000, 900],
      }[text] ?? [-93, 45, 300];
      const frame = createLocalFrame(definition, origin as [number, number, number]);
      for (const local of [
        [0, 0, 0],
        [120, -340, 55],
        [-900, 800, -20],
      ] as const) {
        const back = frame.toLocal(frame.toWorld(local));
        for (const axis of [0, 1, 2] as const) expect(back[axis]).toBeCloseTo(local[axis], 6);
      }
    },
  );

  it('takes the projection’s scale out of plans and leaves heights alone', async () => {
    const frame = createLocalFrame(await definitionOf('EPSG:32615'), [500_000, 5_000_000, 0]);
    const [east] = frame.toLocal([500_100, 5_000_000, 0]);
    expect(east).toBeCloseTo(100 / 0.9996, 3);
    expect(frame.toLocal([500_000, 5_000_000, 80])[2]).toBeCloseTo(80, 8);
  });

  it('scales a local grid in feet to metres', () => {
    const frame = createLocalFrame(
      {
        name: 'grid',
        horizontal: { kind: 'engineering', name: 'grid', epsg: null, unit: INTERNATIONAL_FOOT },
        vertical: null,
        compoundEpsg: null,
      },
      [1000, 2000, 10],
    );
    expect(frame.toLocal([1010, 2000, 20])).toEqual([3.048, 0, 3.048]);
    expect(frame.toWorld([3.048, 0, 3.048])).toEqual([1010, 2000, 20]);
  });
});
