import type { CogSampleType } from '../formats/cog/spec.ts';
import type { SampleArray } from '../formats/tiff/sample-types.ts';
import type { WarpGrid } from './image-warp.ts';

/**
 * Resampling method: nearest source pixel, the four or sixteen around (more where a target pixel covers several source
 * pixels), or the mean of those covered.
 */
export type WarpMethod = 'nearest' | 'bilinear' | 'cubic' | 'average';

/** Properties of the pixels for resampling. */
export interface WarpRules {
  readonly method: WarpMethod;
  readonly sampleType: CogSampleType;
  /** The last band is opacity, which weights the others; bytes only. */
  readonly hasOpacity: boolean;
  /**
   * Missing value of source and target; null where a mask or opacity defines missing pixels, which are then 0 in the
   * target. NaN is always missing.
   */
  readonly nodata: number | null;
  /** Valid values are multiplied by this. */
  readonly gain: number;
  /** Whether the target has a mask. */
  readonly masked: boolean;
  /** Source pixels per target pixel, along rows and columns. */
  readonly scale: readonly [x: number, y: number];
}

/** Source pixels in memory. */
export interface WarpPiece {
  readonly width: number;
  readonly height: number;
  /** One array per band, row-major. */
  readonly bands: readonly SampleArray[];
  /** 0 where invalid. */
  readonly mask: Uint8Array<ArrayBuffer> | null;
  /** Full-resolution pixel position of the corner of the first pixel. */
  readonly origin: readonly [x: number, y: number];
}

/** Target pixels inside the square of a grid. */
export interface WarpTarget {
  readonly grid: WarpGrid;
  /** Pixels along an edge of the grid's square. */
  readonly size: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Radius of a filter around a position, source pixels along one axis. */
export function filterReach(method: WarpMethod, scale: number): number {
  const width = Math.max(1, scale);
  const radius = { nearest: 1, bilinear: 1, cubic: 2, average: 0.5 }[method];
  return Math.ceil(radius * width) + 1;
}
