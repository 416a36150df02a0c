import type { BlockKernel } from '#domain/formats/tiff/block-coding.ts';
import { instantiate } from './instance.ts';

interface RasterExports {
  readonly memory: WebAssembly.Memory;
  prepare(compressed: number, expanded: number): number;
  expanded(): number;
  expandZlib(): number;
  expandLzw(): number;
}

/** Makes an instance of the raster kernel: blocks are copied in, and what they expand to is copied out. */
export function createRasterKernel(module: WebAssembly.Module): BlockKernel {
  const kernel = instantiate<RasterExports>(module);

  function expand(run: () => number, input: Uint8Array, output: Uint8Array): number {
    const at = kernel.prepare(input.length, output.length) >>> 0;
    if (at === 0) throw new RangeError('no memory for a block');
    new Uint8Array(kernel.memory.buffer, at, input.length).set(input);
    const written = run();
    if (written < 0) throw new RangeError('the compressed data cannot be');
    output.set(new Uint8Array(kernel.memory.buffer, kernel.expanded() >>> 0, written));
    return written;
  }

  return {
    expandZlib: (input, output) => expand(kernel.expandZlib, input, output),
    expandLzw: (input, output) => expand(kernel.expandLzw, input, output),
  };
}
