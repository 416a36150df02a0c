import {
  type BlockCoding,
  type BlockKernel,
  decodedBytes,
  type HostCodecs,
  type PackedBlock,
} from '../tiff/block-coding.ts';
import { checkLength, decodeBlockBy } from '../tiff/decode-block.ts';
import { packBlock, wholePlace } from '../tiff/kernel-block.ts';
import { type SampleArray, viewSamples } from '../tiff/sample-types.ts';
import type { BlockDecoder } from './image-reader.ts';

interface Waiting {
  readonly coding: BlockCoding;
  readonly block: PackedBlock;
  /** All samples; null where they are put straight into their place. */
  readonly samples: SampleArray | null;
  resolve(samples: SampleArray | null): void;
  reject(reason: unknown): void;
}

/**
 * A decoder in this thread, by a kernel. Samples are written directly to a given target, and two blocks of DEFLATE
 * that are requested in the same turn are expanded side by side.
 */
export function createBlockDecoder(kernel: BlockKernel, host: HostCodecs = {}): BlockDecoder {
  let first: Waiting | null = null;

  function waitForAnother(one: Waiting): void {
    if (first) {
      const both = [first, one];
      first = null;
      expand(kernel, both);
      return;
    }
    first = one;
    queueMicrotask(() => {
      if (first !== one) return;
      first = null;
      expand(kernel, [one]);
    });
  }

  return (coding, bytes, _signal, place) => {
    const packed = coding.fillOrder === 1 ? packBlock(coding, bytes) : null;
    if (!packed) return decodeBlockBy(kernel, coding, bytes, host);
    const output = place ? null : new Uint8Array(decodedBytes(coding));
    const samples = output && viewSamples(coding.sampleType, output);
    const block = { ...packed, place: place ?? wholePlace(packed.planes, output!) };
    return new Promise((resolve, reject) => {
      const one = { coding, block, samples, resolve, reject };
      if (packed.scheme === 'zlib') waitForAnother(one);
      else expand(kernel, [one]);
    });
  };
}

function expand(kernel: BlockKernel, waiting: readonly Waiting[]): void {
  try {
    const written = kernel.expand(waiting.map(({ block }) => block));
    waiting.forEach(({ coding, samples, resolve, reject }, index) => {
      try {
        checkLength(coding, written[index]!);
        resolve(samples);
      } catch (error) {
        reject(error);
      }
    });
  } catch (error) {
    for (const { reject } of waiting) reject(error);
  }
}
