import { fillDepths, type MatchedLevels } from '#domain/photogrammetry/dense/fill-depths.ts';
import { mergeDepths } from '#domain/photogrammetry/dense/merge-depths.ts';
import { type RectifiedPair, rectifyPair } from '#domain/photogrammetry/dense/rectify.ts';
import { createStereoMatcher, type StereoMatcher } from '#gpu/compute/stereo.ts';
import {
  createStereoKernel,
  type PairMaps,
  type StereoImage,
  type StereoKernel,
} from '#wasm/bindings/stereo.ts';
import type { TaskContext, TaskHandler } from '../../contract/handler.ts';

let kernel: StereoKernel | null = null;

/** Matches a photo with each of its partners and merges the depths. */
export const depthMap: TaskHandler<'photo.depthMap'> = async (input, context) => {
  const { reference, partners, minPairs } = input;
  const left = { pixels: reference.image.pixels, camera: reference.view.camera };
  const matched: MatchedLevels[] = [];
  const matcher = createPairMatcher(context);
  try {
    for (const [index, { view, image, depths }] of partners.entries()) {
      await Promise.resolve();
      context.signal.throwIfAborted();
      context.report({ fraction: index / partners.length, stage: 'cli.stage.depth-maps' });
      const pair = rectifyPair(reference.view, view, depths);
      if (!pair) continue;
      const { values, coarser } = await matcher.match(
        left,
        { pixels: image.pixels, camera: view.camera },
        pair,
      );
      matched.push({ pair, values, coarser, partner: index });
    }
  } finally {
    matcher.release();
  }
  const output = mergeDepths(reference.view, matched, minPairs);
  fillDepths(output, reference.view, matched);
  const { depth, sigma, pairs, level } = output;
  return { output, transfer: [depth.buffer, sigma.buffer, pairs.buffer, level.buffer] };
};

/** Matches pairs on the worker's device or in the kernel, with the same result; `release` frees the device's memory. */
function createPairMatcher({ kernels, compute }: TaskContext<'photo.depthMap'>) {
  kernel ??= createStereoKernel(kernels.stereo);
  const stereo = kernel;
  let matcher: StereoMatcher | null = null;

  async function matchOn(device: GPUDevice, left: StereoImage, right: StereoImage, pair: RectifiedPair) {
    if (matcher?.device !== device) {
      matcher?.destroy();
      matcher = await createStereoMatcher(device);
    }
    return stereo.matchBy(matcher, left, right, pair);
  }

  return {
    match: (left: StereoImage, right: StereoImage, pair: RectifiedPair): Promise<PairMaps> =>
      compute.run(
        (device) => matchOn(device, left, right, pair),
        () => stereo.match(left, right, pair),
      ),
    release: () => matcher?.destroy(),
  };
}
