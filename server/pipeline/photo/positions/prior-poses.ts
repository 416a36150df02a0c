import { rotationFromAttitude } from '#domain/photogrammetry/model/pose.ts';
import type { RegisteredPhoto } from '#domain/photogrammetry/model/reconstruction.ts';
import type { SparseProject } from '../steps/sparse.ts';

/**
 * Poses of photos outside the blocks from their satellite positions and attitudes alone, for those that state both:
 * accurate enough to fill gaps of a mosaic, not to measure.
 */
export function priorPoses({
  opened,
  system,
  cameras,
  adjusted,
  isArbitrary,
}: SparseProject): RegisteredPhoto[] {
  if (isArbitrary || !system.arePositionsTied) return [];
  const registered = new Set(adjusted.reconstruction.photos.map(({ photo }) => photo));
  const [dx, dy, dz] = adjusted.facts.positionShift ?? [0, 0, 0];
  return opened.photos.flatMap(({ info }, photo): RegisteredPhoto[] => {
    const position = system.positions[photo];
    const { attitude } = info;
    if (registered.has(photo) || !position || !attitude) return [];
    const [x, y, z] = position.xyz;
    const rotation = rotationFromAttitude(attitude.yaw, attitude.pitch, attitude.roll);
    return [
      { photo, camera: cameras.cameraOf[photo]!, pose: { rotation, centre: [x - dx, y - dy, z - dz] } },
    ];
  });
}
