import { AppError } from '../../errors/app-error.ts';
import { type Mat3, rotate, transpose } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { type Camera, simpleCamera, unprojectPixel } from '../model/camera.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import type { ImportedModel } from './colmap-text.ts';
import { NumberList, ObservationList } from './observation-list.ts';
import {
  brokenRow,
  indexOf,
  joinLines,
  linesOf,
  numberOf,
  shortFloat,
  type TextPieces,
  wordsOf,
} from './text-lines.ts';

/** Bundler's camera looks along −z with y up: its axes are ours turned by half about x. */
function turned(m: Mat3): Mat3 {
  return [m[0], m[1], m[2], -m[3], -m[4], -m[5], -m[6], -m[7], -m[8]];
}

/** Place of a direction (our camera frame) in Bundler's model: origin at the principal point, y up, pixels. */
function bundlerPlace({ focal, k1, k2 }: Camera, [x, y, z]: Vec3): [number, number] {
  const [u, v] = [x / z, -y / z];
  const r2 = u * u + v * v;
  const radial = focal * (1 + r2 * (k1 + r2 * k2));
  return [u * radial, v * radial];
}

function* bundleLines({ cameras, photos, points, colours, observations }: Reconstruction): Generator<string> {
  yield '# Bundle file v0.3';
  const count = points.length / 3;
  yield `${photos.length} ${count}`;
  for (const { camera, pose } of photos) {
    const { focal, k1, k2 } = cameras[camera]!;
    const m = turned(pose.rotation);
    const [x, y, z] = rotate(m, pose.centre);
    yield `${focal} ${k1} ${k2}`;
    for (const row of [0, 3, 6] as const) yield `${m[row]} ${m[row + 1]} ${m[row + 2]}`;
    yield `${-x} ${-y} ${-z}`;
  }
  const keys = new Uint32Array(photos.length);
  let k = 0;
  for (let point = 0; point < count; point++) {
    const at = 3 * point;
    yield `${points[at]} ${points[at + 1]} ${points[at + 2]}`;
    yield `${colours[at] ?? 0} ${colours[at + 1] ?? 0} ${colours[at + 2] ?? 0}`;
    const words: string[] = [];
    let views = 0;
    for (; k < observations.count && observations.point[k] === point; k++) {
      const photo = observations.photo[k]!;
      const camera = cameras[photos[photo]!.camera]!;
      const ray = unprojectPixel(camera, observations.xy[2 * k]!, observations.xy[2 * k + 1]!);
      const [x, y] = bundlerPlace(camera, ray);
      words.push(`${photo} ${keys[photo]!++} ${shortFloat(x)} ${shortFloat(y)}`);
      views++;
    }
    yield [views, ...words].join(' ');
  }
}

/**
 * Writes bundle.out (Bundler v0.3, N. Snavely) and list.txt, in pieces. Bundler's camera has a focal length and two
 * radial terms about the centre of the image, nothing else: marks are therefore written where such a camera with its
 * origin at our principal point would see them. A reader that puts the origin at the centre of the image finds them
 * off by (cx − width/2, cy − height/2) and by what k3, p1 and p2 are worth there, rays and poses being exact.
 * Error: `exchange.camera-unsupported` for fisheye cameras.
 * @param names file name of each photo of the reconstruction
 */
export function writeBundler(
  block: Reconstruction,
  names: readonly string[],
): { readonly bundle: Iterable<string>; readonly list: Iterable<string> } {
  const { cameras, photos } = block;
  if (photos.some(({ camera }) => cameras[camera]!.model === 'fisheye')) {
    throw new AppError('exchange.camera-unsupported', { file: 'bundle.out', row: 0, model: 'fisheye' });
  }
  const list = photos.map(({ camera }, index) => `${names[index] ?? ''} 0 ${cameras[camera]!.focal}`);
  return { bundle: joinLines(bundleLines(block)), list: joinLines(list) };
}

interface Source {
  readonly file: string;
  row: number;
  readonly lines: Generator<string>;
}

/** Words of the next line that is not empty. */
function nextWords(source: Source): string[] {
  for (;;) {
    const { value, done } = source.lines.next();
    if (done) throw new AppError('exchange.truncated', { file: source.file, row: source.row });
    source.row++;
    const words = wordsOf(value);
    if (words.length > 0 && !words[0]!.startsWith('#')) return words;
  }
}

function readNumbers(source: Source, count: number, field: string): number[] {
  const words = nextWords(source);
  if (words.length !== count) throw brokenRow(source, field, words.join(' '));
  return words.map((word) => numberOf(word, field, source));
}

interface BundlerCamera {
  readonly camera: Camera;
  readonly rotation: Mat3;
  readonly centre: Vec3;
}

