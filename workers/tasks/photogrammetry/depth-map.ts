import { type MatchedPair, mergeDepths } from '#domain/photogrammetry/dense/merge-depths.ts';
import { rectifyPair } from '#domain/photogrammetry/dense/rectify.ts';
import { createStereoKernel, type StereoKernel } from '#wasm/bindings/stereo.ts';
import type { TaskHandler } from '../../contract/handler.ts';

let kernel: StereoKernel | null = null;

/** Matches a photo with each of its partners and merges the depths. */
export const depthMap: TaskHandler<'photo.depthMap'> = async (input, { signal, report, kernels }) => {
  kernel ??= createStereoKernel(kernels.stereo);
  const { reference, partners, leastPairs } = input;
  const left = { pixels: reference.image.pixels, camera: reference.view.camera };
  const matched: MatchedPair[] = [];
  for (const [index, { view, image, depths }] of partners.entries()) {
    await Promise.resolve();
    signal.throwIfAborted();
    report({ fraction: index / partners.length, stage: 'cli.stage.depth-maps' });
    const pair = rectifyPair(reference.view, view, depths);
    if (!pair) continue;
    const { values } = kernel.match(left, { pixels: image.pixels, camera: view.camera }, pair);
    matched.push({ pair, values, partner: index });
  }
  const output = mergeDepths(reference.view, matched, leastPairs);
  return { output, transfer: [output.depth.buffer, output.sigma.buffer, output.pairs.buffer] };
};
