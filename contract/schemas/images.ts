import { z } from 'zod';
import { limits } from '../limits.ts';
import { unitOfMeasure } from './common.ts';

/** What an uploaded file is to its project. */
export const inputRoles = ['lidar', 'image', 'control', 'checkpoints', 'archive'] as const;

export type InputRole = (typeof inputRoles)[number];

/**
 * Announces the files of an image project, in the order in which they are sent: images, and at most one file of
 * ground control and one of checkpoints; or the one archive that a project is imported from. `size` in bytes. `epsg` or `wkt`: what the person says of the system.
 */
export const imagesAnnounce = z.object({
  files: z
    .array(
      z.object({
        name: z.string().min(1).max(limits.nameLength),
        size: z.number().int().nonnegative(),
        role: z.enum(['image', 'control', 'checkpoints', 'archive']),
      }),
    )
    .min(1)
    .max(limits.imageFiles),
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

/** Pixels along the longer side of a photo's small picture; smaller photos keep their size. */
export const photoThumbnailSide = 512;

/** Name of a photo's small picture: the photo's own where that ends as a JPEG's does. */
export function photoThumbnail(inputName: string): string {
  return /\.jpe?g$/i.test(inputName) ? inputName : `${inputName.slice(0, limits.nameLength - 4)}.jpg`;
}

const unsafe = /[^A-Za-z0-9_.-]/g;

/** Name of an input in the object store: the file's own, with `_` for every character that an address may not hold. */
export function safeInputName(fileName: string): string {
  const name = fileName
    .replace(unsafe, '_')
    .replace(/^[.-]+/, '_')
    .replace(/\.+$/, '_');
  return name.slice(-limits.nameLength);
}
