import { describe, expect, it } from 'vitest';
import type { BoxClip } from '#domain/cloud/point-filter.ts';
import { stepHandle } from './step-handle.ts';

const box: BoxClip = {
  kind: 'box',
  id: 'clip-1',
  isInverted: false,
  center: [100, 200, 30],
  half: [20, 10, 5],
  yawRad: 0,
};

describe('keys on handles of a clip box', () => {
  it('move it east, north and up by its middle', () => {
    expect(stepHandle(box, 'middle', 'ArrowRight', 2, 0.1)?.center).toEqual([102, 200, 30]);
    expect(stepHandle(box, 'middle', 'ArrowUp', 2, 0.1)?.center).toEqual([100, 202, 30]);
    expect(stepHandle(box, 'middle', 'PageDown', 2, 0.1)?.center).toEqual([100, 200, 28]);
  });

  it('move a face outwards and inwards, and turn it by its corner', () => {
    expect(stepHandle(box, 'left', 'ArrowRight', 2, 0.1)).toMatchObject({
      center: [99, 200, 30],
      half: [21, 10, 5],
    });
    expect(stepHandle(box, 'top', 'ArrowDown', 2, 0.1)).toMatchObject({
      center: [100, 200, 29],
      half: [20, 10, 4],
    });
    expect(stepHandle(box, 'turn', 'ArrowLeft', 2, 0.1)?.yawRad).toBeCloseTo(0.1, 12);
  });

  it('mean nothing otherwise', () => {
    expect(stepHandle(box, 'middle', 'Enter', 2, 0.1)).toBeNull();
    expect(stepHandle(box, 'left', 'PageUp', 2, 0.1)).toBeNull();
  });
});
