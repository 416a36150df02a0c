import { rotate } from '../../math/rotations.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import { blockStatistics } from '../summary/block-statistics.ts';
import { colmapCameraLines } from './colmap-cameras.ts';
import { quaternionOf } from './quaternion.ts';
import { joinLines, shortFloat } from './text-lines.ts';

/** A text model in pieces of some 64 kB. */
export interface ColmapPieces {
  readonly cameras: Iterable<string>;
  readonly images: Iterable<string>;
  readonly points: Iterable<string>;
}

/** Observations of each photo, in their order, and the place of each within its photo. */
interface Features {
  readonly ofPhoto: readonly Uint32Array[];
  readonly place: Uint32Array;
}

function featuresOf({ photos, observations }: Reconstruction): Features {
  const counts = new Uint32Array(photos.length);
  const place = new Uint32Array(observations.count);
  for (let k = 0; k < observations.count; k++) place[k] = counts[observations.photo[k]!]!++;
  const ofPhoto = Array.from(counts, (count) => new Uint32Array(count));
  for (let k = 0; k < observations.count; k++) ofPhoto[observations.photo[k]!]![place[k]!] = k;
  return { ofPhoto, place };
}

function* imageLines(
  { photos, observations }: Reconstruction,
  names: readonly string[],
  { ofPhoto }: Features,
): Generator<string> {
  yield '# Image list with two lines of data per image:';
  yield '#   IMAGE_ID, QW, QX, QY, QZ, TX, TY, TZ, CAMERA_ID, NAME';
  yield '#   POINTS2D[] as (X, Y, POINT3D_ID)';
  const mean = photos.length > 0 ? observations.count / photos.length : 0;
  yield `# Number of images: ${photos.length}, mean observations per image: ${mean}`;
  const { xy, point } = observations;
  for (const [index, { camera, pose }] of photos.entries()) {
    const [x, y, z] = rotate(pose.rotation, pose.centre);
    yield [index + 1, ...quaternionOf(pose.rotation), -x, -y, -z, camera + 1, names[index] ?? ''].join(' ');
    const words: string[] = [];
    for (const k of ofPhoto[index]!) {
      words.push(shortFloat(xy[2 * k]!), shortFloat(xy[2 * k + 1]!), String(point[k]! + 1));
    }
    yield words.join(' ');
  }
}

function* pointLines(block: Reconstruction, { place }: Features): Generator<string> {
  const { points, colours, observations } = block;
  const count = points.length / 3;
  const { residuals } = blockStatistics(block);
  yield '# 3D point list with one line of data per point:';
  yield '#   POINT3D_ID, X, Y, Z, R, G, B, ERROR, TRACK[] as (IMAGE_ID, POINT2D_IDX)';
  yield `# Number of points: ${count}, mean track length: ${count > 0 ? observations.count / count : 0}`;
  let k = 0;
  for (let point = 0; point < count; point++) {
    const track: number[] = [];
    let [sum, seen] = [0, 0];
    for (; k < observations.count && observations.point[k] === point; k++) {
      track.push(observations.photo[k]! + 1, place[k]!);
      const length = Math.hypot(residuals[2 * k]!, residuals[2 * k + 1]!);
      if (!Number.isFinite(length)) continue;
      sum += length;
      seen++;
    }
    const at = 3 * point;
    const place3 = [points[at], points[at + 1], points[at + 2]];
    const colour = [colours[at] ?? 0, colours[at + 1] ?? 0, colours[at + 2] ?? 0];
    yield [point + 1, ...place3, ...colour, seen > 0 ? sum / seen : 0, ...track].join(' ');
  }
}

/**
 * Writes a reconstruction as COLMAP's text model; `readColmapText` gives it back (poses to rounding, the rest to the
 * last bit, feature sizes left out). Identifiers are indices plus one. COLMAP itself reads names only up to a blank.
 * @param names file name of each photo of the reconstruction
 */
export function writeColmapText(block: Reconstruction, names: readonly string[]): ColmapPieces {
  const features = featuresOf(block);
  return {
    cameras: joinLines(colmapCameraLines(block.cameras)),
    images: joinLines(imageLines(block, names, features)),
    points: joinLines(pointLines(block, features)),
  };
}
