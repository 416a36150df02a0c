import type { StatedCameraSetting } from '#contract/schemas/stated-camera.ts';
import {
  type KnownCamera,
  type StatementFault,
  type StatementPart,
  statementFaults,
} from '#domain/photogrammetry/photos/known-cameras.ts';
import type { StatedCamera } from '#domain/photogrammetry/photos/stated-cameras.ts';

export const sensorFields = ['sensorWidth', 'focal', 'x0', 'y0'] as const satisfies readonly StatementPart[];

export type SensorField = StatementPart;

/** Form values of a camera as typed. */
export type SensorDraft = Readonly<Partial<Record<SensorField, string>>>;

export type SensorFault =
  | 'validation.mustBeNumeric'
  | 'validation.moreThan0'
  | 'createPage.sensor.bothOrNeither'
  | 'createPage.sensor.outside'
  | 'createPage.sensor.alsoNeeded'
  | 'createPage.sensor.impossible';

export type SensorFaults = Readonly<Partial<Record<SensorField, SensorFault>>>;

/** Parsed values and validation errors, by camera. */
export interface SensorReading {
  /** Cameras with stated, valid values. */
  readonly stated: readonly StatedCamera[];
  readonly faults: readonly SensorFaults[];
}

const faultTexts: Readonly<Record<StatementFault, SensorFault>> = {
  'one-coordinate': 'createPage.sensor.bothOrNeither',
  outside: 'createPage.sensor.outside',
  'also-needed': 'createPage.sensor.alsoNeeded',
  impossible: 'createPage.sensor.impossible',
};

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
  const said = { sensorWidthMm: sensorWidth, focalMm: focal };
  const wrong = Object.entries(statementFaults(camera, { ...said, x0, y0 }));
  for (const [field, fault] of wrong) faults[field as SensorField] ??= faultTexts[fault];
  const { make, model, width, height } = camera;
  const isSilent = sensorWidth === null && focal === null && x0 === null;
  if (isSilent || Object.keys(faults).length > 0) return { stated: null, faults };
  const principalPoint = x0 === null || y0 === null ? null : ([x0, y0] as const);
  return { stated: { ...{ make, model, width, height }, ...said, principalPoint }, faults };
}

/**
 * Parses the form values of cameras: widths and focal lengths above 0, both coordinates of a principal point or neither
 * (spec part 2, section 5), inside the image, and no value that leaves the focal length unknown or implausible.
 */
export function readSensors(drafts: readonly SensorDraft[], cameras: readonly KnownCamera[]): SensorReading {
  const read = cameras.map((camera, index) => readOne(drafts[index] ?? {}, camera));
  return { stated: read.flatMap(({ stated }) => stated ?? []), faults: read.map(({ faults }) => faults) };
}

/** A stated camera in the API's form. */
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
