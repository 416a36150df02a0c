import type { DeviceTexture } from '../resources/device-data.ts';

/** Elevations of a rectangle of the surface on the device. */
export interface ReferencePiece {
  /** `r32float`, heights over `base`; `noHeight` for none. */
  readonly texture: DeviceTexture;
  /** World position of the north-west outer corner of its cells. */
  readonly west: number;
  readonly north: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly base: number;
}

/** Parts of the surface on the device: all of it coarsely, and the area in view finely. */
export interface ReferencePieces {
  readonly whole: ReferencePiece | null;
  readonly near: ReferencePiece | null;
}

/** Value of a cell without a height, as in shaders. */
export const noHeight = -3e38;
