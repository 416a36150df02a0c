import { AppError, type ErrorRecord } from '../../errors/app-error.ts';
import { type ByteSource, memorySource } from '../../formats/byte-source.ts';
import { openIfds } from '../../formats/exif/ifd.ts';
import { type ExifFacts, readExif } from '../../formats/exif/read-exif.ts';
import { readJpegHead } from '../../formats/jpeg/read-head.ts';
import type { TiffDirectory } from '../../formats/tiff/directory.ts';
import { type DroneXmp, readDroneXmp } from '../../formats/xmp/drone-xmp.ts';
import { readXmp, type XmpReading } from '../../formats/xmp/read-xmp.ts';
import type { ExifLens, PhotoInfo } from '../model/photo.ts';
import { findFocal } from './photo-focal.ts';
import { findPosition } from './photo-position.ts';

/** A photo's metadata and what in it is doubtful. */
export interface PhotoReading {
  readonly info: PhotoInfo;
  readonly warnings: readonly ErrorRecord[];
}

interface RawFacts {
  readonly width: number;
  readonly height: number;
  readonly exif: ExifFacts | null;
  readonly xmpPackets: readonly string[];
  readonly warnings: readonly ErrorRecord[];
}

/** Unreadable EXIF counts as none, with a warning: the image may still be good. */
async function exifOrNone(source: ByteSource): Promise<Pick<RawFacts, 'exif' | 'warnings'>> {
  try {
    return { exif: await readExif(source), warnings: [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { exif: null, warnings: [error.toRecord()] };
  }
}

/** A TIFF's main directory holds its image: without it there is no photo. */
async function readMainDirectory(source: ByteSource): Promise<TiffDirectory> {
  try {
    const ifds = await openIfds(source);
    return await ifds.read(ifds.first);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'photo.exif-broken')) throw error;
    const reason = { reason: 'the-directory-is-broken-at-byte', why: error.params['reason'] ?? '' };
    throw new AppError('photo.corrupt', { ...error.params, ...reason }, { cause: error });
  }
}

async function readTiffFacts(source: ByteSource): Promise<RawFacts> {
  const main = await readMainDirectory(source);
  const width = main.number(256, 0);
  const height = main.number(257, 0);
  if (!(width > 0 && height > 0)) {
    throw new AppError('photo.unsupported', { file: source.name, reason: 'a-tiff-that-states-no-size' });
  }
  const found = await exifOrNone(source);
  return { width, height, ...found, xmpPackets: found.exif?.xmp ? [found.exif.xmp] : [] };
}

async function readFacts(source: ByteSource, signal?: AbortSignal): Promise<RawFacts> {
  const head = await source.read(0, 4, signal);
  const mark = String.fromCharCode(...head.subarray(0, 2));
  if (head.length === 0)
    throw new AppError('photo.corrupt', { file: source.name, reason: 'the-file-is-empty' });
  if (head[0] === 0xff && head[1] === 0xd8) {
    const jpeg = await readJpegHead(source, signal);
    const found = jpeg.exif
      ? await exifOrNone(memorySource(source.name, jpeg.exif))
      : { exif: null, warnings: [] };
    return { width: jpeg.width, height: jpeg.height, ...found, xmpPackets: jpeg.xmp };
  }
  if (mark === 'II' || mark === 'MM') return await readTiffFacts(source);
  throw new AppError('photo.unsupported', { file: source.name, reason: 'neither-a-jpeg-nor-a-tiff-file' });
}

function cameraKeyOf(info: Omit<PhotoInfo, 'cameraKey' | 'name'>, lens: string | null): string {
  const focal = info.focalMm === null ? `${Math.round(info.focalPx)} px` : `${info.focalMm.toFixed(2)} mm`;
  const names = [info.make, info.model, info.serial, lens].map((text) => text ?? '').join('|');
  return `${names}|${info.width}x${info.height}|${focal}${info.isFisheye ? '|fisheye' : ''}`;
}

function xmpWarnings(file: string, reading: XmpReading | null): ErrorRecord[] {
  if (!reading?.fault) return [];
  return [{ code: reading.fault === 'cut' ? 'photo.xmp-cut' : 'photo.xmp-malformed', params: { file } }];
}

function lensOf({ focalMm, focal35Mm, focalPlanePerMm }: ExifFacts): ExifLens {
  return { focalMm, focal35Mm, focalPlanePerMm };
}

function attitudeOf(xmp: DroneXmp | null): PhotoInfo['attitude'] {
  const attitude = xmp?.attitude ?? null;
  if (!attitude) return null;
  const { yaw, pitch, roll } = attitude;
  const isWithin = Math.abs(yaw) <= 360 && Math.abs(pitch) <= 180 && Math.abs(roll) <= 360;
  return isWithin ? attitude : null;
}

/**
 * Reads the metadata of a JPEG or TIFF without decoding it; only its head is read. Throws `photo.jpeg-broken`,
 * `photo.corrupt` (a TIFF's structure, an empty file), `photo.unsupported`; everything else that is missing is null
 * in the result, everything doubtful a warning.
 * @param name of the photo in the project
 */
export async function readPhotoInfo(
  source: ByteSource,
  name: string,
  signal?: AbortSignal,
): Promise<PhotoReading> {
  const {
    width,
    height,
    exif,
    xmpPackets,
    warnings: exifWarnings,
  } = await readFacts({ ...source, name }, signal);
  const reading = xmpPackets.length > 0 ? readXmp(xmpPackets) : null;
  const xmp = reading && readDroneXmp(reading.values, exif?.make ?? null);
  const make = exif?.make ?? xmp?.make ?? null;
  const model = exif?.model ?? xmp?.model ?? null;
  const { warnings: focalWarnings, ...focal } = findFocal({ name, width, height, exif, xmp, make, model });
  const { position, warnings } = findPosition(name, exif?.gps ?? null, xmp);
  const facts = {
    width,
    height,
    orientation: exif?.orientation ?? 1,
    make,
    model,
    serial: exif?.serial ?? null,
    ...focal,
    ...(exif ? { exifLens: lensOf(exif) } : {}),
    position,
    attitude: attitudeOf(xmp),
    relativeAltitudeM: xmp?.relativeAltitudeM ?? null,
    heightType: xmp?.heightType ?? null,
    band: xmp?.band ?? null,
    capturedAt: exif?.capturedAt ?? null,
  };
  const info = { name, ...facts, cameraKey: cameraKeyOf(facts, exif?.lens ?? null) };
  return {
    info,
    warnings: [...exifWarnings, ...xmpWarnings(name, reading), ...focalWarnings, ...warnings],
  };
}
