import { reconstruct } from '#domain/photogrammetry/sfm/reconstruct.ts';
import { createAdjustmentKernel } from '#wasm/bindings/adjustment.ts';
import type { TaskHandler } from '../../contract/handler.ts';

/** Ends the turn, so that an abort can be heard. */
const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** Poses, cameras and tie points of all blocks; reports after every step, and can be stopped there. */
export const reconstructPhotos: TaskHandler<'photo.reconstruct'> = async (
  problem,
  { signal, report, kernels },
) => {
  const output = await reconstruct(createAdjustmentKernel(kernels.adjustment), problem, {
    async progress(fraction) {
      report({ fraction, stage: 'stage.reconstruct' });
      await nextTurn();
      signal.throwIfAborted();
    },
  });
  const transfer = output.blocks.flatMap(({ reconstruction: { points, colours, observations } }) => [
    points.buffer,
    colours.buffer,
    observations.point.buffer,
    observations.photo.buffer,
    observations.xy.buffer,
    observations.scale.buffer,
  ]);
  return { output, transfer };
};
