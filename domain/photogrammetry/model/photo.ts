/** How a camera's satellite position was computed. */
export type GnssFix = 'fixed' | 'float' | 'single' | 'none';

/** Where a photo says it was taken. */
export interface PhotoPosition {
  /** Degrees, WGS 84 (or the datum the device used). */
  readonly latitude: number;
  readonly longitude: number;
  /** True where the photo says neither north nor south, or neither east nor west: both are then given without sign. */
  readonly lacksHemisphere?: boolean;
  /** Metres with the sign of AltitudeRef applied once; null where none is stated. */
  readonly altitude: number | null;
  readonly fix: GnssFix;
  /** Standard deviations, metres: stated by the device (RTK), else what such a fix is worth. */
  readonly sigmaM: { readonly east: number; readonly north: number; readonly up: number };
  readonly isSigmaStated: boolean;
}

/** Attitude of the camera (gimbal where there is one), degrees, in the convention of `rotationFromAttitude`. */
export interface PhotoAttitude {
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
}

/** `stated`: by the person who ordered the processing. */
export type FocalSource =
  | 'stated'
  | 'calibrated'
  | 'exif'
  | 'sensor-table'
  | 'focal-plane'
  | '35mm'
  | 'assumed';

/** Null wherever a tag is absent. */
export interface ExifLens {
  readonly focalMm: number | null;
  /** Of a 36 × 24 mm camera with the same view. */
  readonly focal35Mm: number | null;
  /** Pixels a millimetre on the sensor across the image. */
  readonly focalPlanePerMm: number | null;
}

/** What is known of a photo from its file, nothing of it estimated from its content. */
export interface PhotoInfo {
  /** File name, unique in the project. */
  readonly name: string;
  /** Pixels as stored, orientation not applied. */
  readonly width: number;
  readonly height: number;
  /** EXIF orientation 1–8; marks and all image coordinates ignore it. */
  readonly orientation: number;
  readonly make: string | null;
  readonly model: string | null;
  readonly serial: string | null;
  readonly focalMm: number | null;
  readonly sensorWidthMm: number | null;
  /** Focal length in pixels and its source. */
  readonly focalPx: number;
  readonly focalSource: FocalSource;
  readonly isFisheye: boolean;
  /** Lens data of EXIF alone, regardless of better sources: other programs identify cameras by it. */
  readonly exifLens?: ExifLens;
  /** Pixels, as stated by a person; without it the camera initially looks through the middle of the image. */
  readonly principalPoint?: readonly [x: number, y: number] | null;
  readonly position: PhotoPosition | null;
  readonly attitude: PhotoAttitude | null;
  /** Height over the take-off point, metres. */
  readonly relativeAltitudeM: number | null;
  /** What measured the absolute height, as the device calls it; null or absent where it does not say. */
  readonly heightType?: string | null;
  /** Spectral band of an image that is not in visible colour (`infrared`, `Red edge`); null or absent for colour. */
  readonly band?: string | null;
  /** ISO 8601 with the zone where the file has one. */
  readonly capturedAt: string | null;
  /** Photos with the same key share one camera. */
  readonly cameraKey: string;
}
