import { expect, test } from 'vitest';
import { createSpeedMeter } from './speed-meter.ts';

test('speed is that of the last six seconds', () => {
  const meter = createSpeedMeter();
  expect(meter.bytesPerSecond()).toBeUndefined();
  meter.sample(0, 0);
  expect(meter.bytesPerSecond()).toBeUndefined();
  meter.sample(1000, 500);
  expect(meter.bytesPerSecond()).toBeUndefined();
  meter.sample(2000, 2000);
  expect(meter.bytesPerSecond()).toBe(1000);
  for (const second of [4, 6, 8, 10]) meter.sample(2000 + second * 100, second * 1000);
  expect(meter.bytesPerSecond()).toBe(100);
});
