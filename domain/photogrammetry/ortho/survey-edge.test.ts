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

  it('encloses what lies in fewer', () => {
    const rows = [0, 1, 2, 3, 4];
    const view = (isShown: (cell: number) => boolean): CoarseView => ({
      window: { x: 0, y: 0, width: 5, height: 5 },
      cost: new Float32Array(25),
      rgb: new Uint8Array(75),
      radius: Uint8Array.from({ length: 25 }, (_, cell) => (isShown(cell) ? 40 : 0)),
    });
    const [hole, notch] = [12, 22];
    const labels = new Uint16Array(25);
    trimSurvey(5, [view(() => true), view((cell) => cell !== hole && cell !== notch)], labels, 2);
    expect(rows.map((row) => labels[5 * row + 2])).toEqual([0, 0, 0, 0, beyond]);
  });

  it('runs straight between the centres of coarse cells', () => {
    const labels = Uint16Array.of(0, beyond, 0, beyond);
    expect(shareBeyond(labels, 2, 2, 0.25, 0.7)).toBeCloseTo(0.25, 12);
    expect(shareBeyond(labels, 2, 2, -3, 5)).toBe(0);
    expect(shareBeyond(labels, 2, 2, 4, 0.5)).toBe(1);
  });
});
