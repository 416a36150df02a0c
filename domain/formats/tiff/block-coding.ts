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
  /** Rows that the picture uses; tiles over its lower edge may end after them. */
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

/** How expanded bytes become planes, one a band; together they are as long as the output. */
export interface BytePlanes {
  /** Bytes a pixel. */
  readonly bands: number;
  readonly width: number;
  readonly rows: number;
  /** Whether each byte is the difference to the one before it in its band and row (predictor 2). */
  readonly isDifferenced: boolean;
}

/**
 * Decompression faster than ours in JavaScript; each returns the bytes written and throws `RangeError` on damaged data.
 * With `planes` the output holds them, and what was not written counts as 0.
 */
export interface BlockKernel {
  expandZlib(input: Uint8Array, output: Uint8Array, planes?: BytePlanes): number;
  /** The standard coding; early libtiff's is not its business. */
  expandLzw(input: Uint8Array, output: Uint8Array, planes?: BytePlanes): number;
}

/** Why a block cannot be decoded; the reader adds file and place. */
export class BlockFault extends Error {
  readonly kind: 'damaged' | 'unsupported';

  constructor(kind: 'damaged' | 'unsupported', message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Bytes that the expanded rows take, each row ending on a byte. */
export function decodedBytes(coding: BlockCoding): number {
  if (coding.colours) return groupedBytes(coding.width, coding.height, coding.colours.subsampling);
  return Math.ceil((coding.width * coding.samples * coding.bits) / 8) * coding.height;
}
