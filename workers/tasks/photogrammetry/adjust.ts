import { adjustInSteps } from '#domain/photogrammetry/adjustment/adjust.ts';
import { createAdjustmentKernel } from '#wasm/bindings/adjustment.ts';
import type { TaskHandler } from '../../contract/handler.ts';

/** Ends the turn, so that an abort can be heard. */
const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** Adjusts a block; reports before every step, and can be stopped there. */
export const adjustBlock: TaskHandler<'photo.adjust'> = async (problem, { signal, report, kernels }) => {
  const steps = adjustInSteps(createAdjustmentKernel(kernels.adjustment), problem);
  let next = steps.next();
  while (!next.done) {
    report({ fraction: next.value, stage: 'stage.adjust' });
    await nextTurn();
    signal.throwIfAborted();
    next = steps.next();
  }
  const output = next.value;
  const { points, colours, observations } = output.reconstruction;
  const arrays = [
    points,
    colours,
    observations.point,
    observations.photo,
    observations.xy,
    observations.scale,
  ];
  const covariances = output.covariance ? [output.covariance.poses, output.covariance.points] : [];
  return { output, transfer: [...arrays, ...covariances].map(({ buffer }) => buffer) };
};
