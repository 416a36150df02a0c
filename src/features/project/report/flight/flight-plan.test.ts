import { expect, test } from 'vitest';
import { scaleBar } from '#ui/plan.ts';
import type { Bundle } from '../photo/photo-report.ts';
import { arrowPath, chooseExaggeration, planFlight } from './flight-plan.ts';

type Photo = Bundle['photos'][number];

function createBundle(places: readonly (readonly [number, number])[], over: Partial<Bundle> = {}): Bundle {
  const photos = places.map(
    ([x, y], index): Photo => ({
      name: `${index}.jpg`,
      centre: [x, y, 100],
      sigma: null,
      gpsResidual: [0.3, 0.4, 1],
      observations: 10,
      rmsPx: 0.2,
    }),
  );
  return {
    summary: {
      images: photos.length,
      registered: photos.length,
      points: 1,
      observations: 2,
      meanViews: 2,
      reprojectionRmsPx: 0.2,
      gsdM: 0.1,
    },
    photos,
    control: { gcps: [], checkpoints: [] },
    footprints: [],
    matchGraph: [],
    ...over,
  };
}

const square = [
  [0, 0],
  [100, 0],
  [100, 50],
  [0, 50],
] as const;

test('fits the block into the window with north up and the same scale both ways', () => {
  const plan = planFlight(createBundle(square), 448, 448);
  expect(plan.scale).toBeCloseTo(4);
  expect(plan.place(0, 50)).toEqual([24, 124]);
  expect(plan.place(100, 0)).toEqual([424, 324]);
});

test('footprints that reach far do not shrink the block', () => {
  const far = [{ photo: 0, corners: [[-9000, -9000] as [number, number], [9000, 9000] as [number, number]] }];
  const plan = planFlight(createBundle(square, { footprints: far }), 448, 448);
  expect(plan.scale).toBeGreaterThan(1.8);
});

test('a single photo still has a map', () => {
  const plan = planFlight(createBundle([[5, 5]]), 400, 300);
  expect(plan.place(5, 5).every(Number.isFinite)).toBe(true);
});

test('residual arrows are lengthened by the largest round number that keeps them in sight', () => {
  const bundle = createBundle(square);
  const plan = planFlight(bundle, 448, 448);
  expect(chooseExaggeration(bundle, plan)).toBe(10);
});

test('the bar of the scale is a round length of at most a fifth of the window', () => {
  const { metres, px } = scaleBar(planFlight(createBundle(square), 448, 448));
  expect(metres).toBe(20);
  expect(px).toBeCloseTo(80);
});

test('an arrow ends where its vector does and has a head; one too short to see is left out', () => {
  expect(arrowPath([10, 10], [20, 0])).toBe('M10.0 10.0L30.0 10.0M25.0 12.5L30.0 10.0L25.0 7.5');
  expect(arrowPath([10, 10], [0.5, 0])).toBe('');
});
