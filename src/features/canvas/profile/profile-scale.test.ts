import { describe, expect, it } from 'vitest';
import { fromScreen, profileScale, toScreen } from './profile-scale.ts';

const frame = { width: 880, height: 236, length: 400, low: 100, high: 110, zFactor: 1 };

describe('the scale of a section', () => {
  it('shows all of the line and all heights', () => {
    const scale = profileScale(frame, null);
    expect(toScreen(scale, 0, 105)[0]).toBe(64);
    expect(toScreen(scale, 400, 105)[0]).toBe(864);
    expect(toScreen(scale, 0, 110)[1]).toBeGreaterThan(10);
    expect(toScreen(scale, 0, 100)[1]).toBeLessThan(210);
    expect(scale.exaggeration).toBeCloseTo(200 / 10.8 / 2, 9);
  });

  it('draws heights larger by the factor asked for, whatever their unit', () => {
    const feet = profileScale({ ...frame, zFactor: 0.3048 }, 5);
    expect(feet.upPx).toBeCloseTo(2 * 0.3048 * 5, 9);
    expect(feet.exaggeration).toBeCloseTo(5, 9);
  });

  it('leads back from the screen', () => {
    const scale = profileScale(frame, 3);
    const [station, z] = fromScreen(scale, ...toScreen(scale, 123.4, 104.5));
    expect(station).toBeCloseTo(123.4, 9);
    expect(z).toBeCloseTo(104.5, 9);
  });
});
