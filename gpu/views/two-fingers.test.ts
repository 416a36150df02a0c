import { describe, expect, it } from 'vitest';
import { type FingerPair, intentOf, moveOf } from './two-fingers.ts';

const began: FingerPair = [
  { x: 100, y: 300 },
  { x: 300, y: 310 },
];

describe('two fingers', () => {
  it('tilt where they go up or down together', () => {
    const [a, b] = began;
    expect(
      intentOf(began, [
        { x: a.x + 1, y: a.y - 20 },
        { x: b.x, y: b.y - 15 },
      ]),
    ).toBe('tilt');
  });

  it('hold the ground where they part, turn, or go across', () => {
    const [a, b] = began;
    const parted: FingerPair = [
      { x: a.x - 20, y: a.y },
      { x: b.x + 20, y: b.y },
    ];
    const turned: FingerPair = [
      { x: a.x, y: a.y - 20 },
      { x: b.x, y: b.y + 20 },
    ];
    const across: FingerPair = [
      { x: a.x + 30, y: a.y + 2 },
      { x: b.x + 30, y: b.y + 2 },
    ];
    for (const now of [parted, turned, across]) expect(intentOf(began, now)).toBe('hold');
  });

  it('are undecided before they have moved', () => {
    expect(intentOf(began, [{ x: 103, y: 302 }, began[1]])).toBe('undecided');
  });

  it('give middle, scale and turn of a step', () => {
    const before: FingerPair = [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
    ];
    const now: FingerPair = [
      { x: 60, y: 0 },
      { x: 60, y: 200 },
    ];
    expect(moveOf(before, now)).toEqual({
      from: { x: 50, y: 0 },
      to: { x: 60, y: 100 },
      zoom: 2,
      turnRad: Math.PI / 2,
    });
  });

  it('turn the short way round', () => {
    const before: FingerPair = [
      { x: 0, y: 0 },
      { x: -100, y: 1 },
    ];
    const now: FingerPair = [
      { x: 0, y: 0 },
      { x: -100, y: -1 },
    ];
    expect(Math.abs(moveOf(before, now).turnRad)).toBeLessThan(0.03);
  });
});
