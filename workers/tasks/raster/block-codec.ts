import { createBlockDecoder } from '#domain/formats/cog/block-decoder.ts';
import type { BlockDecoder } from '#domain/formats/cog/image-reader.ts';
import type { BlockKernel, HostCodecs } from '#domain/formats/tiff/block-coding.ts';
import { createRasterKernel } from '#wasm/bindings/raster.ts';

interface Made {
  readonly module: WebAssembly.Module;
  readonly kernel: BlockKernel;
  readonly decode: BlockDecoder;
}

let made: Made | undefined;

/** This worker's kernel and decoder of raster blocks. */
export function blockCodec(module: WebAssembly.Module, codecs: HostCodecs): Made {
  if (made?.module !== module) {
    const kernel = createRasterKernel(module);
    made = { module, kernel, decode: createBlockDecoder(kernel, codecs) };
  }
  return made;
}