function readCamera(source: Source, size: readonly [number, number]): BundlerCamera | null {
  const [focal = 0, k1 = 0, k2 = 0] = readNumbers(source, 3, 'f k1 k2');
  const rows = [0, 1, 2].flatMap(() => readNumbers(source, 3, 'R'));
  const [tx = 0, ty = 0, tz = 0] = readNumbers(source, 3, 't');
  if (focal === 0) return null;
  if (!(focal > 0)) throw brokenRow(source, 'f', String(focal));
  const rotation = turned(rows as unknown as Mat3);
  const [x, y, z] = rotate(transpose(rotation), [tx, -ty, -tz]);
  return { camera: { ...simpleCamera(...size, focal), k1, k2 }, rotation, centre: [-x, -y, -z] };
}

/** The name on a line of a list; 0 and a focal length may follow. */
function nameOf(line: string): string {
  const [before, focal] = cutLastWord(line);
  const [name, zero] = cutLastWord(before);
  return name !== '' && zero === '0' && /^[\d.eE+-]+$/.test(focal) ? name : line;
}

/** The text before the last word of a trimmed text, and the word. */
function cutLastWord(text: string): [before: string, word: string] {
  let start = text.length;
  while (start > 0 && !/\s/.test(text[start - 1]!)) start--;
  return [text.slice(0, start).trimEnd(), text.slice(start)];
}

function readNames(list: TextPieces, file: string): string[] {
  const names: string[] = [];
  for (const line of linesOf(list)) {
    const name = nameOf(line.trim());
    if (name !== '') names.push(name);
  }
  if (names.length === 0) throw new AppError('exchange.empty', { file });
  return names;
}

/**
 * Reads bundle.out (v0.3) with its list.txt. Photos without a pose (focal length 0) are left out; photos of the same
 * size and intrinsics share a camera; the origin of marks counts as the centre of the image.
 * Errors: `exchange.row-broken`, `exchange.truncated`, `exchange.not-bundler`, `exchange.empty`,
 * `exchange.unknown-image`.
 * @param sizeOf width and height of an image by its name as listed
 */
export function readBundler(
  text: { readonly bundle: TextPieces; readonly list: TextPieces },
  sizeOf: (name: string) => readonly [number, number],
  files = { bundle: 'bundle.out', list: 'list.txt' },
): ImportedModel {
  const listed = readNames(text.list, files.list);
  const source: Source = { file: files.bundle, row: 1, lines: linesOf(text.bundle) };
  const title = source.lines.next().value;
  if (typeof title !== 'string' || !/^#\s*Bundle file v0\.3/.test(title)) {
    throw new AppError('exchange.not-bundler', { file: files.bundle });
  }
  const [cameraCount = 0, pointCount = 0] = readNumbers(source, 2, 'num_cameras num_points');
  if (cameraCount !== listed.length) throw brokenRow(source, 'num_cameras', String(cameraCount));
  const cameras: Camera[] = [];
  const keys = new Map<string, number>();
  const photoOf: (number | null)[] = [];
  const names: string[] = [];
  const photos: Reconstruction['photos'][number][] = [];
  for (const name of listed) {
    const read = readCamera(source, sizeOf(name));
    photoOf.push(read ? photos.length : null);
    if (!read) continue;
    const key = JSON.stringify(read.camera);
    if (!keys.has(key)) keys.set(key, cameras.push(read.camera) - 1);
    const { rotation, centre } = read;
    photos.push({ photo: photos.length, camera: keys.get(key)!, pose: { rotation, centre } });
    names.push(name);
  }
  const centres = photos.map(({ camera }) => [cameras[camera]!.cx, cameras[camera]!.cy] as const);
  const rest = readPoints(source, pointCount, photoOf, centres);
  return { reconstruction: { cameras, photos, ...rest }, names, warnings: [] };
}

function readPoints(
  source: Source,
  pointCount: number,
  photoOf: readonly (number | null)[],
  centres: readonly (readonly [number, number])[],
): Pick<Reconstruction, 'points' | 'colours' | 'observations'> {
  const points = new NumberList();
  const colours = new Uint8Array(3 * pointCount);
  const observations = new ObservationList();
  for (let point = 0; point < pointCount; point++) {
    for (const value of readNumbers(source, 3, 'X Y Z')) points.push(value);
    colours.set(readNumbers(source, 3, 'R G B'), 3 * point);
    const words = nextWords(source);
    const views = indexOf(words[0], 'views', source);
    if (words.length !== 1 + 4 * views) throw brokenRow(source, 'views', String(views));
    for (let k = 1; k < words.length; k += 4) {
      const photo = photoOf[indexOf(words[k], 'camera', source)];
      if (photo === undefined || photo === null) {
        throw new AppError('exchange.unknown-image', { file: source.file, row: source.row, id: words[k]! });
      }
      const [cx, cy] = centres[photo]!;
      const x = numberOf(words[k + 2], 'x', source);
      observations.add(point, photo, cx + x, cy - numberOf(words[k + 3], 'y', source));
    }
  }
  return { points: points.finish(), colours, observations: observations.finish() };
}
