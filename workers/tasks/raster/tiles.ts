import { encodeTile as encode } from '#domain/formats/cog/encode-tile.ts';
import type { BlockDecoder } from '#domain/formats/cog/image-reader.ts';
import { encodePng as encodePngImage } from '#domain/formats/png/encode-png.ts';
import { BlockFault } from '#domain/formats/tiff/block-coding.ts';
import type { TaskHandler } from '../../contract/handler.ts';
import type { DecodedBlock, StoredBlock } from '../../contract/raster-tasks.ts';
import { blockCodec } from './block-codec.ts';

/** Decodes blocks; errors of the data are a result. */
export const decodeBlocks: TaskHandler<'raster.decodeBlocks'> = async ({ blocks }, { kernels, codecs }) => {
  const { decode } = blockCodec(kernels.raster, codecs);
  const results = await Promise.all(blocks.map((block) => decodeOrTell(decode, block)));
  const transfer = results.flatMap((result) => ('samples' in result ? [result.samples.buffer] : []));
  return { output: { results }, transfer };
};

async function decodeOrTell(decode: BlockDecoder, { coding, bytes }: StoredBlock): Promise<DecodedBlock> {
  try {
    // Without a place the samples are always given.
    return { samples: (await decode(coding, bytes))! };
  } catch (error) {
    if (!(error instanceof BlockFault)) throw error;
    return { fault: error.kind, reason: error.reason };
  }
}

/** Encodes a tile for the COG writer. */
export const encodeTile: TaskHandler<'raster.encodeTile'> = ({ coding, tile }, { kernels, codecs }) => {
  const output = encode(coding, tile, blockCodec(kernels.raster, codecs).kernel, codecs);
  const transfer = [output.bytes.buffer, output.half.samples.buffer];
  if (output.maskBytes) transfer.push(output.maskBytes.buffer);
  if (output.half.mask) transfer.push(output.half.mask.buffer);
  return { output, transfer };
};

/** Encodes an image as PNG. */
export const encodePng: TaskHandler<'raster.encodePng'> = (picture, { codecs }) => {
  const bytes = encodePngImage(picture, codecs);
  return { output: { bytes }, transfer: [bytes.buffer] };
};
