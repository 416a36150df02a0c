import { clamp } from '../../math/clamp.ts';
import { projectRay } from '../model/camera.ts';
import { toCamera } from '../model/pose.ts';
import type { Reconstruction } from '../model/reconstruction.ts';

/** Mean reprojection residuals over the image plane of one camera: the systematic errors of its model. */
export interface ResidualField {
  /** Index into the reconstruction's cameras. */
  readonly camera: number;
  readonly columns: number;
  readonly rows: number;
  /** Mean of measured − projected, xy of each cell, pixels, row-major from the top; length 2 · columns · rows. */
  readonly mean: Float64Array<ArrayBuffer>;
  /** Number of observations in each cell, length columns · rows. */
  readonly counts: Uint32Array<ArrayBuffer>;
  /** Root mean square of all residuals of the camera (both axes together), pixels. */
  readonly rmsPx: number;
}

const columns = 16;

/** Computes the residual field of every camera; observations that cannot be projected are skipped. */
export function residualFieldsOf(reconstruction: Reconstruction): ResidualField[] {
  const { cameras, photos, points, observations } = reconstruction;
  const fields = cameras.map((camera, index) => {
    const rows = Math.max(1, Math.round((columns * camera.height) / camera.width));
    return {
      camera: index,
      rows,
      mean: new Float64Array(2 * columns * rows),
      counts: new Uint32Array(columns * rows),
      sum: 0,
      total: 0,
    };
  });
  for (let k = 0; k < observations.count; k++) {
    const photo = photos[observations.photo[k]!];
    const camera = photo && cameras[photo.camera];
    const field = photo && fields[photo.camera];
    if (!camera || !field) continue;
    const at = observations.point[k]! * 3;
    const ray = toCamera(photo.pose, [points[at]!, points[at + 1]!, points[at + 2]!]);
    const place = projectRay(camera, ...ray);
    if (!place) continue;
    const [x, y] = [observations.xy[2 * k]!, observations.xy[2 * k + 1]!];
    const [dx, dy] = [x - place[0], y - place[1]];
    const column = clamp(Math.floor((x / camera.width) * columns), 0, columns - 1);
    const row = clamp(Math.floor((y / camera.height) * field.rows), 0, field.rows - 1);
    const cell = row * columns + column;
    field.mean[2 * cell]! += dx;
    field.mean[2 * cell + 1]! += dy;
    field.counts[cell]!++;
    field.sum += dx * dx + dy * dy;
    field.total++;
  }
  return fields.map(({ camera, rows, mean, counts, sum, total }) => {
    for (const [cell, count] of counts.entries()) {
      if (count === 0) continue;
      mean[2 * cell]! /= count;
      mean[2 * cell + 1]! /= count;
    }
    return { camera, columns, rows, mean, counts, rmsPx: total === 0 ? 0 : Math.sqrt(sum / total) };
  });
}
