import { projectRay } from '#domain/photogrammetry/camera.ts';
import { flightKindOf } from '#domain/photogrammetry/dense/flight-kind.ts';
import { toCamera } from '#domain/photogrammetry/pose.ts';
import type { SeenGround } from '../context.ts';
import type { PhotoContext } from './context.ts';

/** A photo sees a place well where a pixel is there at most this many of the block's ground sampling distances. */
const mostGsd = 2;

/** What the ground's photos are told from. */
export type SeenContext = Pick<PhotoContext, 'adjusted' | 'adjustedKey' | 'frame' | 'gsdM'>;

/** Places that as many photos see well as a dense point needs; nothing hides anything. */
export function seenGround({ adjusted, adjustedKey, frame, gsdM }: SeenContext): SeenGround {
  const { viewsForFusion } = flightKindOf(adjusted);
  const views = adjusted.photos.map(({ camera, pose }) => {
    const lens = adjusted.cameras[camera]!;
    return { lens, pose, mostDepth: mostGsd * gsdM * lens.focal };
  });
  return {
    key: `${adjustedKey} ${viewsForFusion}`,
    at(places) {
      const seen = new Uint8Array(Math.floor(places.length / 3));
      for (let place = 0; place < seen.length; place++) {
        const local = frame.toLocal([places[3 * place]!, places[3 * place + 1]!, places[3 * place + 2]!]);
        let count = 0;
        for (const { lens, pose, mostDepth } of views) {
          const [x, y, z] = toCamera(pose, local);
          if (z <= 0 || z > mostDepth) continue;
          const pixel = projectRay(lens, x, y, z);
          if (!pixel || pixel[0] < 0 || pixel[1] < 0 || pixel[0] > lens.width || pixel[1] > lens.height)
            continue;
          if (++count >= viewsForFusion) break;
        }
        seen[place] = count >= viewsForFusion ? 1 : 0;
      }
      return seen;
    },
  };
}
