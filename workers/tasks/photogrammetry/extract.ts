import { createFeatureKernel, type FeatureKernel } from '#wasm/bindings/features.ts';
import type { TaskHandler } from '../../contract/handler.ts';

const kernels = new WeakMap<WebAssembly.Module, FeatureKernel>();

/** The feature finder of this thread, made once for the kernel it is given: it keeps its memory. */
function featureKernel(module: WebAssembly.Module): FeatureKernel {
  const held = kernels.get(module);
  if (held) return held;
  const kernel = createFeatureKernel(module);
  kernels.set(module, kernel);
  return kernel;
}

/**
 * Images up to this many pixels are also searched at twice their size; larger ones would take too much memory and
 * time.
 */
const doubledPixels = 6e6;

/** Features of one image, in pixels of the full photo. */
export const extract: TaskHandler<'photo.extract'> = (input, context) => {
  const { image, fullWidth, fullHeight, maxFeatures, mask } = input;
  const found = featureKernel(context.kernels.features).extract(
    { ...image, channels: 3 },
    {
      maxFeatures,
      isDoubled: image.width * image.height <= doubledPixels,
      ...(mask ? { mask } : {}),
    },
  );
  const scaleX = fullWidth / image.width;
  const scaleY = fullHeight / image.height;
  const size = Math.sqrt(scaleX * scaleY);
  const { xy, scale } = found;
  for (let i = 0; i < found.count; i++) {
    xy[2 * i]! *= scaleX;
    xy[2 * i + 1]! *= scaleY;
    scale[i]! *= size;
  }
  const buffers = [found.xy, found.scale, found.angle, found.descriptors, found.rgb].map(
    (array) => array.buffer,
  );
  return { output: found, transfer: buffers };
};
