import type { BlockKernel, BytePlanes } from '#domain/formats/tiff/block-coding.ts';
import { instantiate } from './instance.ts';

interface RasterExports {
  readonly memory: WebAssembly.Memory;
  prepare(compressed: number, expanded: number): number;
  expanded(): number;
  expandZlib(): number;
  expandLzw(): number;
  makePlanes(written: number, bands: number, width: number, rows: number, differenced: number): number;
}

/** Makes an instance of the raster kernel: blocks are copied in, and what they expand to is copied out. */
export function createRasterKernel(module: WebAssembly.Module): BlockKernel {
  const kernel = instantiate<RasterExports>(module);

  function expand(run: () => number, input: Uint8Array, output: Uint8Array, planes?: BytePlanes): number {
    const at = kernel.prepare(input.length, output.length) >>> 0;
    if (at === 0) throw new RangeError('no memory for a block');
    new Uint8Array(kernel.memory.buffer, at, input.length).set(input);
    const written = run();
    if (written < 0) throw new RangeError('the compressed data cannot be');
    const result = (planes ? makePlanes(written, planes) : kernel.expanded()) >>> 0;
    output.set(new Uint8Array(kernel.memory.buffer, result, planes ? output.length : written));
    return written;
  }

  function makePlanes(written: number, { bands, width, rows, isDifferenced }: BytePlanes): number {
    const at = kernel.makePlanes(written, bands, width, rows, Number(isDifferenced));
    if (at === 0) throw new RangeError('no memory for the bands of a block');
    return at;
  }

  return {
    expandZlib: (input, output, planes) => expand(kernel.expandZlib, input, output, planes),
    expandLzw: (input, output, planes) => expand(kernel.expandLzw, input, output, planes),
  };
}
