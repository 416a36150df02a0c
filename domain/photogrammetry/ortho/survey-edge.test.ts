import { describe, expect, it } from 'vitest';
import type { CoarseView } from './coarse-view.ts';
import { beyond, noView } from './seam-energy.ts';
import { shareBeyond, trimSurvey } from './survey-edge.ts';

/** A photo that shows columns of one row; those `hidden` lie in the image behind something. */
function createView(x: number, width: number, hidden: readonly number[] = []): CoarseView {
  return {
    window: { x, y: 0, width, height: 1 },
    cost: Float32Array.from({ length: width }, (_, at) => (hidden.includes(x + at) ? Infinity : 0.2)),
    rgb: new Uint8Array(3 * width),
    radius: new Uint8Array(width).fill(40),
  };
}

describe('edge of the survey', () => {
  it('lies where cells fall in two photos, hidden or not', () => {
    const views = [createView(0, 6), createView(3, 5, [4])];
    const labels = Uint16Array.of(0, 0, 0, 1, 0, 1, 1, 1, noView, noView);
    trimSurvey(10, views, labels, 2);
    expect(Array.from(labels)).toEqual([
      ...[beyond, beyond, beyond],
      ...[1, 0, 1],
      ...[beyond, beyond, beyond, beyond],
    ]);
  });

  it('runs straight between the centres of coarse cells', () => {
    const labels = Uint16Array.of(0, beyond, 0, beyond);
    expect(shareBeyond(labels, 2, 2, 0.25, 0.7)).toBeCloseTo(0.25, 12);
    expect(shareBeyond(labels, 2, 2, -3, 5)).toBe(0);
    expect(shareBeyond(labels, 2, 2, 4, 0.5)).toBe(1);
  });
});
