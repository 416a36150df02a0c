import { describe, expect, it } from 'vitest';
import { fitFrame, keptFrame, pictureAt, viewAt, zoomedFrame } from './picture-frame.ts';

const picture = { width: 4000, height: 3000 };
const view = { width: 320, height: 260 };

describe('the frame of a picture', () => {
  it('shows it whole at first', () => {
    const frame = fitFrame(picture, view);
    expect(frame).toEqual({ x: 2000, y: 1500, scale: 0.08 });
    expect(viewAt(frame, view, 0, 0)).toEqual([0, 10]);
    expect(pictureAt(frame, view, 320, 250)).toEqual([4000, 3000]);
  });

  it('zooms about the pointer', () => {
    const frame = fitFrame(picture, view);
    const under = pictureAt(frame, view, 100, 60);
    const near = zoomedFrame(frame, 4, view, [100, 60], picture);
    expect(near.scale).toBeCloseTo(0.32, 12);
    const [left, top] = viewAt(near, view, ...under);
    expect(left).toBeCloseTo(100, 9);
    expect(top).toBeCloseTo(60, 9);
  });

  it('keeps a part of the picture in the view', () => {
    expect(keptFrame({ x: -50, y: 9000, scale: 1 }, picture, view)).toEqual({ x: 0, y: 3000, scale: 1 });
    expect(keptFrame({ x: 0, y: 0, scale: 1e-9 }, picture, view).scale).toBeCloseTo(0.04, 12);
    expect(keptFrame({ x: 0, y: 0, scale: 1e9 }, picture, view).scale).toBe(32);
  });
});
