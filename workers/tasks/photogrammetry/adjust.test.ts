import { describe, expect, it } from 'vitest';
import { adjust } from '#domain/photogrammetry/adjustment/adjust.ts';
import type { AdjustmentProblem } from '#domain/photogrammetry/adjustment/problem.ts';
import { adjustmentKernel } from '#tests/support/adjustment-kernel.ts';
import { createBlock } from '#tests/support/photo-block.ts';
import { createTaskContext } from '#tests/support/task-context.ts';
import type { TaskContext } from '../../contract/handler.ts';
import { adjustBlock } from './adjust.ts';

const block = createBlock({ rows: 2, columns: 3, points: 80, noisePx: 0.3 });
const problem: AdjustmentProblem = {
  reconstruction: block.disturb(0.2, 0.2),
  freeIntrinsics: 'focal',
  positions: block.truth.photos.map(({ pose }, photo) => ({
    photo,
    xyz: pose.centre,
    sigma: [0.5, 0.5, 0.5],
  })),
  wants: { covariance: true },
};

function createContext(signal: AbortSignal, fractions: number[] = []): TaskContext {
  return createTaskContext({
    signal,
    report: ({ fraction, stage }) => {
      expect(stage).toBe('stage.adjust');
      fractions.push(fraction);
    },
  });
}

describe('photo.adjust', () => {
  it('gives what the adjustment gives, hands its arrays over and tells how far it is', async () => {
    const fractions: number[] = [];
    const { output, transfer } = await adjustBlock(
      problem,
      createContext(new AbortController().signal, fractions),
    );
    expect(output).toEqual(adjust(adjustmentKernel, problem));
    expect(transfer).toContain(output.reconstruction.points.buffer);
    expect(transfer).toContain(output.covariance!.poses.buffer);
    expect(new Set(transfer).size).toBe(transfer!.length);
    expect(fractions.length).toBeGreaterThan(3);
    fractions.forEach((fraction, k) => {
      expect(fraction).toBeGreaterThan(fractions[k - 1] ?? 0);
      expect(fraction).toBeLessThan(1);
    });
  });

  it('stops where it is told to', async () => {
    const controller = new AbortController();
    const context = createContext(controller.signal);
    const running = adjustBlock(problem, { ...context, report: () => controller.abort() });
    await expect(running).rejects.toThrow(/abort/i);
  });
});
