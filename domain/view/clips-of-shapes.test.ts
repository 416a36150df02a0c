import { describe, expect, it } from 'vitest';
import { isInClip } from '../cloud/point-filter.ts';
import { type ClipChoice, clipsOfShapes } from './clips-of-shapes.ts';

const choice: ClipChoice = {
  form: 'outline',
  width: 4,
  bottom: null,
  top: null,
  yawRad: 0,
  isInverted: false,
};
const square = { kind: 'polygon', coordinates: [0, 0, 5, 10, 0, 6, 10, 10, 7, 0, 10, 8] } as const;
const line = { kind: 'polyline', coordinates: [0, 0, 1, 20, 0, 2, 20, 20, 3, 20, 20, 4] } as const;

describe('clipsOfShapes', () => {
  it('makes columns of polygons and slices of the sides of lines', () => {
    const clips = clipsOfShapes([square, line, { kind: 'point', coordinates: [1, 1, 1] }], 'c', choice);
    expect(clips.map(({ kind }) => kind)).toEqual(['polygon', 'slice', 'slice']);
    expect(new Set(clips.map(({ id }) => id)).size).toBe(3);
    expect(isInClip(clips[0]!, [5, 5, 900])).toBe(true);
    expect(isInClip(clips[2]!, [21.9, 10, 0])).toBe(true);
    expect(isInClip(clips[2]!, [22.1, 10, 0])).toBe(false);
  });

  it('makes one box round all, with ends where they are given', () => {
    const [box] = clipsOfShapes([square, line], 'c', { ...choice, form: 'box', bottom: 3, top: 9 });
    expect(isInClip(box!, [19, 19, 4])).toBe(true);
    expect(isInClip(box!, [19, 19, 9.1])).toBe(false);
    const [open] = clipsOfShapes([square], 'c', { ...choice, form: 'box', bottom: 3 });
    expect(isInClip(open!, [5, 5, 8000])).toBe(true);
    expect(isInClip(open!, [5, 5, 2.9])).toBe(false);
    const [free] = clipsOfShapes([square], 'c', { ...choice, form: 'box', isInverted: true });
    expect(free).toMatchObject({ isInverted: true });
    expect(isInClip(free!, [5, 5, -4000])).toBe(true);
  });

  it('turns the box and still holds all of the shapes, no larger than they are along it', () => {
    const yawRad = Math.atan2(3, 4);
    const away = [500_000, 4_500_000] as const;
    // A rectangle of 50 by 10 with its long side along (4, 3).
    const corners = [0, 0, 40, 30, 34, 38, -6, 8].map((value, i) => value + away[(i % 2) as 0 | 1]);
    const coordinates = [0, 1, 2, 3].flatMap((i) => [corners[2 * i]!, corners[2 * i + 1]!, 7]);
    const [box] = clipsOfShapes([{ kind: 'polygon', coordinates }], 'c', { ...choice, form: 'box', yawRad });
    if (box?.kind !== 'box') throw new Error('no box was made');
    expect(box.half[0]).toBeCloseTo(25, 9);
    expect(box.half[1]).toBeCloseTo(5, 9);
    expect(isInClip(box, [away[0] + 39.9, away[1] + 30, 0])).toBe(true);
    expect(isInClip(box, [away[0] + 40, away[1] + 1, 0])).toBe(false);
  });

  it('makes nothing of shapes without an extent', () => {
    expect(
      clipsOfShapes([{ kind: 'point', coordinates: [1, 1, 1] }], 'c', { ...choice, form: 'box' }),
    ).toEqual([]);
    expect(clipsOfShapes([{ kind: 'polyline', coordinates: [1, 1, 1, 1, 1, 1] }], 'c', choice)).toEqual([]);
  });
});
