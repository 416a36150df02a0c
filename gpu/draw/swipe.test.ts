import { describe, expect, it } from 'vitest';
import { swipeSides } from './swipe.ts';

const image = { widthPx: 1000, window: { x: 0, y: 0, width: 1000, height: 500 } };
const swipe = { left: 'before', right: 'after', at: 0.3 };

describe('swipe', () => {
  it('shows each layer on its side of the line, to the pixel', () => {
    expect(swipeSides(image, swipe, 'before')).toEqual({ seen: [0, 300], beyond: [300, 1000] });
    expect(swipeSides(image, swipe, 'after')).toEqual({ seen: [300, 1000], beyond: [0, 300] });
  });

  it('keeps the line at its place in images drawn tile by tile and in picks', () => {
    const seenIn = (x: number, width: number) =>
      swipeSides({ widthPx: 1000, window: { x, y: 0, width, height: 500 } }, swipe, 'before')?.seen;
    expect(seenIn(0, 200)).toEqual([0, 200]);
    expect(seenIn(200, 200)).toEqual([0, 100]);
    expect(seenIn(400, 200)).toEqual([0, 0]);
  });

  it('cuts no other layer', () => {
    expect(swipeSides(image, swipe, 'another')).toBeNull();
    expect(swipeSides(image, null, 'before')).toBeNull();
  });
});
