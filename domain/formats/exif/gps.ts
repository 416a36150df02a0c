import type { TiffDirectory } from '../tiff/directory.ts';

/** Place and direction from EXIF's GPS directory. */
export interface ExifGps {
  /** Degrees with sign, as stated: may be outside the earth's range. Null where absent. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** False where neither the reference nor a sign says which hemisphere an angle is in. */
  readonly isHemisphereStated: boolean;
  /** True where an angle is present but undefined: a part of it has the denominator 0. */
  readonly isPlaceIncomplete: boolean;
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

/** An angle of the place, in degrees. */
interface Angle {
  /** With its sign; null where it is absent or undefined. */
  readonly value: number | null;
  readonly isSigned: boolean;
  readonly isIncomplete: boolean;
}

/**
 * Degrees from one to three numbers: degrees, minutes, seconds, each possibly fractional. A part that is no number (0/0)
 * is unknown, and so is the angle.
 * @param letters of the positive and the negative hemisphere
 */
function readAngle(directory: TiffDirectory, id: number, reference: string, letters: string): Angle {
  const parts = directory.numbers(id);
  const [degrees, minutes = 0, seconds = 0] = parts ?? [];
  if (degrees === undefined) return { value: null, isSigned: true, isIncomplete: false };
  const size = Math.abs(degrees) + minutes / 60 + seconds / 3600;
  if (!Number.isFinite(size)) return { value: null, isSigned: true, isIncomplete: true };
  const isNegative = reference === letters[1] || degrees < 0;
  const isSigned = (reference !== '' && letters.includes(reference)) || degrees < 0;
  return { value: isNegative ? -size : size, isSigned, isIncomplete: false };
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
  const latitude = readAngle(directory, tag.latitude, letterOf(directory, tag.latitudeRef), 'NS');
  const longitude = readAngle(directory, tag.longitude, letterOf(directory, tag.longitudeRef), 'EW');
  return {
    latitude: latitude.value,
    longitude: longitude.value,
    isHemisphereStated: latitude.isSigned && longitude.isSigned,
    isPlaceIncomplete: latitude.isIncomplete || longitude.isIncomplete,
    altitude: height === null ? null : isBelow ? -Math.abs(height) : height,
    isEllipsoidal: reference === 2 || reference === 3,
    directionDeg: finite(directory, tag.direction),
    isDirectionMagnetic: letterOf(directory, tag.directionRef) === 'M',
    horizontalErrorM: error !== null && error > 0 ? error : null,
    isDifferential: finite(directory, tag.differential) === 1,
  };
}
