import { limits } from '#contract/limits.ts';
import { isTiffName, safeInputName } from '#contract/schemas/images.ts';
import type { TaskRunner } from '#core/ports/tasks.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import { decodeText } from '#domain/formats/table-text/decode-text.ts';
import { readControlFile } from '#domain/photogrammetry/control/read-control-file.ts';
import type { PhotoSizes } from '#domain/photogrammetry/control/read-opensfm-json.ts';
import { sizesOf } from '#domain/photogrammetry/control/tie-observations.ts';
import { flightDoubts } from '#domain/photogrammetry/flight/flight-doubts.ts';
import { layOutFlight, type StatedFlight } from '#domain/photogrammetry/flight/stated-flight.ts';
import type { ControlFile } from '#domain/photogrammetry/model/control.ts';
import type { PhotoInfo } from '#domain/photogrammetry/model/photo.ts';
import { type Hemisphere, stateHemisphere } from '#domain/photogrammetry/photos/hemisphere.ts';
import { openDoubts, type StatedCamera, stateCameras } from '#domain/photogrammetry/photos/stated-cameras.ts';
import { findCopies } from './find-copies.ts';
import { type Preflight, preflight } from './preflight.ts';
import { isImageName, isLidarFile, isPointFileName } from './survey-files.ts';

export type PointRole = 'control' | 'checkpoints';

/** A photo whose head could be read. */
export interface ReadablePhoto {
  readonly file: File;
  readonly info: PhotoInfo;
  /** Doubts about its metadata. */
  readonly warnings: readonly ErrorRecord[];
}

/** A file of surveyed points, and its role suggested by the content. */
export interface PointFile {
  readonly file: File;
  readonly reading: ControlFile;
  readonly suggested: PointRole;
}

/** Result of analysing dropped photos, before anything is uploaded. */
export interface ImagePreflight {
  readonly photos: readonly ReadablePhoto[];
  readonly points: readonly PointFile[];
  /** Lidar of the same ground, to be coloured from the photos; null for none. */
  readonly lidar: Preflight | null;
  /** Photos that cannot be read and copies of others; the project is created without them. */
  readonly leftOut: readonly ErrorRecord[];
  /** Why the files cannot make a project; empty when they can. */
  readonly refusals: readonly ErrorRecord[];
}

/** Options of reading dropped photos. */
export interface PreflightOptions {
  /** Starts the worker pool. */
  tasks(): Promise<TaskRunner>;
  /** Whether this edition takes TIFF photos. */
  readonly takesTiff: boolean;
  /** Progress: number of photos read, of the total. */
  onRead(done: number, total: number): void;
}

/** Number of photos decoded at a time, so that workers never wait for the page. */
const lanes = 16;

/** Reads the heads of photos on workers, those of lidar files, and the files of surveyed points. */
export async function preflightImages(
  dropped: readonly File[],
  options: PreflightOptions,
): Promise<ImagePreflight> {
  const images = dropped.filter((file) => isImageName(file.name));
  const heads = await readHeads(images, options);
  const read = heads.filter((one): one is ReadablePhoto => 'info' in one);
  const leftOut = heads.filter((one): one is ErrorRecord => !('info' in one));
  const copies = await findCopies(read.map(({ file }) => file));
  const photos = read.filter(({ file }) => !copies.has(file));
  for (const [{ name }, other] of copies) {
    leftOut.push({ code: 'photo.duplicate', params: { file: name, other: other.name } });
  }
  const points: PointFile[] = [];
  const refusals: ErrorRecord[] = [];
  const lidarFiles = dropped.filter(isLidarFile);
  const sizes = sizesOf(photos.map(({ info }) => info));
  for (const file of dropped.filter((one) => !images.includes(one) && !lidarFiles.includes(one))) {
    try {
      points.push(await readPoints(file, sizes));
    } catch (error) {
      refusals.push(recordOf(error, file));
    }
  }
  const lidar = lidarFiles.length > 0 ? await preflight(lidarFiles) : null;
  const tiff = options.takesTiff ? undefined : images.find(({ name }) => isTiffName(name));
  if (tiff !== undefined) refusals.push({ code: 'create.tiff', params: { file: tiff.name } });
  const all = [...refusals, ...(lidar?.refusals ?? []), ...faultsOf(photos)];
  return { photos, points, lidar, leftOut, refusals: all };
}

/** Positions of photos and doubts, each with its file; none of them prevents the project. */
export interface DescribedFlight {
  readonly flight: StatedFlight;
  readonly doubts: readonly ErrorRecord[];
}

/** The flight by the files' metadata; the user's statements of cameras and hemisphere take precedence. */
export function describeFlight(
  photos: readonly ReadablePhoto[],
  cameras: readonly StatedCamera[],
  hemisphere: Hemisphere | null,
): DescribedFlight {
  const placed = stateHemisphere(
    photos.map(({ info }) => info),
    hemisphere,
  );
  const infos = stateCameras(placed, cameras);
  const flight = layOutFlight(infos);
  const warnings = photos.flatMap((photo) => photo.warnings);
  return { flight, doubts: [...openDoubts(warnings, infos), ...flightDoubts(infos, flight)] };
}

async function readHeads(
  images: readonly File[],
  { tasks, onRead }: PreflightOptions,
): Promise<(ReadablePhoto | ErrorRecord)[]> {
  const runner = await tasks();
  const heads: (ReadablePhoto | ErrorRecord)[] = [];
  let [next, done] = [0, 0];
  const lane = async () => {
    while (next < images.length) {
      const at = next++;
      const file = images[at]!;
      try {
        heads[at] = { file, ...(await runner.run('photo.read', { file, name: file.name })) };
      } catch (error) {
        heads[at] = recordOf(error, file);
      }
      onRead(++done, images.length);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return heads;
}

async function readPoints(file: File, sizes: PhotoSizes): Promise<PointFile> {
  if (!isPointFileName(file.name)) throw new AppError('create.not-survey', { file: file.name });
  const { text } = decodeText(new Uint8Array(await file.arrayBuffer()));
  const reading = readControlFile(text, file.name, sizes);
  return { file, reading, suggested: suggestRole(file.name, reading) };
}

/** The role is declared by the rows, else suggested by the file's name. The user decides. */
function suggestRole(name: string, { points }: ControlFile): PointRole {
  const isCheck = points.length > 0 && points.every((point) => point.type === 'checkpoint');
  const isNamedSo = points.every((point) => point.type === 'gcp') && /check/i.test(name);
  return isCheck || isNamedSo ? 'checkpoints' : 'control';
}

function recordOf(error: unknown, file: File): ErrorRecord {
  if (!(error instanceof AppError)) throw error;
  return { code: error.code, params: { file: file.name, ...error.params } };
}

function faultsOf(photos: readonly ReadablePhoto[]): ErrorRecord[] {
  if (photos.length < limits.imagesMin) {
    return [{ code: 'create.too-few-images', params: { count: photos.length, needed: limits.imagesMin } }];
  }
  if (photos.length > limits.imageFiles) {
    return [{ code: 'create.too-many-images', params: { count: photos.length, most: limits.imageFiles } }];
  }
  const seen = new Set<string>();
  const twice = photos.find(({ file }) => {
    const name = safeInputName(file.name).toLowerCase();
    if (seen.has(name)) return true;
    seen.add(name);
    return false;
  });
  return twice ? [{ code: 'create.same-name', params: { file: twice.file.name } }] : [];
}
