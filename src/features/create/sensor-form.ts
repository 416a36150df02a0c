import type { StatedCameraSetting } from '#contract/schemas/stated-camera.ts';
import type { PhotoInfo } from '#domain/photogrammetry/photo.ts';
import {
  type CameraIdentity,
  isSameCamera,
  type StatedCamera,
  statedFocalPx,
} from '#domain/photogrammetry/stated-cameras.ts';

export const sensorFields = ['sensorWidth', 'focal', 'x0', 'y0'] as const;

export type SensorField = (typeof sensorFields)[number];

/** A camera of the photos, with what their files say of it. */
export interface KnownCamera extends CameraIdentity {
  /** Millimetres; null where no file says. */
  readonly sensorWidthMm: number | null;
  /** Millimetres; null where no file says and where files differ. */
  readonly focalMm: number | null;
  /** Whether a focal length had to be assumed for any of its photos. */
  readonly isAssumed: boolean;
}

/** What is typed for a camera, as it is typed. */
export type SensorDraft = Readonly<Partial<Record<SensorField, string>>>;

export type SensorFault =
  | 'validation.mustBeNumeric'
  | 'validation.moreThan0'
  | 'createPage.sensor.bothOrNeither'
  | 'createPage.sensor.outside'
  | 'createPage.sensor.alsoNeeded'
  | 'createPage.sensor.impossible';

export type SensorFaults = Readonly<Partial<Record<SensorField, SensorFault>>>;

/** What was typed, and what is wrong with it, camera by camera. */
export interface SensorReading {
  /** Cameras of which something is stated and nothing is wrong. */
  readonly stated: readonly StatedCamera[];
  readonly faults: readonly SensorFaults[];
}

/** Focal lengths beyond these shares of the picture's longer side are those of no survey camera. */
const focalShares = { least: 0.2, most: 50 };

/** The cameras of photos in the order of their first photos. */
export function listCameras(infos: readonly PhotoInfo[]): KnownCamera[] {
  const groups: PhotoInfo[][] = [];
  for (const info of infos) {
    const group = groups.find(([first]) => first !== undefined && isSameCamera(first, info));
    if (group === undefined) groups.push([info]);
    else group.push(info);
  }
  return groups.map((group) => {
    const { make, model, width, height, sensorWidthMm, focalMm } = group[0]!;
    return {
      ...{ make, model, width, height, sensorWidthMm },
      focalMm: group.every((info) => info.focalMm === focalMm) ? focalMm : null,
      isAssumed: group.some(({ focalSource }) => focalSource === 'assumed'),
    };
  });
}

function readField(text: string | undefined): number | SensorFault | null {
  if (text === undefined || text.trim() === '') return null;
  const value = Number(text.trim());
  if (!Number.isFinite(value)) return 'validation.mustBeNumeric';
  return value > 0 ? value : 'validation.moreThan0';
}

function readOne(
  draft: SensorDraft,
  camera: KnownCamera,
): { stated: StatedCamera | null; faults: SensorFaults } {
  const faults: Partial<Record<SensorField, SensorFault>> = {};
  const numbers: Partial<Record<SensorField, number>> = {};
  for (const field of sensorFields) {
    const value = readField(draft[field]);
    if (typeof value === 'number') numbers[field] = value;
    else if (value !== null) faults[field] = value;
  }
  const { sensorWidth = null, focal = null, x0 = null, y0 = null } = numbers;
  const { make, model, width, height } = camera;
  if (x0 === null && y0 !== null) faults.x0 ??= 'createPage.sensor.bothOrNeither';
  if (y0 === null && x0 !== null) faults.y0 ??= 'createPage.sensor.bothOrNeither';
  if (x0 !== null && x0 >= width) faults.x0 = 'createPage.sensor.outside';
  if (y0 !== null && y0 >= height) faults.y0 = 'createPage.sensor.outside';
  if (focal !== null && sensorWidth === null && camera.sensorWidthMm === null)
    faults.sensorWidth ??= 'createPage.sensor.alsoNeeded';
  if (sensorWidth !== null && focal === null && (camera.isAssumed || camera.focalMm === null))
    faults.focal ??= 'createPage.sensor.alsoNeeded';
  const said = { sensorWidthMm: sensorWidth, focalMm: focal };
  const focalPx = statedFocalPx(camera, said);
  const share = focalPx === null ? null : focalPx / Math.max(width, height);
  if (share !== null && (share < focalShares.least || share > focalShares.most))
    faults[focal === null ? 'sensorWidth' : 'focal'] ??= 'createPage.sensor.impossible';
  const isSilent = sensorWidth === null && focal === null && x0 === null;
  if (isSilent || Object.keys(faults).length > 0) return { stated: null, faults };
  const principalPoint = x0 === null || y0 === null ? null : ([x0, y0] as const);
  return { stated: { ...{ make, model, width, height }, ...said, principalPoint }, faults };
}

/**
 * Reads what is typed of cameras: widths and focal lengths above 0, both coordinates of a principal point or neither
 * (spec part 2, section 5), inside the picture, and nothing that leaves the focal length unknown or absurd.
 */
export function readSensors(drafts: readonly SensorDraft[], cameras: readonly KnownCamera[]): SensorReading {
  const read = cameras.map((camera, index) => readOne(drafts[index] ?? {}, camera));
  return { stated: read.flatMap(({ stated }) => stated ?? []), faults: read.map(({ faults }) => faults) };
}

/** A stated camera as the server takes it. */
export function cameraSetting(camera: StatedCamera): StatedCameraSetting {
  const { make, model, width, height, sensorWidthMm, focalMm, principalPoint } = camera;
  return {
    make,
    model,
    pixel_width: width,
    pixel_height: height,
    sensor_width: sensorWidthMm,
    focal_length: focalMm,
    principal_point: principalPoint && { x0: principalPoint[0], y0: principalPoint[1] },
  };
}
