import { upperMedian } from '../../math/median.ts';
import { projectRay } from '../model/camera.ts';
import { toCamera } from '../model/pose.ts';
import type { Reconstruction } from '../model/reconstruction.ts';

/** Statistics of the image observations of one photo. */
export interface PhotoStatistics {
  readonly observations: number;
  /** Root mean square of the residuals' lengths, pixels. */
  readonly rmsPx: number;
  /** Median depth of the photo's tie points, metres; NaN if it has none. */
  readonly depthM: number;
}

export interface BlockStatistics {
  /** Measured − projected, xy of each observation, pixels, length 2n; NaN for points behind the camera. */
  readonly residuals: Float32Array<ArrayBuffer>;
  /** Root mean square of the residuals' lengths, pixels. */
  readonly rmsPx: number;
  /** Mean of the residuals' lengths, pixels. */
  readonly meanPx: number;
  readonly photos: readonly PhotoStatistics[];
  /** Mean number of observations per point. */
  readonly meanViews: number;
  /** Number of points by number of observations, which is the index. */
  readonly pointsByViews: readonly number[];
  /** Ground sampling distance: median over the photos of depth divided by focal length, metres per pixel. */
  readonly gsdM: number;
  /** Median height of the points, metres. */
  readonly groundHeightM: number;
}

const medianOf = (values: Iterable<number>): number => upperMedian(values) ?? Number.NaN;

/** Computes the reprojection residuals of a reconstruction and the statistics of its photos, points and cameras. */
export function blockStatistics(block: Reconstruction): BlockStatistics {
  const { photos, cameras, points, observations } = block;
  const residuals = new Float32Array(2 * observations.count);
  const depths: number[][] = photos.map(() => []);
  const squares = new Float64Array(photos.length);
  const views = new Uint32Array(Math.floor(points.length / 3));
  let [square, length, used] = [0, 0, 0];
  for (let k = 0; k < observations.count; k++) {
    const [index, point] = [observations.photo[k]!, observations.point[k]!];
    const { camera, pose } = photos[index]!;
    const [x, y, z] = toCamera(pose, [points[3 * point]!, points[3 * point + 1]!, points[3 * point + 2]!]);
    const place = projectRay(cameras[camera]!, x, y, z);
    const [mx, my] = [observations.xy[2 * k]!, observations.xy[2 * k + 1]!];
    const [dx, dy] = place ? [mx - place[0], my - place[1]] : [Number.NaN, Number.NaN];
    residuals[2 * k] = dx;
    residuals[2 * k + 1] = dy;
    views[point]!++;
    depths[index]!.push(z);
    if (!place) continue;
    const d2 = dx * dx + dy * dy;
    squares[index]! += d2;
    square += d2;
    length += Math.sqrt(d2);
    used++;
  }
  const perPhoto = photos.map((_, index): PhotoStatistics => {
    const count = depths[index]!.length;
    const rmsPx = count > 0 ? Math.sqrt(squares[index]! / count) : 0;
    return { observations: count, rmsPx, depthM: medianOf(depths[index]!) };
  });
  const pointsByViews: number[] = [];
  for (const count of views) pointsByViews[count] = (pointsByViews[count] ?? 0) + 1;
  const gsds = perPhoto.map(({ depthM }, index) => depthM / cameras[photos[index]!.camera]!.focal);
  return {
    residuals,
    rmsPx: used > 0 ? Math.sqrt(square / used) : 0,
    meanPx: used > 0 ? length / used : 0,
    photos: perPhoto,
    meanViews: views.length > 0 ? observations.count / views.length : 0,
    pointsByViews: Array.from(pointsByViews, (count) => count ?? 0),
    gsdM: medianOf(gsds.filter(Number.isFinite)),
    groundHeightM: medianOf(points.filter((_, index) => index % 3 === 2)),
  };
}
