import type { TiffDirectory } from '../tiff/directory.ts';

/** Place and direction from EXIF's GPS directory. */
export interface ExifGps {
  /** Degrees with sign, as stated: may lie outside the earth's range. Null where absent. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Metres, negative below the reference. */
  readonly altitude: number | null;
  /** True where the altitude is over the ellipsoid (AltitudeRef 2 and 3 of EXIF 3.0). */
  readonly isEllipsoidal: boolean;
  /** Direction of the view clockwise from north, degrees. */
  readonly directionDeg: number | null;
  readonly isDirectionMagnetic: boolean;
  /** GPSHPositioningError, metres. */
  readonly horizontalErrorM: number | null;
  /** True where the receiver applied differential corrections. */
  readonly isDifferential: boolean;
}

const tag = {
  latitudeRef: 1,
  latitude: 2,
  longitudeRef: 3,
  longitude: 4,
  altitudeRef: 5,
  altitude: 6,
  directionRef: 16,
  direction: 17,
  differential: 30,
  horizontalError: 31,
} as const;

function letterOf(directory: TiffDirectory, id: number): string {
  return (directory.text(id) ?? '').trim().charAt(0).toUpperCase();
}

/** Degrees from one to three numbers: degrees, minutes, seconds, each possibly fractional. */
function angleOf(directory: TiffDirectory, id: number, isNegative: boolean): number | null {
  const parts = directory.numbers(id);
  const [degrees, minutes = 0, seconds = 0] = parts ?? [];
  if (degrees === undefined || !Number.isFinite(degrees)) return null;
  const safe = (value: number) => (Number.isFinite(value) ? value : 0);
  const size = Math.abs(degrees) + safe(minutes) / 60 + safe(seconds) / 3600;
  return isNegative || degrees < 0 ? -size : size;
}

/** AltitudeRef is a byte, but some writers store it as text or with other digits. */
function altitudeRef(directory: TiffDirectory): number {
  const value = directory.numbers(tag.altitudeRef)?.[0] ?? Number(directory.text(tag.altitudeRef));
  return Number.isFinite(value) ? (value >= 48 ? value - 48 : value) : 0;
}

function finite(directory: TiffDirectory, id: number): number | null {
  const value = directory.numbers(id)?.[0];
  return value !== undefined && Number.isFinite(value) ? value : null;
}

/**
 * Reads a GPS directory. References give the signs, once: a height with a sign of its own that also has the
 * reference "below" is below.
 */
export function readGps(directory: TiffDirectory): ExifGps {
  const height = finite(directory, tag.altitude);
  const reference = altitudeRef(directory);
  const isBelow = reference === 1 || reference === 3;
  const error = finite(directory, tag.horizontalError);
  return {
    latitude: angleOf(directory, tag.latitude, letterOf(directory, tag.latitudeRef) === 'S'),
    longitude: angleOf(directory, tag.longitude, letterOf(directory, tag.longitudeRef) === 'W'),
    altitude: height === null ? null : isBelow ? -Math.abs(height) : height,
    isEllipsoidal: reference === 2 || reference === 3,
    directionDeg: finite(directory, tag.direction),
    isDirectionMagnetic: letterOf(directory, tag.directionRef) === 'M',
    horizontalErrorM: error !== null && error > 0 ? error : null,
    isDifferential: finite(directory, tag.differential) === 1,
  };
}
