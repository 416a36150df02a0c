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

/** File format of points; COPC holds those of one cloud. */
export const pointFileFormats = ['laz', 'copc', 'las', 'xyz'] as const;
export type PointFileFormat = (typeof pointFileFormats)[number];

/** The points to write, and their format. */
export interface PointOrder {
  readonly format: PointFileFormat;
  readonly filter: PointFilter;
  /** Rings that points must lie in one of, xy per vertex, not closed; null: anywhere. */
  readonly areas: readonly (readonly number[])[] | null;
}

/** Result of writing points. */
export interface WrittenPoints {
  readonly count: number;
  /** What was written differently from how it is stored. */
  readonly told: readonly ErrorRecord[];
}

/** The point clouds of the project. */
export interface CloudAccess {
  /** Points of the named clouds that pass the filter, at most about `limit`, evenly thinned. */
  gather(
    ids: readonly string[],
    corridor: Corridor,
    filter: PointFilter,
    limit: number,
    signal: AbortSignal,
  ): Promise<SectionPoints>;
  /**
   * Writes all requested points of the named clouds at full detail, in their own coordinates and with their system.
   * Holds a few nodes in memory.
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
