import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { createGrid, type Grid } from '../grid/grid.ts';
import { raisedAbove } from './raised-above.ts';

/** Cells of an edge over 40 m by 40 m from (0, 0). */
function gridOf(cellSize: number, heightAt: (x: number, y: number) => number): Grid {
  const side = Math.round(40 / cellSize);
  const frame = { width: side, height: side, originX: cellSize / 2, originY: 40 - cellSize / 2, cellSize };
  const values = Float32Array.from({ length: side * side }, (_, cell) =>
    heightAt((cell % side) * cellSize + cellSize / 2, 40 - Math.floor(cell / side) * cellSize - cellSize / 2),
  );
  return createGrid(frame, values);
}

const ring = [
  [5, 5, 0],
  [35, 5, 0],
  [35, 35, 0],
  [5, 35, 0],
] as const;

/** A heap of 2 m, 12 m across. */
const heap = (x: number, y: number) => Math.max(0, 2 - Math.hypot(x - 20, y - 20) / 3);
const ground = (x: number, y: number) => 100 + 0.1 * x - 0.05 * y;

describe('where the surface model lies above the elevation model', () => {
  it('is a heap that the ground filter took away, with its volume', () => {
    const raised = raisedAbove(
      gridOf(0.4, ground),
      gridOf(0.2, (x, y) => ground(x, y) + heap(x, y)),
      ring,
    )!;
    expect(raised.volume / ((Math.PI * 36 * 2) / 3)).toBeCloseTo(1, 1);
    expect(raised.area).toBeGreaterThan(0.9 * Math.PI * 36);
    expect(raised.area).toBeLessThanOrEqual(Math.PI * 36);
  });

  it('is nowhere where both differ by their noise', () => {
    const random = createRandom(4);
    const noisy = (sigma: number) => (x: number, y: number) => ground(x, y) + sigma * random.normal();
    expect(raisedAbove(gridOf(0.4, noisy(0.05)), gridOf(0.2, noisy(0.08)), ring)).toBeNull();
    expect(
      raisedAbove(
        gridOf(0.4, ground),
        gridOf(0.2, (x, y) => ground(x, y) + 0.03),
        ring,
      ),
    ).toBeNull();
  });

  it('is nowhere outside the ring, where it is under a hundredth of it, and where a model has no height', () => {
    const beside = (x: number, y: number) => ground(x, y) + (x > 36 ? 5 : 0);
    expect(raisedAbove(gridOf(0.4, ground), gridOf(0.2, beside), ring)).toBeNull();
    const post = (x: number, y: number) => ground(x, y) + (Math.hypot(x - 20, y - 20) < 1 ? 5 : 0);
    expect(raisedAbove(gridOf(0.4, ground), gridOf(0.2, post), ring)).toBeNull();
    expect(
      raisedAbove(
        gridOf(0.4, ground),
        gridOf(0.2, () => Number.NaN),
        ring,
      ),
    ).toBeNull();
  });
});
