import { z } from 'zod';
import type { PointSums } from '#domain/cloud/point-sums.ts';
import type { BandSums } from '#domain/formats/cog/pixel-sums.ts';
import type { RasterSums } from '#domain/formats/cog/raster-sums.ts';
import type { LineSums } from '#domain/geometry/plane/line-sums.ts';
import type { MeshSums } from '#domain/geometry/tin/mesh-sums.ts';

/** The sums of an image's pixels. */
export interface ImageSums {
  readonly width: number;
  readonly height: number;
  /** An entry a channel. */
  readonly bands: readonly BandSums[];
}

/** What the content of a file added up to before it was written. */
export type ContentSums =
  | ({ readonly kind: 'points' } & PointSums)
  | ({ readonly kind: 'raster' } & RasterSums)
  | ({ readonly kind: 'picture' } & ImageSums)
  | ({ readonly kind: 'lines' } & LineSums)
  | ({ readonly kind: 'mesh' } & MeshSums)
  /** Nothing but its bytes is compared. */
  | { readonly kind: 'bytes' };

/** Sums that can be compared with a file's content. */
export type ProvableSums = Exclude<ContentSums, { readonly kind: 'bytes' }>;

/** The proof of a finished file: the sums of its content, and the digest of its bytes. */
export type FileProof = ContentSums & {
  /** SHA-256, hexadecimal. */
  readonly sha256: string;
};

/** Proofs of files by their names, relative to the folder of the report that holds them. */
export type FileProofs = Readonly<Record<string, FileProof>>;

const half = z.number().int().min(0).max(0xffff_ffff);
const pair = z.tuple([half, half]);
const count = z.number().int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const picture = z.object({
  width: count,
  height: count,
  bands: z.array(z.object({ valid: count, pixels: pair })),
});
const level = picture.extend({ tiles: pair.nullable() });

/** The form of a proof in JSON. */
export const fileProof: z.ZodType<FileProof> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('points'), sha256, count, places: pair, records: pair }),
  z.object({ kind: z.literal('raster'), sha256, levels: z.array(level).min(1) }),
  z.object({
    kind: z.literal('lines'),
    sha256,
    lines: count,
    vertices: count,
    length: z.number(),
    places: pair,
  }),
  z.object({
    kind: z.literal('mesh'),
    sha256,
    vertices: count,
    triangles: count,
    places: pair,
    corners: pair,
  }),
  picture.extend({ kind: z.literal('picture'), sha256 }),
  z.object({ kind: z.literal('bytes'), sha256 }),
]);

/** What reports hold of each file, under `proofs`. */
export const fileProofs: z.ZodType<FileProofs> = z.record(z.string(), fileProof);
