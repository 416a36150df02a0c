import { encodeTile as encode } from '#domain/formats/cog/encode-tile.ts';
import { encodePng as encodePicture } from '#domain/formats/png/encode-png.ts';
import { BlockFault, type BlockKernel } from '#domain/formats/tiff/block-coding.ts';
import { decodeBlockBy } from '#domain/formats/tiff/decode-block.ts';
import { createRasterKernel } from '#wasm/bindings/raster.ts';
import type { TaskHandler } from '../../contract/handler.ts';

let made: { module: WebAssembly.Module; kernel: BlockKernel } | undefined;

/** This worker's kernel. */
function blockKernel(module: WebAssembly.Module): BlockKernel {
  if (made?.module !== module) made = { module, kernel: createRasterKernel(module) };
  return made.kernel;
}

/** Decodes a block; faults of the data are an answer, to which the reader adds file and place. */
export const decodeBlock: TaskHandler<'raster.decodeBlock'> = async ({ coding, bytes }, { kernels }) => {
  try {
    const samples = await decodeBlockBy(blockKernel(kernels.raster), coding, bytes);
    return { output: { samples }, transfer: [samples.buffer] };
  } catch (error) {
    if (!(error instanceof BlockFault)) throw error;
    return { output: { fault: error.kind, reason: error.message } };
  }
};

/** Encodes a tile for the COG writer. */
export const encodeTile: TaskHandler<'raster.encodeTile'> = ({ coding, tile }) => {
  const output = encode(coding, tile);
  const transfer = [output.bytes.buffer, output.half.samples.buffer];
  if (output.maskBytes) transfer.push(output.maskBytes.buffer);
  if (output.half.mask) transfer.push(output.half.mask.buffer);
  return { output, transfer };
};

/** Encodes a picture as PNG. */
export const encodePng: TaskHandler<'raster.encodePng'> = (picture) => {
  const bytes = encodePicture(picture);
  return { output: { bytes }, transfer: [bytes.buffer] };
};
