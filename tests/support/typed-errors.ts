import { AppError } from '#domain/errors/app-error.ts';
import { JpegFault } from '#domain/formats/jpeg/decode/fault.ts';
import { BlockFault } from '#domain/formats/tiff/block-coding.ts';

/**
 * Whether an error is one that parsers throw on purpose; decoders of blocks leave file and position to their callers.
 */
export function isTyped(error: unknown): boolean {
  return error instanceof AppError || error instanceof JpegFault || error instanceof BlockFault;
}
