import { z } from 'zod';
import { apiError } from '../api-error.ts';
import { limits } from '../limits.ts';
import { fileTags, productNames, productStatuses } from '../rules/products.ts';
import { timestamp, unitOfMeasure } from './common.ts';
import { fileProofs } from './file-proofs.ts';
import { inputRoles } from './images.ts';
import { overlayName } from './overlay.ts';
import { projectSettings } from './project.ts';
import { dataProductRequest } from './transform.ts';

/** What an archive of a project calls itself. */
export const archiveFormat = 'plumbline-project';

/** The form of archives that this program writes; it reads no newer ones. */
export const archiveVersion = 1;

/** Entries beside the project's files. The manifest is the first entry, the checksums are the last. */
export const archiveEntries = { manifest: 'manifest.json', checksums: 'checksums.json' } as const;

/** The first thing read of a manifest of any version. */
export const archiveHead = z.object({ format: z.string(), version: z.number().int() });

/** How many of each a project has at most. */
const maxCounts = {
  products: 1000,
  inputs: limits.imageFiles + 2,
  files: 10_000,
  drawings: 1000,
  overlays: limits.overlayImages,
} as const;
/** What the database keeps as a whole number. */
const int32 = z
  .number()
  .int()
  .min(-(2 ** 31))
  .max(2 ** 31 - 1);
const path = z.string().min(1).max(1024);
/** A name that the object store takes. */
const fileName = z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}$/);
const size = z.number().int().nonnegative();
const text = z.string().max(10_000);

const archiveInput = z.object({
  index: int32.nonnegative(),
  path,
  name: fileName,
  original_name: text.nullable(),
  size_mb: z.number().nonnegative(),
  size,
  role: z.enum(inputRoles).exclude(['archive']),
  format: text,
});

const archiveFile = z.object({
  path,
  name: fileName,
  format: text,
  tag: z.enum(fileTags).extract(['exportable', 'canvas']),
  size,
});

const archiveProduct = z.object({
  name: z.enum(productNames).exclude(['project_archive']),
  status: z.enum(productStatuses),
  unit_of_measure: unitOfMeasure.nullable(),
  resolution: z.number().nullable(),
  epsg: int32.nullable(),
  wkt: z.string().nullable(),
  pixel_width: int32.nullable(),
  pixel_height: int32.nullable(),
  meta: z.record(z.string(), z.unknown()).nullable(),
  /** Why it had failed. */
  error: apiError.pick({ code: true, params: true }).nullable(),
  is_compressed: z.boolean().nullable(),
  /** Of one ordered of another: which of the list, counted from 0, and as what. */
  original: z.number().int().nonnegative().nullable().default(null),
  ordered: dataProductRequest.nullable().default(null),
  when_created: timestamp,
  when_completed: timestamp.nullable(),
  inputs: z.array(archiveInput).max(maxCounts.inputs),
  files: z.array(archiveFile).max(maxCounts.files),
});

/**
 * What an archive with the drawing applied leaves out. `other-system`: a transformed product that is not in the
 * system of the drawing; `not-cut`: a file that shows the cut parts and is not made again, such as a mesh.
 */
const archiveOmission = z.object({
  product: z.enum(productNames),
  /** Null for the whole product. */
  file: text.nullable(),
  reason: z.enum(['other-system', 'not-cut']),
});

export type ArchiveOmission = z.output<typeof archiveOmission>;

/** An entry that a manifest names. */
interface Listed {
  readonly path: string;
  readonly size: number;
}

/** Every entry that a manifest names. */
export function archivePaths(manifest: {
  readonly project: { readonly thumbnail: Listed | null };
  readonly drawings: readonly Listed[];
  readonly overlays: readonly Listed[];
  readonly products: readonly { readonly files: readonly Listed[]; readonly inputs: readonly Listed[] }[];
}): Listed[] {
  const { products, drawings, overlays, project } = manifest;
  return [
    ...drawings,
    ...overlays,
    ...(project.thumbnail ? [project.thumbnail] : []),
    ...products.flatMap(({ files, inputs }) => [...files, ...inputs]),
  ];
}

/** What an archive holds, and everything of the project that is no file. Sizes in bytes. */
export const archiveManifest = z
  .object({
    format: z.literal(archiveFormat),
    version: z.literal(archiveVersion),
    program: text,
    when_exported: timestamp,
    has_inputs: z.boolean(),
    project: z.object({
      name: z.string().min(1).max(limits.nameLength),
      description: text,
      is_lidar: z.boolean(),
      unit_of_measure: unitOfMeasure.nullable(),
      epsg: int32.nullable(),
      wkt: z.string().nullable(),
      settings: projectSettings,
      image_count: int32.nonnegative(),
      when_created: timestamp,
      thumbnail: z.object({ path, name: fileName, size }).nullable(),
    }),
    products: z.array(archiveProduct).max(maxCounts.products),
    left_out: z.array(archiveOmission).max(maxCounts.files).default([]),
    /** What files of products were found to hold when they were made, by path: for `plumbline verify`. */
    proofs: fileProofs.default({}),
    /** Pictures that drawings lay over the site. */
    overlays: z
      .array(z.object({ path, name: overlayName, size }))
      .max(maxCounts.overlays)
      .default([]),
    drawings: z
      .array(
        z.object({
          path,
          /** Number of the drawing, the main one first, and its name. */
          drawing: int32.positive().default(1),
          name: text.default(''),
          revision: int32.positive(),
          snapshot: text.nullable(),
          when_saved: timestamp,
          size,
        }),
      )
      .max(maxCounts.drawings),
  })
  .refine((manifest) => {
    const paths = archivePaths(manifest).map((entry) => entry.path);
    return new Set(paths).size === paths.length;
  }, 'two-files-have-the-same-path');

export type ArchiveManifest = z.output<typeof archiveManifest>;

/** SHA-256 of entries by path, hexadecimal. */
export const archiveChecksums = z.object({
  algorithm: z.literal('sha256'),
  entries: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
});

/** Why an entry of an archive was left out of the imported project. */
export const refusalReasons = [
  'missing',
  'checksum',
  'size',
  'duplicate',
  'unsafe-name',
  'unlisted',
  'encrypted',
  'method',
  'overlap',
  'too-compressed',
  'unreadable',
  'no-checksum',
  'wrong-kind',
] as const;

export type RefusalReason = (typeof refusalReasons)[number];

/** An entry that was left out. */
export interface RefusedEntry {
  readonly path: string;
  readonly reason: RefusalReason;
}
