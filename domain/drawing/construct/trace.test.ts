import { describe, expect, it } from 'vitest';
import { lengthOf, near, path, square } from '#tests/support/paths.ts';
import { traceBetween } from './trace.ts';

describe('tracing', () => {
  it('goes the shorter way round a closed line', () => {
    expect(traceBetween(square(0, 0, 10), [2, 0], [0, 3], 0.01)?.coordinates).toEqual(
      near([2, 0, 0, 0, 0, 0, 0, 3, 0]),
    );
    expect(traceBetween(square(0, 0, 10), [0, 3], [2, 0], 0.01)?.coordinates).toEqual(
      near([0, 3, 0, 0, 0, 0, 2, 0, 0]),
    );
    expect(lengthOf(traceBetween(square(0, 0, 10), [1, 0], [9, 10], 0.01)!)).toBe(20);
  });

  it('keeps arcs', () => {
    const quarter = path(
      [
        [10, 0],
        [0, 10],
      ],
      false,
      [Math.tan(Math.PI / 8)],
    );
    const half = 10 * Math.SQRT1_2;
    expect(traceBetween(quarter, [0, 10], [half, half], 0.01)?.bulges).toEqual(
      near([-Math.tan(Math.PI / 16), 0]),
    );
  });

  it('needs both places on the line, and apart', () => {
    const line = path([
      [0, 0],
      [10, 0],
    ]);
    expect(traceBetween(line, [1, 0.02], [5, 0], 0.01)).toBeNull();
    expect(traceBetween(line, [5, 0], [5, 0], 0.01)).toBeNull();
  });
});
