import { describe, expect, it } from 'vitest';
import { goalsOf, Quality } from './quality.ts';

/** A device with these times for an image of full size and for a million points, ms; reduced images take half. */
interface Machine {
  readonly frameMs: number;
  readonly millionMs: number;
}

const cloud = 350_000;

/** Draws frames of a moving camera on a machine's clock; returns their times. */
function move(quality: Quality, machine: Machine, frames: number, disturb = (_frame: number) => 1): number[] {
  return Array.from({ length: frames }, (_, frame) => {
    const { scale, isReduced } = quality.motion;
    const points = Math.min(cloud, quality.budgets.moving);
    const image = machine.frameMs * scale ** 2 * (isReduced ? 0.5 : 1);
    const ms = (image + (machine.millionMs * points) / 1e6) * disturb(frame);
    quality.learn(ms, points);
    return ms;
  });
}

function create(kind: keyof typeof goalsOf): Quality {
  const quality = new Quality();
  quality.reset(goalsOf[kind]);
  return quality;
}

describe('Quality', () => {
  it('leaves images whole where frames are fast', () => {
    for (const kind of ['card', 'software'] as const) {
      const quality = create(kind);
      move(quality, { frameMs: 6, millionMs: 10 }, 30);
      expect(quality.motion).toMatchObject({ scale: 1, isReduced: false });
      expect(quality.budgets.moving).toBeGreaterThanOrEqual(cloud);
    }
  });

  it('comes to ten frames a second, by the image before the points', () => {
    const quality = create('software');
    const times = move(quality, { frameMs: 220, millionMs: 150 }, 12);
    expect(Math.max(...times.slice(-4))).toBeLessThanOrEqual(100);
    expect(quality.budgets.moving).toBe(cloud);
    expect(quality.motion.scale).toBeGreaterThan(0.5);
  });

  it('gives up points where the plainest image is too slow, and takes them back', () => {
    const quality = create('software');
    const slow = move(quality, { frameMs: 400, millionMs: 1000 }, 30);
    expect(slow.at(-1)).toBeLessThanOrEqual(110);
    expect(quality.motion.scale).toBe(0.5);
    const few = quality.budgets.moving;
    expect(few).toBeLessThan(cloud);
    move(quality, { frameMs: 20, millionMs: 50 }, 40);
    expect(quality.budgets.moving).toBeGreaterThanOrEqual(cloud);
    expect(quality.motion).toMatchObject({ scale: 1, isReduced: false });
  });

  it('is not moved by one slow frame among fast ones', () => {
    const quality = create('software');
    move(quality, { frameMs: 50, millionMs: 100 }, 20, (frame) => (frame % 5 === 3 ? 4 : 1));
    expect(quality.motion).toMatchObject({ scale: 1, isReduced: false });
  });

  it('does not alternate between looks', () => {
    const quality = create('software');
    const machine = { frameMs: 170, millionMs: 100 };
    move(quality, machine, 10);
    const { scale } = quality.motion;
    const seen = new Set<number>();
    for (let i = 0; i < 20; i++) {
      move(quality, machine, 1);
      seen.add(quality.motion.scale);
    }
    expect([...seen]).toEqual([scale]);
  });

  it('begins to move as the image at rest tells', () => {
    const quality = create('software');
    quality.learnAtRest(400);
    expect(quality.motion.isReduced).toBe(true);
    expect(quality.motion.scale).toBeLessThan(0.8);
    const other = create('software');
    other.learnAtRest(40);
    expect(other.motion).toMatchObject({ scale: 1, isReduced: false });
  });

  it('keeps a card fluent by its points alone', () => {
    const quality = create('card');
    quality.requested = 20_000_000;
    for (let i = 0; i < 20; i++) quality.learn(quality.budgets.moving / 50_000, quality.budgets.moving);
    expect(quality.budgets.moving / 50_000).toBeLessThan(25);
    expect(quality.motion).toMatchObject({ scale: 1, isReduced: false });
  });

  it('draws no more points in motion than at rest', () => {
    const quality = create('software');
    quality.requested = 30_000;
    expect(quality.budgets).toEqual({ atRest: 30_000, moving: 30_000 });
  });
});
