import { describe, expect, it } from 'vitest';
import { type BoxClip, isInClip } from '../cloud/point-filter.ts';
import type { WorldPoint } from './camera.ts';
import { boxEdges, dragHandle, handlePlace, moveFace, reachAlong, turnBox } from './clip-handles.ts';
import { tall } from './clips-of-shapes.ts';

const yawRad = Math.PI / 6;
const box: BoxClip = {
  kind: 'box',
  id: 'clip-1',
  isInverted: false,
  center: [500_000, 4_000_000, 120],
  half: [20, 10, 5],
  yawRad,
};
const endless: BoxClip = { ...box, center: [500_000, 4_000_000, 0], half: [20, 10, tall] };
/** Boxes open upwards from 90, and downwards from 130. */
const upwards: BoxClip = { ...box, center: [500_000, 4_000_000, 90 + tall], half: [20, 10, tall] };
const downwards: BoxClip = { ...box, center: [500_000, 4_000_000, 130 - tall / 2], half: [20, 10, tall / 2] };

/** The ray from an eye to a point. */
const rayTo = (eye: WorldPoint, place: WorldPoint) => ({
  origin: eye,
  direction: [place[0] - eye[0], place[1] - eye[1], place[2] - eye[2]] as const,
});
const eye: WorldPoint = [500_060, 3_999_920, 180];
const near = (a: WorldPoint, b: WorldPoint) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

describe('handles of a clip box', () => {
  it('stand on its faces, along its own axes', () => {
    const right = handlePlace(box, 'right', 0)!;
    expect(right[0]).toBeCloseTo(500_000 + 20 * Math.cos(yawRad), 6);
    expect(right[1]).toBeCloseTo(4_000_000 + 20 * Math.sin(yawRad), 6);
    expect(right[2]).toBe(120);
    expect(handlePlace(box, 'top', 0)).toEqual([500_000, 4_000_000, 125]);
    expect(handlePlace(endless, 'top', 77)).toBeNull();
    expect(handlePlace(endless, 'middle', 77)![2]).toBe(77);
    expect([handlePlace(upwards, 'top', 77), handlePlace(downwards, 'bottom', 77)]).toEqual([null, null]);
    expect([handlePlace(upwards, 'left', 77)![2], handlePlace(downwards, 'turn', 77)![2]]).toEqual([90, 130]);
    expect(handlePlace(moveFace(upwards, 'bottom', 5), 'bottom', 77)![2]).toBe(85);
  });

  it.each(['left', 'right', 'front', 'back', 'bottom', 'top'] as const)(
    'dragging %s moves that face alone, to where the pointer is',
    (face) => {
      const place = handlePlace(box, face, 0)!;
      const opposite = {
        left: 'right',
        right: 'left',
        front: 'back',
        back: 'front',
        bottom: 'top',
        top: 'bottom',
      };
      const other = opposite[face] as typeof face;
      const away = handlePlace(moveFace(box, face, 3), face, 0)!;
      const moved = dragHandle(box, face, rayTo(eye, place), rayTo(eye, away), 0);
      expect(near(handlePlace(moved, face, 0)!, away)).toBeLessThan(1e-6);
      expect(near(handlePlace(moved, other, 0)!, handlePlace(box, other, 0)!)).toBeLessThan(1e-6);
      expect(moved.yawRad).toBe(yawRad);
    },
  );

  it('a face stops before the one opposite', () => {
    const thin = moveFace(box, 'right', -1000);
    expect(thin.half[0]).toBeGreaterThan(0);
    expect(near(handlePlace(thin, 'left', 0)!, handlePlace(box, 'left', 0)!)).toBeLessThan(1e-6);
  });

  it('the middle goes with the pointer at its own height', () => {
    const to: WorldPoint = [500_007, 3_999_991, 120];
    const moved = dragHandle(box, 'middle', rayTo(eye, box.center), rayTo(eye, to), 0);
    expect(near(moved.center, to)).toBeLessThan(1e-6);
    const flat = dragHandle(
      endless,
      'middle',
      rayTo(eye, [500_000, 4_000_000, 90]),
      rayTo(eye, [500_007, 3_999_991, 90]),
      90,
    );
    expect(near(flat.center, [500_007, 3_999_991, 0])).toBeLessThan(1e-6);
  });

  it('a corner turns it about the vertical, and what is inside turns along', () => {
    const place = handlePlace(box, 'turn', 0)!;
    const turned = turnBox(box, 0.7);
    const away = handlePlace(turned, 'turn', 0)!;
    const dragged = dragHandle(box, 'turn', rayTo(eye, place), rayTo(eye, away), 0);
    expect(dragged.yawRad).toBeCloseTo(yawRad + 0.7, 9);
    expect(dragged.center).toEqual(box.center);
    expect(isInClip(dragged, handlePlace(turnBox(box, 0.7), 'right', 0)!)).toBe(true);
    expect(turnBox(box, 2 * Math.PI + 0.1).yawRad).toBeCloseTo(yawRad + 0.1, 9);
  });

  it('stays as it is where a ray runs along the way of the handle, or over the horizon', () => {
    const down = rayTo([500_000, 4_000_000, 500], [500_000, 4_000_000, 0]);
    expect(reachAlong(down, [500_000, 4_000_000, 125], [0, 0, 1])).toBeNull();
    expect(dragHandle(box, 'top', down, down, 0)).toBe(box);
    const up = rayTo(eye, [500_000, 4_000_000, 900]);
    expect(dragHandle(box, 'middle', up, up, 0)).toBe(box);
  });

  it('has twelve edges, four without ends', () => {
    expect(boxEdges(box, 0)).toHaveLength(12);
    expect(boxEdges(endless, 90)).toHaveLength(4);
    expect(boxEdges(downwards, 0).every(([a]) => a[2] === 130)).toBe(true);
    expect(boxEdges(endless, 90).every(([a, b]) => a[2] === 90 && b[2] === 90)).toBe(true);
    const lengths = boxEdges(box, 0).map(([a, b]) => Math.round(near(a, b)));
    expect(lengths.sort((a, b) => a - b)).toEqual([10, 10, 10, 10, 20, 20, 20, 20, 40, 40, 40, 40]);
  });
});
