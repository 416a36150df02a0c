import type { ErrorRecord } from '../../errors/app-error.ts';
import type { ExifGps } from '../../formats/exif/gps.ts';
import type { DroneXmp } from '../../formats/xmp/drone-xmp.ts';
import type { GnssFix, PhotoPosition } from '../model/photo.ts';

/** What a position is worth where the device does not say: east, north, up, metres. */
const usualSigma: Readonly<Record<GnssFix, readonly [number, number, number]>> = {
  fixed: [0.02, 0.02, 0.04],
  float: [0.4, 0.4, 0.8],
  single: [1.5, 1.5, 3],
  none: [10, 10, 20],
};

/** No receiver on board is more accurate, regardless of its stated accuracy. */
const minSigmaM = 0.005;
/** Nor does one that names its fix hold what it said of a better one before: across and up, metres. */
const minSigmaOfFix: Readonly<Record<GnssFix, readonly [number, number]>> = {
  fixed: [minSigmaM, minSigmaM],
  float: [0.05, 0.1],
  single: [0.5, 1],
  none: [usualSigma.none[0], usualSigma.none[2]],
};
/** Difference of EXIF and XMP of one photo above which they mean different places, degrees. */
const conflictDegrees = 0.001;

const isOnEarth = ({ latitude, longitude }: Place) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
/** An angle of exactly 0 is unset: no receiver measures the equator or Greenwich to the last digit. */
const isSet = ({ latitude, longitude }: Place) => latitude !== 0 && longitude !== 0;

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

function placeOf(latitude: number | null, longitude: number | null): Place | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

function sigmaOf(xmp: DroneXmp | null, gps: ExifGps | null, fix: GnssFix) {
  const [east, north, up] = usualSigma[fix];
  const stated = xmp?.sigmaM ?? null;
  const across = gps?.horizontalErrorM ?? null;
  const [minAcross, minUp] = minSigmaOfFix[xmp?.fix ?? 'fixed'];
  const least = (value: number) => Math.max(minAcross, value);
  const minHeight = (value: number) => Math.max(minUp, value);
  if (stated) {
    return {
      sigmaM: {
        east: least(stated[0]),
        north: least(stated[1] ?? stated[0]),
        up: minHeight(stated[2] ?? 2 * stated[0]),
      },
      isSigmaStated: true,
    };
  }
  if (across !== null) {
    return {
      sigmaM: { east: least(across), north: least(across), up: minHeight(2 * across) },
      isSigmaStated: true,
    };
  }
  return { sigmaM: { east, north, up }, isSigmaStated: false };
}

/** EXIF's place without signs of its own takes those of XMP, whose numbers carry them. */
function signedLike(place: Place | null, isSigned: boolean, xmp: Place | null): Place | null {
  if (!place || isSigned || !xmp) return place;
  const like = (size: number, sign: number) => (sign < 0 ? -Math.abs(size) : Math.abs(size));
  return { latitude: like(place.latitude, xmp.latitude), longitude: like(place.longitude, xmp.longitude) };
}

/**
 * Position of a photo. XMP goes before EXIF, whose fractions are often rounded; where the two lie apart the doubt is
 * told and EXIF is taken. Heights of either sign tell of a wrong AltitudeRef: that of XMP is taken. Coordinates outside the earth's range, and those of which a
 * part is unknown or exactly 0, count as none. Where neither says which hemisphere it is, `lacksHemisphere` does.
 */
export function findPosition(
  name: string,
  gps: ExifGps | null,
  xmp: DroneXmp | null,
): { position: PhotoPosition | null; warnings: ErrorRecord[] } {
  const warnings: ErrorRecord[] = [];
  const check = (place: Place | null): Place | null => {
    if (!place || !isSet(place)) return null;
    if (isOnEarth(place)) return place;
    const { latitude, longitude } = place;
    warnings.push({ code: 'photo.position-invalid', params: { file: name, latitude, longitude } });
    return null;
  };
  const fromXmp = check(placeOf(xmp?.latitude ?? null, xmp?.longitude ?? null));
  const isSigned = gps?.isHemisphereStated ?? true;
  const fromExif = check(
    signedLike(placeOf(gps?.latitude ?? null, gps?.longitude ?? null), isSigned, fromXmp),
  );
  const isHalfSet = gps !== null && (gps.latitude === 0) !== (gps.longitude === 0);
  if ((gps?.isPlaceIncomplete || isHalfSet) && !fromXmp) {
    warnings.push({ code: 'photo.position-incomplete', params: { file: name } });
  }
  const isApart =
    fromExif &&
    fromXmp &&
    Math.max(
      Math.abs(fromExif.latitude - fromXmp.latitude),
      Math.abs(fromExif.longitude - fromXmp.longitude),
    ) > conflictDegrees;
  if (isApart) {
    const { latitude, longitude } = fromExif;
    const other = { otherLatitude: fromXmp.latitude, otherLongitude: fromXmp.longitude };
    warnings.push({ code: 'photo.position-conflict', params: { file: name, latitude, longitude, ...other } });
  }
  const place = isApart ? fromExif : (fromXmp ?? fromExif);
  if (!place) return { position: null, warnings };
  const fix: GnssFix = xmp?.fix ?? (gps?.isDifferential ? 'float' : 'single');
  const altitude = xmp?.altitude ?? gps?.altitude ?? null;
  const other = gps?.altitude ?? null;
  if (altitude !== null && other !== null && altitude * other < 0 && Math.abs(altitude - other) > 1) {
    const params = { file: name, altitude, other };
    warnings.push({ code: 'photo.altitude-conflict', params });
  }
  const lacksHemisphere = !isSigned && !fromXmp;
  const position = {
    ...place,
    altitude,
    fix,
    ...sigmaOf(xmp, gps, fix),
    ...(lacksHemisphere && { lacksHemisphere }),
  };
  return { position, warnings };
}
