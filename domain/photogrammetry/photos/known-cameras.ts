import type { PhotoInfo } from '../model/photo.ts';
import { type CameraIdentity, isSameCamera, type StatedCamera, statedFocalPx } from './stated-cameras.ts';

/** A camera of the photos, with what their files say of it. */
export interface KnownCamera extends CameraIdentity {
  /** Millimetres; null where no file says. */
  readonly sensorWidthMm: number | null;
  /** Millimetres; null where no file says and where files differ. */
  readonly focalMm: number | null;
  /** Whether a focal length had to be assumed for any of its photos. */
  readonly isAssumed: boolean;
}

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

/** What is said of a camera, each number above 0 where there is one. */
export interface Statement extends Pick<StatedCamera, 'sensorWidthMm' | 'focalMm'> {
  readonly x0: number | null;
  readonly y0: number | null;
}

export type StatementPart = 'sensorWidth' | 'focal' | 'x0' | 'y0';

/**
 * `one-coordinate`: of the principal point only the other one is stated; `outside` the picture; `also-needed`: without
 * it the focal length in pixels stays unknown; `impossible`: no camera has this focal length on this sensor.
 */
export type StatementFault = 'one-coordinate' | 'outside' | 'also-needed' | 'impossible';

/** Focal lengths beyond these shares of the image's longer side do not occur in survey cameras. */
const focalShares = { least: 0.2, most: 50 };

/** What is wrong with what is said of a camera, part by part (spec part 2, section 5). */
export function statementFaults(
  camera: KnownCamera,
  said: Statement,
): Readonly<Partial<Record<StatementPart, StatementFault>>> {
  const faults: Partial<Record<StatementPart, StatementFault>> = {};
  const { sensorWidthMm: sensor, focalMm: focal, x0, y0 } = said;
  if (x0 === null && y0 !== null) faults.x0 = 'one-coordinate';
  if (y0 === null && x0 !== null) faults.y0 = 'one-coordinate';
  if (x0 !== null && x0 >= camera.width) faults.x0 = 'outside';
  if (y0 !== null && y0 >= camera.height) faults.y0 = 'outside';
  if (focal !== null && sensor === null && camera.sensorWidthMm === null) faults.sensorWidth = 'also-needed';
  if (sensor !== null && focal === null && camera.focalMm === null) faults.focal = 'also-needed';
  const focalPx = statedFocalPx(camera, said);
  const share = focalPx === null ? null : focalPx / Math.max(camera.width, camera.height);
  if (share !== null && (share < focalShares.least || share > focalShares.most))
    faults[focal === null ? 'sensorWidth' : 'focal'] ??= 'impossible';
  return faults;
}
