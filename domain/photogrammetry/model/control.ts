import type { ErrorRecord } from '../../errors/app-error.ts';

export type ControlType = 'gcp' | 'checkpoint';

/** A mark of a control point in an image, pixel frame of `camera.ts` (full resolution as stored). */
export interface ControlObservation {
  readonly photo: string;
  readonly x: number;
  readonly y: number;
  readonly sigmaPx: number;
  /** 1-based row of its file; absent where the file has none. */
  readonly row?: number;
}

/** A surveyed point as its file says, in the file's system and units. */
export interface ControlPoint {
  readonly label: string;
  readonly type: ControlType;
  /** Horizontal coordinates in the order east, north (or longitude, latitude). */
  readonly x: number;
  readonly y: number;
  /** Null where no height was measured (a column left out or, in gcp_list.txt, `NaN`). */
  readonly z: number | null;
  /** Standard deviations in the units of the coordinates; null where the file states none. */
  readonly sigma: readonly [number, number, number] | null;
  readonly marks: readonly ControlObservation[];
}

/** A control file read: what it says of its system, its points, and rows that were left out with their numbers. */
export interface ControlFile {
  readonly name: string;
  /** Text of the header that names the system (EPSG code, PROJ string, zone); null for CSV without one. */
  readonly crsText: string | null;
  readonly points: readonly ControlPoint[];
  readonly warnings: readonly ErrorRecord[];
}
