import type { Vec3 } from '#domain/math/vectors.ts';
import { flightKindOf } from '#domain/photogrammetry/dense/flight-kind.ts';
import { projectRay } from '#domain/photogrammetry/model/camera.ts';
import type { SeenGround } from '../../context.ts';
import type { PhotoContext } from '../context.ts';

/**
 * A photo sees a place well where its pixel size there is at most this many of the block's ground sampling distances.
 */
const maxGsd = 2;

/** The inputs of the seen ground. */
export type SeenContext = Pick<PhotoContext, 'adjusted' | 'adjustedKey' | 'frame' | 'gsdM'>;

/** Lenses may distort the edge of an image outwards by this share. */
const distortion = 1.5;

/** Whether a photo sees a local place well; fast, as there are many places and photos. */
function viewTest(
  { adjusted, gsdM }: SeenContext,
  { camera, pose }: SeenContext['adjusted']['photos'][number],
): (place: Vec3) => boolean {
  const lens = adjusted.cameras[camera]!;
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = pose.rotation;
  const [cx, cy, cz] = pose.centre;
  const maxDepth = maxGsd * gsdM * lens.focal;
  const isNarrow = lens.model === 'perspective';
  const maxTangent = isNarrow ? (distortion * Math.max(lens.width, lens.height)) / lens.focal : Infinity;
  return ([px, py, pz]) => {
    const [dx, dy, dz] = [px - cx, py - cy, pz - cz];
    const z = r6 * dx + r7 * dy + r8 * dz;
    if (!(z > 0) || z > maxDepth) return false;
    const x = r0 * dx + r1 * dy + r2 * dz;
    const y = r3 * dx + r4 * dy + r5 * dz;
    if (Math.abs(x) > maxTangent * z || Math.abs(y) > maxTangent * z) return false;
    const pixel = projectRay(lens, x, y, z);
    if (pixel === null) return false;
    return pixel[0] >= 0 && pixel[1] >= 0 && pixel[0] <= lens.width && pixel[1] <= lens.height;
  };
}

/** Places that as many photos see well as a dense point needs; occlusion is ignored. */
export function seenGround(context: SeenContext): SeenGround {
  const { adjusted, adjustedKey, frame } = context;
  const { viewsForFusion } = flightKindOf(adjusted);
  const views = adjusted.photos.map((photo) => viewTest(context, photo));
  return {
    key: `${adjustedKey} ${viewsForFusion}`,
    at(places) {
      const seen = new Uint8Array(Math.floor(places.length / 3));
      for (let place = 0; place < seen.length; place++) {
        const local = frame.toLocal([places[3 * place]!, places[3 * place + 1]!, places[3 * place + 2]!]);
        let count = 0;
        for (let index = 0; index < views.length && count < viewsForFusion; index++) {
          const sees = views[index]!;
          if (!sees(local)) continue;
          // tried first for the next place, which is adjacent
          views[index] = views[count]!;
          views[count++] = sees;
        }
        seen[place] = count >= viewsForFusion ? 1 : 0;
      }
      return seen;
    },
  };
}
