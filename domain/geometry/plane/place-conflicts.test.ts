import { expect, it } from 'vitest';
import { createConflictMeter } from './place-conflicts.ts';

const scaling = { scale: [0.01, 0.01, 0.001], offset: [100, 200, 0] } as const;

it('finds places with several heights, whatever the order of the points', () => {
  const points = [
    [1, 1, 1000],
    [2, 1, 1000],
    [1, 1, 4000],
    [-7, 5, 2000],
    [1, 1, 1000],
    [-7, 5, 2000],
    [2, 2, 500],
    [2, 2, 700],
  ];
  for (const order of [points, [...points].reverse()]) {
    const meter = createConflictMeter(scaling);
    meter.see(Int32Array.from(order.flat()));
    const { count, listed } = meter.finish();
    expect(count).toBe(2);
    expect(listed).toEqual([
      { x: 100.01, y: 200.01, lowest: 1, highest: 4, count: 3 },
      { x: 100.02, y: 200.02, lowest: 0.5, highest: 0.7, count: 2 },
    ]);
  }
});

it('counts all and lists the furthest apart of many parts', () => {
  const meter = createConflictMeter(scaling);
  for (let part = 0; part < 30; part++) {
    const places = Array.from({ length: 20 }, (_, i) => [part, i, 0, part, i, 1 + part * 20 + i]);
    meter.see(Int32Array.from(places.flat()));
  }
  const { count, listed } = meter.finish();
  expect([count, listed.length, listed[0]?.highest]).toEqual([600, 100, 0.6]);
  meter.see(new Int32Array(0));
  expect(meter.finish().count).toBe(600);
});
