import type { CogSampleType } from '../formats/cog/spec.ts';
import type { SampleArray } from '../formats/tiff/sample-types.ts';
import type { WarpGrid } from './image-warp.ts';

/**
 * How target pixels are made: of the nearest source pixel, of the four or sixteen around (wider where a target pixel
 * holds more than one source pixel), or as the mean of those under it.
 */
export type WarpMethod = 'nearest' | 'bilinear' | 'cubic' | 'average';

/** What resampling needs to know of the pixels. */
export interface WarpRules {
  readonly method: WarpMethod;
  readonly sampleType: CogSampleType;
  /** The last band is opacity, by which the others count; bytes only. */
  readonly hasOpacity: boolean;
  /**
   * Missing value of source and target; null where a mask or opacity says what is missing, which then is 0 in the
   * target. NaN is missing in any case.
   */
  readonly nodata: number | null;
  /** Valid values are multiplied by this. */
  readonly gain: number;
  /** Whether the target gets a mask. */
  readonly masked: boolean;
  /** Source pixels in a target pixel, along a row and down. */
  readonly scale: readonly [x: number, y: number];
}

/** Source pixels in memory. */
export interface WarpPiece {
  readonly width: number;
  readonly height: number;
  /** One array a band, row-major. */
  readonly bands: readonly SampleArray[];
  /** 0 where invalid. */
  readonly mask: Uint8Array<ArrayBuffer> | null;
  /** Full-resolution pixel position of the corner of the first pixel. */
  readonly origin: readonly [x: number, y: number];
}

/** Target pixels within the square of a grid. */
export interface WarpTarget {
  readonly grid: WarpGrid;
  /** Pixels along an edge of the grid's square. */
  readonly size: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Source pixels that a filter reaches beyond a position, along one axis. */
export function filterReach(method: WarpMethod, scale: number): number {
  const width = Math.max(1, scale);
  const radius = { nearest: 1, bilinear: 1, cubic: 2, average: 0.5 }[method];
  return Math.ceil(radius * width) + 1;
}
