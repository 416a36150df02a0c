import type { Mat3 } from '#domain/math/rotations.ts';
import type { Vec3 } from '#domain/math/vectors.ts';

/** A photo of an adjusted block. */
export interface StationPhoto {
  readonly name: string;
  /** Index into the block's cameras. */
  readonly camera: number;
  /** World to camera, in the block's local frame. */
  readonly rotation: Mat3;
  /** Projection centre in the local frame, metres. */
  readonly centre: Vec3;
  /** Projection centre in the project's system. */
  readonly position: Vec3;
  /** Adjusted − stated position, metres east, north, up; null where none was stated or used. */
  readonly gpsResidual: Vec3 | null;
  readonly observations: number;
  readonly rmsPx: number;
  /** Addresses of the photo and of a small JPEG of it; null where the server does not have it. */
  readonly files: { readonly photo: string; readonly thumbnail: string } | null;
}

/** Camera parameters that shape its pyramid, pixels; distortion is left out. */
export interface StationCamera {
  readonly model: 'perspective' | 'fisheye';
  readonly width: number;
  readonly height: number;
  readonly focal: number;
  readonly cx: number;
  readonly cy: number;
}

/** A surveyed point, metres east, north, up in the local frame. */
export interface StationControl {
  readonly label: string;
  readonly kind: 'gcp' | 'checkpoint';
  readonly status: 'used' | 'outlier' | 'unused';
  /** As surveyed; the elevation is null where none was measured. */
  readonly position: readonly [x: number, y: number, z: number | null];
  /** Adjusted − surveyed; null where it was not measured. */
  readonly residual: readonly [x: number, y: number, z: number | null] | null;
  /** Photos that show it. */
  readonly marks: number;
  readonly rmsPx: number | null;
}

/** A bundle adjustment as the canvas draws it. */
export interface StationBlock {
  readonly cameras: readonly StationCamera[];
  readonly photos: readonly StationPhoto[];
  readonly control: readonly StationControl[];
  /** Tie points in the project's system, xyz, length 3n. */
  readonly ties: Float64Array;
  /** Red, green, blue of the tie points, 0 to 255, length 3n. */
  readonly tieColours: Uint8Array;
}
