import type { PhotoInfo } from '../model/photo.ts';
import { findSensor } from '../photos/sensors/find-sensor.ts';

/**
 * A camera as OpenSfM and ODM write it (`camera_models.json`, `cameras.json`): lengths are shares of the image's
 * longer side, the principal point is relative to the middle of the image, right and down (OpenSfM, "Geometric
 * models", normalised image coordinates and Brown camera).
 */
export interface OpensfmCamera {
  readonly projection_type: 'brown';
  readonly width: number;
  readonly height: number;
  readonly focal_x: number;
  readonly focal_y: number;
  readonly c_x: number;
  readonly c_y: number;
  readonly k1: 0;
  readonly k2: 0;
  readonly p1: 0;
  readonly p2: 0;
  readonly k3: 0;
}

/** The camera of a photo before it is adjusted: no distortion is known of it. */
export function toOpensfmCamera({
  width,
  height,
  focalPx,
  principalPoint,
}: Pick<PhotoInfo, 'width' | 'height' | 'focalPx' | 'principalPoint'>): OpensfmCamera {
  const side = Math.max(width, height);
  const [x, y] = principalPoint ?? [width / 2, height / 2];
  return {
    projection_type: 'brown',
    width,
    height,
    focal_x: focalPx / side,
    focal_y: focalPx / side,
    c_x: (x - width / 2) / side,
    c_y: (y - height / 2) / side,
    k1: 0,
    k2: 0,
    p1: 0,
    p2: 0,
    k3: 0,
  };
}

/** ODM's focal length of a photo that states none, as a share of its longer side. */
const odmAssumedRatio = 0.85;

/**
 * Focal lengths that ODM may read from a photo, as shares of its width: by the 35 mm equivalent, else the lens and the
 * resolution of the sensor, else the lens and a table of sensors, which is theirs and not ours.
 */
function odmRatios({ make, model, width, exifLens }: PhotoInfo): number[] {
  const { focalMm = null, focal35Mm = null, focalPlanePerMm = null } = exifLens ?? {};
  if (focal35Mm !== null) return [focal35Mm / 36];
  if (focalMm === null) return [odmAssumedRatio];
  if (focalPlanePerMm !== null) return [focalMm / (width / focalPlanePerMm)];
  const sensor = findSensor(make, model);
  return [odmAssumedRatio, ...(sensor ? [focalMm / sensor.widthMm] : [])];
}

/** Numbers as Python writes them, cut after six characters. */
const shortNumber = (value: number): string =>
  (Number.isInteger(value) ? `${value}.0` : String(value)).slice(0, 6);

/**
 * The names under which ODM may know the camera of a photo (`camera_id` of its `opendm/photo.py`): make, model, size,
 * projection and focal ratio. Which one it is hangs on its table of sensors and on the maker's XMP.
 */
export function odmCameraNames(info: PhotoInfo): string[] {
  const { make, model, width, height } = info;
  const head = ['v2', make ?? '', model ?? '', width, height];
  return odmRatios(info).flatMap((ratio) =>
    ['brown', 'perspective'].map((projection) =>
      [...head, projection, shortNumber(ratio)].join(' ').toLowerCase(),
    ),
  );
}

/** Cameras of photos for ODM's option `cameras`; names that it does not use are ignored there. */
export function odmCameras(infos: readonly PhotoInfo[]): Readonly<Record<string, OpensfmCamera>> {
  return Object.fromEntries(
    infos
      .filter(({ isFisheye }) => !isFisheye)
      .flatMap((info) => odmCameraNames(info).map((name) => [name, toOpensfmCamera(info)] as const)),
  );
}

/** Of some photos, those whose camera an ODM run did not know by any of their names, by its `cameras.json`. */
export function photosWithoutOdmCamera(infos: readonly PhotoInfo[], camerasJson: string): PhotoInfo[] {
  let used: ReadonlySet<string>;
  try {
    used = new Set(Object.keys(JSON.parse(camerasJson) ?? {}));
  } catch {
    used = new Set();
  }
  return infos.filter(
    (info) => info.isFisheye || !odmCameraNames(info).some((name) => used.has(name.replace(/^v2 /, ''))),
  );
}
