import type { PointFilter } from '#domain/cloud/point-filter.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { ByteSink } from '#domain/formats/byte-sink.ts';
import type { Corridor } from '#domain/profile/corridor.ts';

/** Points of a corridor, in its own frame. */
export interface SectionPoints {
  readonly count: number;
  /** World xyz a point, length 3n; the file's integers scaled. */
  readonly xyz: Float64Array;
  /** Distance along the line a point, length n. */
  readonly stations: Float64Array;
  /** RGB a point, 0 to 255, length 3n; null where no cloud has colours. */
  readonly rgb: Uint8Array | null;
  /** LAS class a point, length n; 255 where the cloud has none. */
  readonly classes: Uint8Array;
  /** False where finer points of the files were left out to keep within the limit. */
  readonly isComplete: boolean;
}

/** What points are written as; COPC takes those of one cloud. */
export const pointFileFormats = ['laz', 'copc', 'las', 'xyz'] as const;
export type PointFileFormat = (typeof pointFileFormats)[number];

/** Which points are written, and how. */
export interface PointOrder {
  readonly format: PointFileFormat;
  readonly filter: PointFilter;
  /** Rings that points must lie in one of, xy per vertex, not closed; null: anywhere. */
  readonly areas: readonly (readonly number[])[] | null;
}

/** What came of writing points. */
export interface WrittenPoints {
  readonly count: number;
  /** What was written otherwise than it is stored. */
  readonly told: readonly ErrorRecord[];
}

/** The point clouds of the project. */
export interface CloudAccess {
  /** Points that the filter lets through of the clouds named, at most about `limit`, evenly thinned. */
  gather(
    ids: readonly string[],
    corridor: Corridor,
    filter: PointFilter,
    limit: number,
    signal: AbortSignal,
  ): Promise<SectionPoints>;
  /**
   * Writes all points of the clouds named that are asked for, at full detail, in their own coordinates and with their
   * system; memory is a few nodes.
   * @param report share done, 0 to 1
   */
  write(
    ids: readonly string[],
    order: PointOrder,
    sink: ByteSink,
    signal: AbortSignal,
    report: (fraction: number) => void,
  ): Promise<WrittenPoints>;
}
