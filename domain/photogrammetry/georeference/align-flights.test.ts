import { describe, expect, it } from 'vitest';
import { createBlock, type KnownBlock } from '#tests/support/photo-block.ts';
import { rotationFromVector } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { alignFlights, type StatedPose } from './align-flights.ts';
import { transformBlock } from './transform-block.ts';

/** Each row of the block is one flight; positions of the second are 15 m too high. */
function statedOf({ truth }: KnownBlock, columns: number, hasAttitude: boolean) {
  return (photo: number): StatedPose => {
    const { rotation, centre } = truth.photos[photo]!.pose;
    const xyz: Vec3 = [centre[0], centre[1], centre[2] + (photo >= columns ? 15 : 0)];
    return { xyz, sigma: [1.5, 1.5, 3], rotation: hasAttitude ? rotation : null };
  };
}

const flightsOf = (rows: number, columns: number) =>
  [[0, columns] as const, [columns, rows * columns] as const].map(([from, to]) =>
    Array.from({ length: to - from }, (_, k) => from + k),
  );

/** The true block, tilted by the biased positions. */
const tilted = ({ truth }: KnownBlock) =>
  transformBlock(truth, { scale: 1.02, rotation: rotationFromVector([0.4, 0.02, 0]), shift: [3, -2, 7] });

function farthest(a: KnownBlock['truth'], b: KnownBlock['truth']): number {
  return Math.max(
    ...a.photos.map(({ pose }, k) =>
      Math.hypot(...pose.centre.map((v, c) => v - b.photos[k]!.pose.centre[c]!)),
    ),
  );
}

describe('flights whose positions differ by a constant', () => {
  it('are put where the first says, turn and scale from within them', () => {
    const block = createBlock({ rows: 4, columns: 5 });
    const found = alignFlights(tilted(block), flightsOf(4, 5), statedOf(block, 5, false));
    // The second flight has a 15 m offset and both are flat: the first has one strip, the other three.
    expect(farthest(found, block.truth)).toBeLessThan(0.01);
  });

  it('take the turn about parallel lines from the attitudes', () => {
    const block = createBlock({ rows: 2, columns: 6 });
    const found = alignFlights(tilted(block), flightsOf(2, 6), statedOf(block, 6, true));
    expect(farthest(found, block.truth)).toBeLessThan(0.5);
    const untold = alignFlights(tilted(block), flightsOf(2, 6), statedOf(block, 6, false));
    expect(farthest(untold, tilted(block))).toBe(0);
  });

  it('stay where they are while they agree', () => {
    const block = createBlock({ rows: 4, columns: 5 });
    const agreeing = (photo: number) => ({ ...statedOf(block, 20, true)(photo) });
    expect(alignFlights(block.truth, flightsOf(4, 5), agreeing)).toBe(block.truth);
    expect(alignFlights(block.truth, flightsOf(4, 5).slice(0, 1), agreeing)).toBe(block.truth);
  });
});
