/**
 * LAZ chunks: decoding of formats 0 to 3 (point-wise) and 6 to 8 (layered), encoding of the same, laying records out
 * as one array a field, and adding them up. The caller owns the memory above `begin()`; nothing here grows it.
 */
import { decodeLayered, DECODE_GUARD } from './lib/laz/layered';
import { encodeLayered, encodeScratchSize } from './lib/laz/layered-encode';
import { extraStateSize } from './lib/laz/extra-bytes';
import { CONTEXT_SIZE, initContext } from './lib/laz/layout14';
export { extractColumns } from './lib/laz/extract';
export { sumRecords } from './lib/laz/sum';
import { initModel, modelSize } from './lib/laz/model';
import { POINTWISE_SIZE, decodePointwise, encodePointwise, initPointwise } from './lib/laz/pointwise';

const ALIGN: usize = 63;

@inline
function aligned(p: usize): usize {
  return (p + ALIGN) & ~ALIGN;
}

const BYTE_TEMPLATE: usize = aligned(__heap_base);
const CONTEXT_TEMPLATE: usize = BYTE_TEMPLATE + 1088;
const CONTEXTS: usize = aligned(CONTEXT_TEMPLATE + CONTEXT_SIZE);
const POINTWISE_TEMPLATE: usize = CONTEXTS + 4 * CONTEXT_SIZE;
const POINTWISE: usize = aligned(POINTWISE_TEMPLATE + POINTWISE_SIZE);
const FIXED_END: usize = aligned(POINTWISE + POINTWISE_SIZE);

/** First address that the state does not use; memory up to it must exist before `prepare`. */
export function fixedEnd(): usize {
  return FIXED_END;
}

/** Builds the templates; once an instance. */
export function prepare(): void {
  initModel(BYTE_TEMPLATE, 256);
  initContext(CONTEXT_TEMPLATE);
  initPointwise(POINTWISE_TEMPLATE);
}

/** Bytes of state, beginning at `fixedEnd`, that records with so many extra bytes need. */
export function extraSize(format: u32, extraBytes: u32): usize {
  return aligned(format < 6 ? <usize>extraBytes * modelSize(256) : extraStateSize(extraBytes)) + DECODE_GUARD;
}

/** Bytes of scratch for encoding. */
export function scratchSize(format: u32, count: u32, extraBytes: u32): usize {
  if (format < 6) return <usize>count * (64 + 3 * <usize>extraBytes) + 4096;
  return encodeScratchSize(count, extraBytes);
}

@inline
function hasColour(format: u32): bool {
  return format === 2 || format === 3 || format === 7 || format === 8;
}

/** Decodes a chunk; see `decodePointwise` and `decodeLayered`. Answers a status of `lib/laz/status.ts`. */
export function decodeChunk(
  format: u32, extraBytes: u32, version: u32, wanted: u32, input: usize, size: u32, output: usize, count: u32,
): i32 {
  if (format < 6) {
    return decodePointwise(
      POINTWISE, POINTWISE_TEMPLATE, BYTE_TEMPLATE, input, size, output, count,
      (format & 1) !== 0, hasColour(format), extraBytes,
    );
  }
  return decodeLayered(
    CONTEXTS, CONTEXT_TEMPLATE, BYTE_TEMPLATE, FIXED_END, input, size, output, count,
    hasColour(format), format === 8, extraBytes, version, wanted,
  );
}

/** Encodes a chunk of records at `input`, its scratch at `scratch`; returns the size of the chunk at `output`. */
export function encodeChunk(format: u32, extraBytes: u32, input: usize, count: u32, output: usize, scratch: usize): u32 {
  if (format < 6) {
    const top = scratch + scratchSize(format, count, extraBytes);
    return encodePointwise(
      POINTWISE, POINTWISE_TEMPLATE, BYTE_TEMPLATE, input, count, output, top,
      (format & 1) !== 0, hasColour(format), extraBytes,
    );
  }
  return encodeLayered(
    CONTEXTS, CONTEXT_TEMPLATE, BYTE_TEMPLATE, FIXED_END, input, count, output, scratch,
    hasColour(format), format === 8, extraBytes,
  );
}
