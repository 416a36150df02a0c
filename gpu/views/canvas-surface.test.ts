import { describe, expect, it } from 'vitest';
import { devicePixels } from './canvas-surface.ts';

describe('device pixels of a canvas', () => {
  it('takes the count of the browser, which knows how edges were rounded', () => {
    expect(devicePixels(333.4, 1.5, 501)).toBe(501);
    expect(devicePixels(333.4, 1.5, undefined)).toBe(500);
  });

  it('does not believe a count of another screen', () => {
    expect(devicePixels(1216, 2, 1216)).toBe(2432);
    expect(devicePixels(390, 3, 390)).toBe(1170);
  });

  it('never answers less than a pixel', () => {
    expect(devicePixels(0, 2, 0)).toBe(1);
  });
});
