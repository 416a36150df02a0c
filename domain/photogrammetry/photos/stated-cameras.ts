import type { ErrorRecord } from '../../errors/app-error.ts';
import type { ErrorCode } from '../../errors/codes.ts';
import type { PhotoInfo } from '../model/photo.ts';

/** Photos that one camera took, by what their files say. */
export interface CameraIdentity {
  readonly make: string | null;
  readonly model: string | null;
  /** Pixels as stored. */
  readonly width: number;
  readonly height: number;
}

/** What a person says of a camera; null leaves it to the files. */
export interface StatedCamera extends CameraIdentity {
  /** Along the longer side of the image. */
  readonly sensorWidthMm: number | null;
  readonly focalMm: number | null;
  /** Pixels of the stored image from the corner of its first pixel, right and down. */
  readonly principalPoint: readonly [x: number, y: number] | null;
}

export function isSameCamera(a: CameraIdentity, b: CameraIdentity): boolean {
  return a.make === b.make && a.model === b.model && a.width === b.width && a.height === b.height;
}

/**
 * Focal length in pixels by the millimetres of lens and sensor, each stated or else the photo's own. Null where
 * nothing is stated or one of the two stays unknown.
 */
export function statedFocalPx(
  info: Pick<PhotoInfo, 'width' | 'height' | 'focalMm' | 'sensorWidthMm'>,
  { sensorWidthMm, focalMm }: Pick<StatedCamera, 'sensorWidthMm' | 'focalMm'>,
): number | null {
  const sensor = sensorWidthMm ?? info.sensorWidthMm;
  const focal = focalMm ?? info.focalMm;
  if ((sensorWidthMm === null && focalMm === null) || sensor === null || focal === null) return null;
  return (focal / sensor) * Math.max(info.width, info.height);
}

function stateOne(info: PhotoInfo, stated: StatedCamera): PhotoInfo {
  const focalPx = statedFocalPx(info, stated);
  return {
    ...info,
    sensorWidthMm: stated.sensorWidthMm ?? info.sensorWidthMm,
    focalMm: stated.focalMm ?? info.focalMm,
    ...(focalPx === null ? {} : { focalPx, focalSource: 'stated' }),
    principalPoint: stated.principalPoint,
  };
}

/** Photos with what a person says of their cameras in place of what their files say. */
export function stateCameras(infos: readonly PhotoInfo[], stated: readonly StatedCamera[]): PhotoInfo[] {
  return infos.map((info) => {
    const found = stated.find((one) => isSameCamera(one, info));
    return found === undefined ? info : stateOne(info, found);
  });
}

/** Doubts about one photo's focal length, and what they are called where several photos share them. */
const sharedCodes: Readonly<Partial<Record<ErrorCode, ErrorCode>>> = {
  'photo.focal-assumed': 'photo.camera-focal-assumed',
  'photo.focal-conflict': 'photo.camera-focal-conflict',
};

/** Doubts without those about focal lengths that a person has since stated; what several photos share is one. */
export function openDoubts(warnings: readonly ErrorRecord[], infos: readonly PhotoInfo[]): ErrorRecord[] {
  const settled = new Set(infos.flatMap((info) => (info.focalSource === 'stated' ? info.name : [])));
  const groups = new Map<string, ErrorRecord[]>();
  for (const warning of warnings) {
    const { file, ...shared } = warning.params;
    const isFocal = warning.code in sharedCodes;
    if (isFocal && settled.has(String(file))) continue;
    const key = JSON.stringify(isFocal ? [warning.code, shared] : [groups.size]);
    const group = groups.get(key);
    if (group) group.push(warning);
    else groups.set(key, [warning]);
  }
  return [...groups.values()].map((group) => {
    const [first] = group as [ErrorRecord, ...ErrorRecord[]];
    const code = group.length > 1 ? sharedCodes[first.code] : undefined;
    return code ? { code, params: { ...first.params, count: group.length } } : first;
  });
}
