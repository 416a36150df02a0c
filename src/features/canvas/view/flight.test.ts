import { describe, expect, it } from 'vitest';
import { arrowMove, flightMoves, isFlightKey } from './flight.ts';

describe('flight', () => {
  it('goes with all keys held, in proportion to time', () => {
    const [move] = flightMoves(new Set(['KeyW', 'KeyD']), 0.5, false);
    const [longer] = flightMoves(new Set(['KeyW', 'KeyD']), 1, false);
    expect(move).toMatchObject({ kind: 'fly', up: 0 });
    if (move?.kind !== 'fly' || longer?.kind !== 'fly') throw new Error('no flight');
    expect(move.forward).toBeCloseTo(move.right, 12);
    expect(longer.forward).toBeCloseTo(2 * move.forward, 12);
  });

  it('looks round about the eye, and does nothing where keys cancel out', () => {
    expect(flightMoves(new Set(['ArrowRight']), 1, false)).toEqual([
      expect.objectContaining({ kind: 'turn', about: 'eye', pitchRad: 0 }),
    ]);
    expect(flightMoves(new Set(['KeyW', 'KeyS']), 1, true)).toEqual([]);
  });

  it('knows its keys', () => {
    expect(isFlightKey('KeyQ')).toBe(true);
    expect(isFlightKey('KeyP')).toBe(false);
  });
});

describe('arrow keys', () => {
  it('move the view, and turn it with Shift', () => {
    expect(arrowMove('ArrowRight', false)).toEqual({ kind: 'pan', dx: -60, dy: 0 });
    expect(arrowMove('ArrowUp', true)).toMatchObject({ kind: 'turn', about: 'target', yawRad: 0 });
    expect(arrowMove('x', false)).toBeNull();
  });
});
