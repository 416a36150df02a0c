import type { DeviceTexture } from '../resources/device-data.ts';

/** Elevations of a rectangle of the surface on the device. */
export interface ReferencePiece {
  /** `r32float`, heights over `base`; `noHeight` where there is none. */
  readonly texture: DeviceTexture;
  /** World position of the north-west outer corner of its cells. */
  readonly west: number;
  readonly north: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly base: number;
}

/** What the surface is known by: coarsely all of it, and finely round what is looked at. */
export interface ReferencePieces {
  readonly whole: ReferencePiece | null;
  readonly near: ReferencePiece | null;
}

/** A cell without a height, as in shaders. */
export const noHeight = -3e38;
