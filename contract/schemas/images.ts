import { z } from 'zod';
import { withoutEnd } from '#domain/math/without-end.ts';
import { limits } from '../limits.ts';
import { unitOfMeasure } from './common.ts';

/** What an uploaded file is to its project. */
export const inputRoles = ['lidar', 'image', 'control', 'checkpoints', 'archive'] as const;

export type InputRole = (typeof inputRoles)[number];

const deviceText = z.string().max(limits.nameLength).nullable();

/** What the head of a photo states of the sensor that took it; pixels as stored. */
export const photoSensor = z.object({
  make: deviceText,
  model: deviceText,
  pixel_width: z.number().int().positive(),
  pixel_height: z.number().int().positive(),
});

export type PhotoSensor = z.output<typeof photoSensor>;

/** A photo of one sensor of a project; `file_size` in bytes, as announced. */
export const sensorImage = z.object({
  name: z.string(),
  file_size: z.number().int(),
  pixel_width: z.number().int(),
  pixel_height: z.number().int(),
});

export type SensorImage = z.output<typeof sensorImage>;

/**
 * Announces the files of an image project, in the order in which they are sent: images, and at most one file of
 * ground control and one of checkpoints; or the one archive that a project is imported from. `size` in bytes. `epsg` or `wkt`:
 * what the person says of the system.
 */
export const imagesAnnounce = z.object({
  files: z
    .array(
      z.object({
        name: z.string().min(1).max(limits.nameLength),
        size: z.number().int().nonnegative(),
        role: z.enum(['image', 'control', 'checkpoints', 'archive']),
        /** Index among `sensors`. */
        sensor: z.number().int().nonnegative().optional(),
      }),
    )
    .min(1)
    // The most photos, with a file of control and one of checkpoints.
    .max(limits.imageFiles + 2),
  /** What the heads of photos state of their sensors, each kind once. */
  sensors: z.array(photoSensor).max(limits.imageFiles).optional(),
  epsg: z.number().int().positive().nullable().optional(),
  wkt: z.string().max(limits.wktLength).nullable().optional(),
  uom: unitOfMeasure.nullable().optional(),
});

/** A file that the project waits for; `upload_url` takes the form POST or the multipart calls. */
const imageSlot = z.object({
  index: z.number().int(),
  name: z.string(),
  original_name: z.string(),
  size: z.number(),
  role: z.enum(inputRoles),
  upload_url: z.string(),
});

export const imagesAnnounced = z.object({ pk: z.number().int(), slots: z.array(imageSlot) });

export type ImagesAnnounced = z.output<typeof imagesAnnounced>;

/** A photo of a project that has arrived: where its own bytes are, and a small JPEG of it (see `photoThumbnail`). */
export const imageEntry = z.object({
  id: z.number().int(),
  /** As the person called it: products name photos so. */
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  url: z.string(),
  thumbnail_url: z.string(),
});

export type ImageEntry = z.output<typeof imageEntry>;

/** Pixels along the longer side of a photo's thumbnail; smaller photos keep their size. */
export const photoThumbnailSide = 512;

/** Name of a photo's thumbnail: the photo's own where it has the extension of a JPEG. */
export function photoThumbnail(inputName: string): string {
  return /\.jpe?g$/i.test(inputName) ? inputName : `${inputName.slice(0, limits.nameLength - 4)}.jpg`;
}

const unsafe = /[^A-Za-z0-9_.-]/g;

/** Extensions of photos in the object store, by the family of the file's own. */
const photoExtensions = [
  [/\.jpe?g$/i, '.JPG'],
  [/\.tiff?$/i, '.TIFF'],
] as const;

/** Whether a photo is a TIFF by its name: they are taken where the program on this machine decodes them. */
export const isTiffName = (fileName: string): boolean => photoExtensions[1][0].test(fileName);

/**
 * Name of an input in the object store: the file's own, with `_` for every character that an address may not hold.
 * Photos end in `.JPG` or `.TIFF`, and their inner dots become `_` too.
 */
export function safeInputName(fileName: string): string {
  const photo = photoExtensions.find(([pattern]) => pattern.test(fileName));
  if (photo !== undefined) {
    const [pattern, extension] = photo;
    const stem = fileName
      .replace(pattern, '')
      .replace(/[^A-Za-z0-9_-]/g, '_')
      .replace(/^-/, '_');
    return `${stem.slice(extension.length - limits.nameLength) || '_'}${extension}`;
  }
  const safe = fileName.replace(unsafe, '_').replace(/^[.-]+/, '_');
  const name = safe.endsWith('.') ? `${withoutEnd(safe, '.')}_` : safe;
  return name.slice(-limits.nameLength);
}
