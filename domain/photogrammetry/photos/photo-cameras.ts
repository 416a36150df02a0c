import { upperMedian } from '../../math/median.ts';
import { type Camera, simpleCamera } from '../model/camera.ts';
import { cameraName } from '../model/camera-name.ts';
import type { PhotoInfo } from '../model/photo.ts';

/** The cameras that a set of photos was taken with. */
export interface PhotoCameras {
  /** First guesses: what the files or a person say, without distortion. */
  readonly cameras: readonly Camera[];
  /** Index of each photo's camera. */
  readonly cameraOf: readonly number[];
  /** Name of each camera, as its photos state it. */
  readonly names: readonly string[];
}

const median = (values: readonly number[]): number => upperMedian(values) ?? Number.NaN;

function nameOf({ make, model, cameraKey }: PhotoInfo): string {
  return cameraName(make, model) || cameraKey;
}

/** One camera for all photos with the same key, in the order of their first photos. */
export function camerasOf(photos: readonly PhotoInfo[]): PhotoCameras {
  const groups = new Map<string, PhotoInfo[]>();
  for (const photo of photos) groups.set(photo.cameraKey, [...(groups.get(photo.cameraKey) ?? []), photo]);
  const keys = [...groups.keys()];
  const index = new Map(keys.map((key, position) => [key, position] as const));
  const cameras = [...groups.values()].map((group): Camera => {
    const { width, height, isFisheye, principalPoint } = group[0]!;
    const centred = simpleCamera(width, height, median(group.map(({ focalPx }) => focalPx)));
    const camera = principalPoint ? { ...centred, cx: principalPoint[0], cy: principalPoint[1] } : centred;
    return isFisheye ? { ...camera, model: 'fisheye' } : camera;
  });
  return {
    cameras,
    cameraOf: photos.map(({ cameraKey }) => index.get(cameraKey)!),
    names: [...groups.values()].map((group) => nameOf(group[0]!)),
  };
}
