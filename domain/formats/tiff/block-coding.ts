import type { ErrorParams } from '../../errors/app-error.ts';
import type { Reason } from '../../errors/reason.ts';
import { type ColourDifferences, groupedBytes } from './colour-conversion.ts';
import type { ColourConversion } from './layout.ts';
import type { RealSampleType } from './sample-types.ts';

/** Everything needed to decode one block away from its file; plain data, so it can cross threads. */
export interface BlockCoding {
  readonly compression: number;
  readonly predictor: number;
  /** Stored bits a sample. */
  readonly bits: number;
  readonly sampleType: RealSampleType;
  /** Samples a pixel in this block: all bands, or 1 where each band has its own blocks. */
  readonly samples: number;
  /** Pixels a row, padding of edge tiles included. */
  readonly width: number;
  /** Rows in this block: fewer than the others' in the last strip. */
  readonly height: number;
  /** Rows inside the image; tiles over its lower edge may end after them. */
  readonly neededRows: number;
  readonly littleEndian: boolean;
  readonly fillOrder: number;
  readonly photometric: number;
  readonly conversion: ColourConversion;
  /** How colour differences are stored; only where they are `grouped`. */
  readonly colours?: ColourDifferences;
  /** Tag 292, of facsimile group 3. */
  readonly faxOptions?: number;
  /** JPEG tables shared by all blocks (tag 347). */
  readonly jpegTables?: Uint8Array;
  /** Tag 50674: version and the compression around LERC. */
  readonly lercParameters?: readonly number[];
}

/** How expanded bytes become planes, one a band, of whole samples in native order. */
export interface BlockPlanes {
  /** Samples per pixel. */
  readonly bands: number;
  readonly width: number;
  readonly rows: number;
  readonly sampleBytes: number;
  /** 1: none; 2: differences along rows; 3: differences of the bytes of floating point numbers. */
  readonly predictor: number;
  /** Whether samples are big-endian; those of predictor 3 have an order of their own. */
  readonly isSwapped: boolean;
}

/** Where a part of a block's planes goes. Everything is counted in bytes, but for rows. */
export interface BlockPlace {
  /** An array for each plane, null where it is not wanted. */
  readonly targets: readonly (Uint8Array | null)[];
  /** Offset of its first row in the arrays, and the distance to the next row. */
  readonly offset: number;
  readonly stride: number;
  /** The part: so many bytes of so many rows, from that byte of that row of a plane on. */
  readonly left: number;
  readonly top: number;
  readonly rowBytes: number;
  readonly rows: number;
}

/** A block for a kernel. `none`: bytes expanded elsewhere that are only to be laid out. */
export interface PackedBlock {
  readonly scheme: 'zlib' | 'lzw' | 'none';
  readonly input: Uint8Array;
  readonly planes: BlockPlanes;
  readonly place: BlockPlace;
}

/** Decompression, and the layout of samples, faster than ours in JavaScript. */
export interface BlockKernel {
  /**
   * Expands blocks; two of zlib take less time together. Gives the bytes that each expanded to, -1 where its data cannot
   * be. What was left out counts as 0. LZW is the standard coding; early libtiff's is not its business.
   */
  expand(blocks: readonly PackedBlock[]): number[];
  /** Applies a predictor (2 or 3), in place, to pixel-interleaved samples in native order: the inverse. */
  predict(bytes: Uint8Array, planes: BlockPlanes): void;
}

/** Coders that only some hosts have. */
export interface HostCodecs {
  /** A zlib stream of bytes by the host's own compressor; an effort of 1 to 9. Hosts without one take a slower one. */
  deflate?(bytes: Uint8Array, level: number): Uint8Array<ArrayBuffer>;
  /** Returns the pixels of a WebP image, `bands` bytes each (3 or 4); throws for other formats or another size. */
  decodeWebp?(
    bytes: Uint8Array,
    width: number,
    height: number,
    bands: number,
  ): Promise<Uint8Array<ArrayBuffer>>;
}

/** Why a block cannot be decoded; the reader adds file and place. */
export class BlockFault extends Error {
  readonly kind: 'damaged' | 'unsupported';
  readonly reason: Reason;

  constructor(
    kind: 'damaged' | 'unsupported',
    reason: string,
    values: ErrorParams = {},
    options?: ErrorOptions,
  ) {
    super(reason, options);
    this.kind = kind;
    this.reason = { ...values, reason };
  }
}

/** Bytes of the expanded rows, each row padded to a byte. */
export function decodedBytes(coding: BlockCoding): number {
  if (coding.colours) return groupedBytes(coding.width, coding.height, coding.colours.subsampling);
  return Math.ceil((coding.width * coding.samples * coding.bits) / 8) * coding.height;
}
