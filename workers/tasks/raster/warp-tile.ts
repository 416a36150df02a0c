import { createWarpKernel, type WarpKernel } from '#wasm/bindings/warp.ts';
import type { TaskHandler } from '../../contract/handler.ts';

let made: { module: WebAssembly.Module; kernel: WarpKernel } | undefined;

/** This worker's kernel. */
function warpKernel(module: WebAssembly.Module): WarpKernel {
  if (made?.module !== module) made = { module, kernel: createWarpKernel(module) };
  return made.kernel;
}

/** Resamples a piece of a raster into a tile of another grid. */
export const warpTile: TaskHandler<'raster.warpTile'> = ({ piece, rules, target }, { kernels }) => {
  const output = warpKernel(kernels.warp).warp(piece, rules, target);
  const transfer = [output.samples.buffer];
  if (output.mask) transfer.push(output.mask.buffer);
  return { output, transfer };
};
