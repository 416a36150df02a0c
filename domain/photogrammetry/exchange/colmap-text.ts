import { AppError, type ErrorRecord } from '../../errors/app-error.ts';
import { rotate, transpose } from '../../math/rotations.ts';
import type { Reconstruction, RegisteredPhoto } from '../model/reconstruction.ts';
import { type ColmapCameras, readColmapCameras } from './colmap-cameras.ts';
import { NumberList, ObservationList } from './observation-list.ts';
import { rotationOf } from './quaternion.ts';
import { brokenRow, indexOf, linesOf, numberOf, type Place, type TextPieces, wordsOf } from './text-lines.ts';

/** The three files of COLMAP's text model, each whole or in pieces. */
export interface ColmapText {
  readonly cameras: TextPieces;
  readonly images: TextPieces;
  readonly points: TextPieces;
}

export const colmapFileNames = {
  cameras: 'cameras.txt',
  images: 'images.txt',
  points: 'points3D.txt',
} as const;

/** A reconstruction as another program left it, in that program's frame. */
export interface ImportedModel {
  /** `photo` of its photos is their index in `names`. */
  readonly reconstruction: Reconstruction;
  readonly names: readonly string[];
  readonly warnings: readonly ErrorRecord[];
}

interface ReadImage {
  readonly id: number;
  readonly photo: Omit<RegisteredPhoto, 'photo'>;
  readonly name: string;
  /** Index of the image's first feature among all, and their number. */
  readonly from: number;
  readonly count: number;
}

interface ReadImages {
  readonly images: readonly ReadImage[];
  /** Places of all features, xy each. */
  readonly xy: Float64Array;
}

function readPose(words: readonly string[], place: Place): RegisteredPhoto['pose'] {
  const [w, x, y, z] = ['QW', 'QX', 'QY', 'QZ'].map((name, k) => numberOf(words[1 + k], name, place)) as [
    number,
    number,
    number,
    number,
  ];
  if (!(w * w + x * x + y * y + z * z > 1e-12)) throw brokenRow(place, 'QW QX QY QZ', '0 0 0 0');
  const [tx, ty, tz] = ['TX', 'TY', 'TZ'].map((name, k) => numberOf(words[5 + k], name, place)) as [
    number,
    number,
    number,
  ];
  const rotation = rotationOf([w, x, y, z]);
  const [cx, cy, cz] = rotate(transpose(rotation), [tx, ty, tz]);
  return { rotation, centre: [-cx, -cy, -cz] };
}

/** What follows the ninth blank of an image's line: a name may hold blanks itself. */
function nameOf(line: string, place: Place): string {
  const word = /\S+\s+/y;
  const text = line.trim();
  for (let count = 0; count < 9; count++) {
    if (!word.test(text)) throw brokenRow(place, 'NAME', undefined);
  }
  return text.slice(word.lastIndex);
}

function readFeatures(line: string, place: Place, xy: NumberList): number {
  const words = wordsOf(line);
  if (words.length % 3 !== 0) throw brokenRow(place, 'POINTS2D', `${words.length}`);
  for (let k = 0; k < words.length; k += 3) {
    xy.push(numberOf(words[k], 'X', place));
    xy.push(numberOf(words[k + 1], 'Y', place));
    numberOf(words[k + 2], 'POINT3D_ID', place);
  }
  return words.length / 3;
}

function readImages(text: TextPieces, file: string, cameras: ColmapCameras): ReadImages {
  const images: ReadImage[] = [];
  const xy = new NumberList();
  const seen = new Set<number>();
  let row = 0;
  let pending: Omit<ReadImage, 'from' | 'count'> | null = null;
  for (const line of linesOf(text)) {
    row++;
    const place = { file, row };
    if (pending) {
      const from = xy.length / 2;
      images.push({ ...pending, from, count: readFeatures(line, place, xy) });
      pending = null;
      continue;
    }
    const words = wordsOf(line);
    if (words.length === 0 || words[0]!.startsWith('#')) continue;
    const id = indexOf(words[0], 'IMAGE_ID', place);
    if (seen.has(id)) throw brokenRow(place, 'IMAGE_ID', words[0]);
    seen.add(id);
    const pose = readPose(words, place);
    const camera = cameras.index.get(indexOf(words[8], 'CAMERA_ID', place));
    if (camera === undefined) throw new AppError('exchange.unknown-camera', { ...place, id: words[8]! });
    pending = { id, photo: { camera, pose }, name: nameOf(line, place) };
  }
  if (pending) images.push({ ...pending, from: xy.length / 2, count: 0 });
  return { images: images.sort((a, b) => a.id - b.id), xy: xy.finish() };
}

interface ReadPoints {
  readonly points: Float64Array<ArrayBuffer>;
  readonly colours: Uint8Array<ArrayBuffer>;
  readonly observations: ObservationList;
}

function readPoints(text: TextPieces, file: string, { images, xy }: ReadImages): ReadPoints {
  const photoOf = new Map(images.map(({ id }, index) => [id, index] as const));
  const points = new NumberList();
  const colours = new NumberList();
  const observations = new ObservationList();
  let row = 0;
  for (const line of linesOf(text)) {
    row++;
    const words = wordsOf(line);
    if (words.length === 0 || words[0]!.startsWith('#')) continue;
    const place = { file, row };
    if (words.length < 8 || words.length % 2 !== 0) throw brokenRow(place, 'TRACK', `${words.length}`);
    indexOf(words[0], 'POINT3D_ID', place);
    const index = points.length / 3;
    for (const [k, name] of ['X', 'Y', 'Z'].entries()) points.push(numberOf(words[1 + k], name, place));
    for (const [k, name] of ['R', 'G', 'B'].entries()) colours.push(indexOf(words[4 + k], name, place));
    for (let k = 8; k < words.length; k += 2) {
      const photo = photoOf.get(indexOf(words[k], 'IMAGE_ID', place));
      if (photo === undefined) throw new AppError('exchange.unknown-image', { ...place, id: words[k]! });
      const feature = indexOf(words[k + 1], 'POINT2D_IDX', place);
      const { from, count, name } = images[photo]!;
      if (feature >= count) {
        throw new AppError('exchange.unknown-feature', { ...place, feature, image: name, count });
      }
      observations.add(index, photo, xy[2 * (from + feature)]!, xy[2 * (from + feature) + 1]!);
    }
  }
  return { points: points.finish(), colours: Uint8Array.from(colours.finish()), observations };
}

/**
 * Reads a text model of COLMAP (its documentation, "Output format"): quaternions w x y z turn the world into the
 * camera, which looks along +z with y down, as ours does. Photos are in the order of their IMAGE_ID, points in that of
 * the file; features without a point are dropped.
 * Errors: those of `readColmapCameras`, `exchange.row-broken`, `exchange.unknown-camera`, `exchange.unknown-image`,
 * `exchange.unknown-feature`, `exchange.empty`.
 */
export function readColmapText(
  text: ColmapText,
  files: typeof colmapFileNames = colmapFileNames,
): ImportedModel {
  const cameras = readColmapCameras(text.cameras, files.cameras);
  const read = readImages(text.images, files.images, cameras);
  if (read.images.length === 0) throw new AppError('exchange.empty', { file: files.images });
  const { points, colours, observations } = readPoints(text.points, files.points, read);
  return {
    reconstruction: {
      cameras: cameras.cameras,
      photos: read.images.map(({ photo }, index) => ({ photo: index, ...photo })),
      points,
      colours,
      observations: observations.finish(),
    },
    names: read.images.map(({ name }) => name),
    warnings: cameras.warnings,
  };
}
